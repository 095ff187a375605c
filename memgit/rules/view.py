"""A text as a reader's eye takes it: hidden characters gone, look-alikes folded, offsets still known."""

from __future__ import annotations

import re
from functools import cache, cached_property

from memgit.model.diagnostic import Span
from memgit.rules import lookalikes

_HIDDEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)


@cache
def _hidden_runs() -> re.Pattern[str]:
    return re.compile(f"[{_HIDDEN}]+")


class View:
    """A text and its folded forms; every folded form has one character for each visible one of `source`.

    `folded` keeps the case, `lowered` does not. `source_span` leads back to code points of the source.
    """

    def __init__(self, source: str) -> None:
        self.source = source

    @cached_property
    def folded(self) -> str:
        """The source without hidden characters, look-alikes replaced one for one, traditional Chinese as simplified."""
        if self.source.isascii():
            return self.source
        return _hidden_runs().sub("", self.source).translate(lookalikes.table())

    @cached_property
    def lowered(self) -> str:
        """`folded` in lower case; `İ` is folded to `I` before, the only letter whose lower case is two characters."""
        return self.folded.lower()

    @cached_property
    def _cuts(self) -> tuple[list[int], list[int]]:
        """Where hidden runs were cut: positions in the folded text, and the characters cut up to and with each."""
        places: list[int] = []
        totals: list[int] = []
        if not self.source.isascii():
            gone = 0
            for run in _hidden_runs().finditer(self.source):
                places.append(run.start() - gone)
                gone += run.end() - run.start()
                totals.append(gone)
        return places, totals

    def source_span(self, start: int, end: int) -> Span:
        """The stretch of the source behind `folded[start:end]` (not empty)."""
        return Span(self._source_offset(start), self._source_offset(end - 1) + 1)

    def _source_offset(self, offset: int) -> int:
        from bisect import bisect_right

        places, totals = self._cuts
        at = bisect_right(places, offset)
        return offset + (totals[at - 1] if at else 0)
