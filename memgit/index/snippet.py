"""The piece of a text that shows why it was found."""

from __future__ import annotations

import re
from dataclasses import dataclass
from unicodedata import category

from memgit.index.cluster import Cluster, cluster
from memgit.index.occurrences import Span
from memgit.index.query import Query
from memgit.text.tokens import is_cjk

LEAST = 16
"""The narrowest snippet."""

_BLANKS = re.compile(r"[^\S\x1c-\x1f]+")
"""What is shown as one space; the separators among control characters are left to be escaped."""

_RUNS = re.compile(rf"(?P<blanks>{_BLANKS.pattern})|[\S\x1c-\x1f]+")

_SENTENCE = re.compile(r"[。！？；!?][”’」』）)\"']*|[.:;][\"')]*(?=\s)|\n")
"""What ends a sentence or a line."""

_SOLID = re.compile(r"[\S\x1c-\x1f]")
_CUT = "…"
_JOINER = "\u200d"
_JOINED = re.compile("[\u200d\u1160-\u11ff\uff9e\uff9f\U0001f3fb-\U0001f3ff]")
"""What joins the character before besides marks: the joiner, parts of Hangul, voicing, the colours of skin."""

_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")
_FLAGS = re.compile("[\U0001f1e6-\U0001f1ff]+\\Z")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a text on one line, `…` where it is cut; control and bidi characters are as in the text.

    marks: the spans of `text` that match, in order, apart from each other and not empty.
    at: where in the whole text the first of them is, or the piece if there is none.
    """

    text: str
    marks: tuple[Span, ...]
    at: int


def snippet(text: str, query: Query, width: int = 160) -> Snippet:
    """The window of a text where most leaves of a query match, else its start: `width` characters at most.

    A width under `LEAST` is taken as that. The cost beyond folding the text is independent of its length.
    """
    width = max(width, LEAST)
    found = cluster(text, query.leaves, width * 3 // 4)
    first, last = (0, len(text)) if len(text) <= width else _frame(text, found, width)
    marks = [mark for mark in found.marks if first <= mark[0] and mark[1] <= last]
    if not marks:
        marks = [(max(first, start), min(last, end)) for start, end in found.marks if start < last and first < end]
    return _shown(text, (first, last), marks)


def _frame(text: str, found: Cluster, width: int) -> Span:
    """The window around what was found, a third of the context before it; cut where a reader would cut."""
    start, end = found.known
    first, spare = found.span[0], width - 2 * len(_CUT)
    last, used = _forth(text, first, found.span[1], spare)
    spare -= used
    first, before = _back(text, first, start, spare // 3)
    last, after = _forth(text, last, end, spare - before)
    first, _ = _back(text, first, start, spare - before - after)
    first = _begin(text, first, found.span[0], width // 5)
    return first, _finish(text, last, found.span[1] if found.span[1] <= last else first + 1, width // 5)


def _forth(text: str, at: int, end: int, room: int) -> tuple[int, int]:
    """How far a text goes on within an end and a room, in which a run of blanks is one; and the room taken."""
    used = 0
    for run in _RUNS.finditer(text, at, end):
        if used >= room:
            break
        size = min(len(run[0]), room - used)
        at = run.end() if run["blanks"] else at + size
        used += 1 if run["blanks"] else size
    return at, used


def _back(text: str, at: int, start: int, room: int) -> tuple[int, int]:
    """The same backwards."""
    used = 0
    while at > start and used < room:
        at -= 1
        if _blank(text[at]):
            while at > start and _blank(text[at - 1]):
                at -= 1
        used += 1
    return at, used


def _begin(text: str, first: int, limit: int, near: int) -> int:
    """Where to begin at a place or soon after it: at a sentence, else at a word, never within a character."""
    if first == 0:
        return first
    stop = min(first + near, limit)
    if sentence := _SENTENCE.search(text, first - 1, stop):
        return sentence.end()
    place = first
    while place < stop and _within_word(text, place):
        place += 1
    place = first if _within_word(text, place) else place
    while place < limit and _within_character(text, place):
        place += 1
    return place


def _finish(text: str, last: int, limit: int, near: int) -> int:
    """Where to end at a place or soon before it: after a sentence, else after a word, never within a character."""
    if last == len(text):
        return last
    stop = max(last - near, limit)
    sentences = [match.end() for match in _SENTENCE.finditer(text, stop, last)]
    if sentences:
        return sentences[-1]
    place = last
    while place > stop and _within_word(text, place):
        place -= 1
    place = last if _within_word(text, place) else place
    while place > limit and _within_character(text, place):
        place -= 1
    return place


def _blank(char: str) -> bool:
    return _BLANKS.match(char) is not None


def _within_word(text: str, at: int) -> bool:
    """Whether a place is between two letters or digits of one word."""
    return 0 < at < len(text) and all(char.isalnum() and not is_cjk(char) for char in text[at - 1 : at + 1])


def _within_character(text: str, at: int) -> bool:
    """Whether a reader sees what is before and after a place as one character."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    pair = "\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff"
    return pair or before == _JOINER or category(after)[0] == "M" or _JOINED.match(after) is not None or _flag(text, at)


def _flag(text: str, at: int) -> bool:
    """Whether a place is between the two letters of a flag."""
    letters = _FLAGS.search(text[max(0, at - 400) : at]) if _FLAG.match(text, at) else None
    return letters is not None and len(letters[0]) % 2 == 1


def _shown(text: str, frame: Span, marks: list[Span]) -> Snippet:
    """A frame of a text on one line, its marks moved along."""
    first, last = frame
    if lead := _BLANKS.match(text, first, last):
        first = lead.end()
    while last > first and _blank(text[last - 1]):
        last -= 1
    runs = [run.span() for run in _BLANKS.finditer(text, first, last)]
    before = _CUT if _SOLID.search(text, 0, first) else ""
    after = _CUT if _SOLID.search(text, last) else ""

    def place(at: int) -> int:
        gone = sum(min(at, end) - start - 1 for start, end in runs if start + 1 < at)
        return len(before) + at - first - gone

    line = _BLANKS.sub(" ", text[first:last])
    at = marks[0][0] if marks else first
    return Snippet(before + line + after, tuple((place(start), place(end)) for start, end in marks), at)
