"""The engine: literal anchors first, then a regular expression in the windows around them.

All anchors are found in one pass (Aho-Corasick), windows that touch are merged, and every repeat in a pattern is
bounded: the time is in proportion to the length of the text, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ahocorasick_rs import AhoCorasick

from memgit.model.diagnostic import Diagnostic, Fix
from memgit.rules.hit import Hit
from memgit.rules.pattern import Pattern
from memgit.rules.view import View

_CHUNK = 1 << 17
"""Characters searched at once: bounds the memory that the places of anchors take."""

Windows = dict[int, list[tuple[int, int]]]
"""Number of a pattern to the stretches within its reach of an anchor, in order, merged where they touch."""


class Scanner:
    """Patterns, with their anchors compiled."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._patterns = patterns
        self._cased = _Anchors(patterns, cased=True)
        self._lowered = _Anchors(patterns, cased=False)

    def scan(self, view: View) -> Iterator[Diagnostic]:
        """What the patterns find in the text, in no order, overlaps included."""
        for text, anchors in ((view.folded, self._cased), (view.lowered, self._lowered)):
            for number, windows in anchors.windows(text).items():
                yield from _found(self._patterns[number], windows, text, view)


class _Anchors:
    """The anchors of those patterns that look at the folded text (cased), or at the lowered one."""

    def __init__(self, patterns: Sequence[Pattern], cased: bool) -> None:
        users: dict[str, list[tuple[int, int]]] = {}
        for number, pattern in enumerate(patterns):
            if pattern.cased == cased:
                for anchor in pattern.anchors:
                    users.setdefault(anchor, []).append((number, pattern.reach))
        self._users = list(users.values())
        self._longest = max(map(len, users), default=0)
        self._automaton = AhoCorasick(list(users))

    def windows(self, text: str) -> Windows:
        """The windows of each pattern that has any."""
        found: Windows = {}
        for start in range(0, len(text), _CHUNK):
            piece = text[start : start + _CHUNK + self._longest - 1] if len(text) > _CHUNK else text
            for anchor, first, last in self._automaton.find_matches_as_indexes(piece, overlapping=True):
                if first < _CHUNK:
                    for number, reach in self._users[anchor]:
                        window = (max(0, start + first - reach), min(len(text), start + last + reach))
                        _add(found.setdefault(number, []), window)
        return found


def _add(windows: list[tuple[int, int]], window: tuple[int, int]) -> None:
    """Add a window; they come in the order of their ends."""
    first, last = window
    while windows and first <= windows[-1][1]:
        before = windows.pop()
        first, last = min(first, before[0]), max(last, before[1])
    windows.append((first, last))


def _found(pattern: Pattern, windows: list[tuple[int, int]], text: str, view: View) -> Iterator[Diagnostic]:
    regex = _compiled(pattern.regex)
    for first, last in windows:
        for match in regex.finditer(text, first, last):
            if found := _judge(pattern, match, view):
                yield found


def _judge(pattern: Pattern, match: re.Match[str], view: View) -> Diagnostic | None:
    start, end = match.span("hit") if "hit" in match.re.groupindex else match.span()
    if start >= end:
        return None
    hit = Hit(match, view, start, end)
    severity = pattern.judge(hit) if pattern.judge else pattern.severity
    if severity is None:
        return None
    span = view.source_span(start, end)
    fixes: tuple[Fix, ...] = ()
    if pattern.env:
        fixes = (Fix(f"name the variable {pattern.env} instead", span, f"${{{pattern.env}}}"),)
    return Diagnostic(pattern.code, severity, pattern.message, span, fixes)


@lru_cache(maxsize=512)
def _compiled(regex: str) -> re.Pattern[str]:
    return re.compile(regex)
