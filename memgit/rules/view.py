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
_ASCII = bytes(range(128))
_FEW = 24
"""So many different characters are sooner replaced one after the other than by a table."""


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
    def special(self) -> str:
        """The different characters of the source that are not ASCII, in no order."""
        if self.source.isascii():
            return ""
        return "".join(set(self.source.encode(errors="replace").translate(None, _ASCII).decode()))

    @cached_property
    def folded(self) -> str:
        """The source without hidden characters, look-alikes replaced one for one, traditional Chinese as simplified."""
        text = self.source
        if _hidden_runs().search(self.special):
            text = _hidden_runs().sub("", text)
        table = lookalikes.table() if self.special else {}
        odd = [one for one in self.special if ord(one) in table]
        if len(odd) > _FEW:
            return text.translate(table)
        for one in odd:
            text = text.replace(one, table[ord(one)])
        return text

    @cached_property
    def lowered(self) -> str:
        """`folded` with the letters of ASCII in lower case; patterns know no others that have a case."""
        if not self.special:
            return self.folded.lower()
        return self.folded.encode(errors="replace").lower().decode()

    @cached_property
    def _cuts(self) -> tuple[list[int], list[int]]:
        """Where hidden runs were cut: positions in the folded text, and the characters cut up to and with each."""
        places: list[int] = []
        totals: list[int] = []
        if _hidden_runs().search(self.special):
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
