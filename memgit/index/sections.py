"""A text cut into parts of a readable size: at headings, else at blank lines, else at line ends, else at blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

LEAST = 300
MOST = 2_000
"""Characters: a section below the first is joined with the next, one above the second is cut. Ranking reads some fifty
parts per search, and a hit is the better the closer a part is to one thought."""

_HARD = 4_000  # a line that long is cut within
_ENTRY = 20_000  # entries are whole, but for what is no entry any more
_REPEATED = 100
"""Characters that the next part repeats where a cut goes through a run without blanks: longer than any word."""

_HEADING = re.compile(r"(?:^|(?<=\r)) {0,3}(?:#{1,6}(?![^ \t\r\n])([^\r\n]*)|(`{3,}|~{3,}))", re.MULTILINE)
_BLANK = re.compile(r"(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)")
_LINE_END = re.compile(r"\r\n|\n|\r")
_SPACE = re.compile(r"\s")


class Section(NamedTuple):
    """A part of a text. line: where it starts, from 1. heading: the one that it stands under, "" before the first."""

    text: str
    line: int
    heading: str


def parts(text: str, *, start: int = 0, marked: bool = True) -> Iterator[Section]:
    """The parts of text[start:], none of them blank; together they hold all of it. marked: it is Markdown.

    Each word is whole in one of them: where a line is cut that has no blanks, the next part repeats a little.
    """
    line, at = text.count("\n", 0, start) + 1, start
    for begin, end, heading in _spans(text, start, marked):
        line += text.count("\n", at, begin)
        at = begin
        if piece := text[begin:end].strip():
            skipped = text.index(piece, begin)
            yield Section(piece, line + text.count("\n", begin, skipped), heading)


def pieces(text: str) -> Iterator[str]:
    """An entry as one piece, an enormous one as several; see `joined`."""
    begin = 0
    while len(text) - begin > _ENTRY:
        cut, after = _within(text, begin, begin + _ENTRY)
        yield text[begin:cut]
        begin = after
    if begin < len(text):
        yield text[begin:]


def joined(parts: Sequence[str]) -> str:
    """The entry that was taken to pieces: one that ends with no blank is repeated by the next."""
    whole = "".join(parts[:1])
    for before, part in pairwise(parts):
        whole += part if before[-1].isspace() else part[_REPEATED:]
    return whole


def headings(text: str) -> Iterator[tuple[int, str]]:
    """Each heading of a Markdown text, with where it starts; none in fenced code."""
    fence = ""
    for found in _HEADING.finditer(text):
        title, marks = found.groups()
        if marks is None:
            if not fence:
                yield found.start(), _title(title)
        elif not fence:
            fence = marks
        elif marks[0] == fence[0] and len(marks) >= len(fence):
            fence = ""


def _title(text: str) -> str:
    """What stands after the signs of a heading, without those that close it."""
    title = text.strip()
    bare = title.rstrip("#")
    return bare.rstrip() if bare != title and bare[-1:] in ("", " ", "\t") else title


def _spans(text: str, start: int, marked: bool) -> Iterator[tuple[int, int, str]]:
    """Spans of sections, small ones joined, big ones cut."""
    begin, heading = start, ""
    for at, title in [*(headings(text[start:]) if marked else ()), (len(text) - start, "")]:
        end = start + at
        if end - begin < LEAST and end < len(text):
            heading = heading or title
            continue
        yield from ((left, right, heading) for left, right in _cut(text, begin, end))
        begin, heading = end, title


def _cut(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    while end - begin > MOST:
        cut = _last(_BLANK, text, begin + MOST // 4, begin + MOST) or _last(_LINE_END, text, begin + 1, begin + MOST)
        if cut is None:
            found = _LINE_END.search(text, begin + MOST, min(end, begin + _HARD))
            if found is None and end - begin > _HARD:
                cut, after = _within(text, begin, begin + _HARD)
                yield begin, cut
                begin = after
                continue
            cut = found.end() if found else end
        yield begin, cut
        begin = cut
    if begin < end:
        yield begin, end


def _within(text: str, begin: int, end: int) -> tuple[int, int]:
    """Where to cut a long run, at its end or somewhat before; and where the next part begins."""
    cut = _last(_SPACE, text, end - MOST, end)
    return (end, end - _REPEATED) if cut is None else (cut, cut)


def _last(pattern: re.Pattern[str], text: str, begin: int, end: int) -> int | None:
    """Where the last match in text[begin:end] ends."""
    cut = None
    for found in pattern.finditer(text, begin, end):
        cut = found.end()
    return cut
