"""A match and what surrounds it: what judges look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import re

    from memgit.rules.view import View

BEFORE = 160
"""How many characters before a match a judge may look at."""


class Hit(NamedTuple):
    """`match` in the text it was found in; `start` and `end` bound what is reported, in folded offsets."""

    match: re.Match[str]
    view: View
    start: int
    end: int

    @property
    def text(self) -> str:
        """What was matched, as written (folded)."""
        return self.view.folded[self.start : self.end]

    @property
    def before(self) -> str:
        """The text of the same line before the match, lower case, at most `BEFORE` characters."""
        near = self.view.lowered[max(0, self.match.start() - BEFORE) : self.match.start()]
        return near[near.rfind("\n") + 1 :]

    @property
    def after(self) -> str:
        """The text of the same line after the match, lower case, at most `BEFORE` characters."""
        return self.view.lowered[self.match.end() : self.match.end() + BEFORE].partition("\n")[0]

    def group(self, name: str) -> str:
        """A named group as written (folded), or an empty string."""
        start, end = self.match.span(name)
        return self.view.folded[start:end] if start >= 0 else ""
