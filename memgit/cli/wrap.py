"""Text broken into lines of a terminal, where wide characters take two cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memgit.cli.render import printable, width

Span = tuple[int, int]

_CLOSING = frozenset("!),.:;?]}»’”…、。〉》」』】〕〗〙〛・！），．：；？］｝～ー々％")
_OPENING = frozenset("([{«‘“〈《「『【〔〖〘〚（［｛")
"""What no line begins with, and what none ends with, after rules LB13 and LB14 of Unicode's UAX 14."""


def wrapped(text: str, room: int) -> list[Span]:
    """The span of each line, at most `room` cells wide; blanks at the ends of lines belong to none.

    A line ends at a blank or beside a wide character, and inside a word only where that is longer than a line.
    """
    lines: list[Span] = []
    start = cells = 0
    chance: Span | None = None  # where a line may end, and where the next begins
    for at, char in enumerate(text):
        cell = width(printable(char))
        if at == start and char == " ":
            start = at + 1
            continue
        if char == " ":
            chance = (at, at + 1)
        elif at > start and text[at - 1] != " " and _may_break(text[at - 1], char):
            chance = (at, at)
        while cells + cell > room and at > start:
            end, following = chance or (at, at)
            lines.append((start, end))
            start, chance = following, None
            cells = sum(width(printable(one)) for one in text[start:at])
        if at < start:  # the blank that did not fit
            continue
        cells += cell
    last = len(text.rstrip(" "))
    return [*lines, (start, last)] if last > start else lines


def pieces(text: str, marks: Sequence[Span], line: Span) -> Iterable[tuple[str, bool]]:
    """A line of the text in pieces, each with whether it is marked. marks: in order, none over another."""
    at, end = line
    for mark in marks:
        start, stop = max(mark[0], at), min(mark[1], end)
        if start < stop:
            if at < start:
                yield text[at:start], False
            yield text[start:stop], True
            at = stop
    if at < end:
        yield text[at:end], False


def _may_break(before: str, after: str) -> bool:
    """Whether a line may end between two characters that are no blanks."""
    if after in _CLOSING or before in _OPENING or width(after) == 0:
        return False
    return width(before) == 2 or width(after) == 2
