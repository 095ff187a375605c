"""Places in a text as people and editors count them: lines and columns, UTF-16 units, bytes."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from memgit.formats.lines import lines


class Place(NamedTuple):
    """A place from 1 on. column: in UTF-16 units, as SARIF and most editors count. byte: offset in UTF-8, from 0."""

    line: int
    column: int
    byte: int


class Places:
    """Turns offsets of one text (code points) into places. A lone surrogate is one byte (`surrogateescape`)."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [line.start for line in lines(text)] or [0]
        if text.endswith(("\n", "\r")):
            self._starts.append(len(text))
        self._bytes: list[int] | None = None if text.isascii() else _bytes(text, self._starts)

    def at(self, offset: int) -> Place:
        """The place of an offset; one past the end is the end."""
        offset = min(offset, len(self._text))
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        if self._bytes is None:
            return Place(line + 1, offset - start + 1, offset)
        before = self._text[start:offset]
        return Place(line + 1, _units(before) + 1, self._bytes[line] + _size(before))


def _bytes(text: str, starts: list[int]) -> list[int]:
    """Where each line begins in UTF-8."""
    found, at, last = [], 0, 0
    for start in starts:
        at += _size(text[last:start])
        found.append(at)
        last = start
    return found


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text) + sum(char > "\uffff" for char in text)


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))
