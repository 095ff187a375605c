r"""A text as an editor sees it: lines, and columns in the units that were agreed on.

Lines end at `\n`, `\r\n` and `\r`, at nothing else (LSP 3.17, "Text Documents"). Columns past the end of a line, and
lines past the last, mean the end. Offsets are code points.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from lsprotocol.types import Position, PositionEncodingKind, Range

from memgit.model.diagnostic import Span

_LINE_END = re.compile(r"\r\n|\n|\r")

UTF8, UTF16, UTF32 = PositionEncodingKind.Utf8, PositionEncodingKind.Utf16, PositionEncodingKind.Utf32


@dataclass(frozen=True)
class Text:
    """A text that is not changed any more. encoding: what a column counts."""

    text: str
    encoding: PositionEncodingKind = UTF16

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins; the last may be empty."""
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    @cached_property
    def _plain(self) -> bool:
        """Whether a column is a code point anywhere in it."""
        return self.encoding is UTF32 or self.text.isascii()

    def offset(self, position: Position) -> int:
        """The offset of a position."""
        if position.line >= len(self.starts):
            return len(self.text)
        start, end = self.starts[position.line], self.line_end(position.line)
        if self._plain:
            return min(start + position.character, end)
        return start + _into(self.text[start:end], position.character, self.encoding)

    def position(self, offset: int) -> Position:
        """The position of an offset."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        start = self.starts[line]
        if self._plain:
            return Position(line, offset - start)
        return Position(line, size(self.text[start:offset], self.encoding))

    def range(self, span: Span) -> Range:
        """The range of a span."""
        return Range(self.position(span.start), self.position(span.end))

    def span(self, range_: Range) -> Span:
        """The span of a range; one that is turned round is turned back."""
        start, end = sorted((self.offset(range_.start), self.offset(range_.end)))
        return Span(start, end)

    def line_end(self, line: int) -> int:
        """Where a line's own text ends, before what ends the line."""
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        while end > self.starts[line] and self.text[end - 1] in "\r\n":
            end -= 1
        return end

    def line_at(self, offset: int) -> int:
        """The number of the line that an offset is in, from 0."""
        return bisect_right(self.starts, offset) - 1

    def changed(self, span: Span, text: str) -> Text:
        """The text with a span replaced."""
        return Text(self.text[: span.start] + text + self.text[span.end :], self.encoding)


def size(text: str, encoding: PositionEncodingKind) -> int:
    """The columns that a text takes."""
    if text.isascii() or encoding is UTF32:
        return len(text)
    if encoding is UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(char > "\uffff" for char in text)


def _into(line: str, column: int, encoding: PositionEncodingKind) -> int:
    """How many code points of a line are before a column; a column within a character is before it."""
    if line.isascii():
        return min(column, len(line))
    at = 0
    for n, char in enumerate(line):
        at += size(char, encoding)
        if at > column:
            return n
    return len(line)
