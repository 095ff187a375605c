"""The engine: literal anchors first, then a regular expression at each of them.

All literals are found in one pass (Aho-Corasick), and every repeat in a pattern is bounded: the time is in proportion
to the length of the text, whatever the text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from ahocorasick_rs import AhoCorasick, Implementation

from memgit.model.diagnostic import Diagnostic, Fix
from memgit.rules.hit import Hit
from memgit.rules.pattern import Pattern
from memgit.rules.view import View

_CHUNK = 1 << 17
"""Characters searched at once: bounds the memory that the places of literals take."""

_MUCH = 1 << 19
"""After so many characters the faster automaton has paid for its slower making (4 ms against 8 ns a character)."""

_PARTING = b"\t\n\v\f\r\x1c\x1d\x1e\x1f>*_"
_PLAIN = bytes(32 if one in _PARTING else one for one in bytes(range(256)).lower())


class Scanner:
    """Patterns, with their literals compiled."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._patterns = patterns
        numbers: dict[str, int] = {}

        def numbered(literals: Iterable[str]) -> frozenset[int]:
            plain = _plain("\0".join(literals))
            return frozenset(numbers.setdefault(one, len(numbers)) for one in plain.split("\0") if one)

        self._anchors = [numbered(pattern.anchors) for pattern in patterns]
        self._also = [numbered(pattern.also) for pattern in patterns]
        self._users: list[list[int]] = [[] for _ in numbers]
        for pattern, anchors in enumerate(self._anchors):
            for anchor in anchors:
                self._users[anchor].append(pattern)
        self._literals = list(numbers)
        self._longest = max(map(len, numbers), default=0)
        self._automaton = AhoCorasick(self._literals, implementation=Implementation.ContiguousNFA)
        self._scanned = 0

    def scan(self, view: View) -> Iterator[Diagnostic]:
        """What the patterns find in the text, overlaps of different patterns included."""
        places = self._places(_plain(view.folded))
        for number in sorted({user for literal in places for user in self._users[literal]}):
            also = self._also[number]
            if also and also.isdisjoint(places):
                continue
            pattern = self._patterns[number]
            starts = sorted(chain.from_iterable(places[one] for one in self._anchors[number] if one in places))
            for match in _matches(pattern, starts, view.folded if pattern.cased else view.lowered):
                if found := _judge(pattern, match, view):
                    yield found

    def _places(self, text: str) -> dict[int, list[int]]:
        """The number of each literal in the text, with the places where it begins."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        for start in range(0, len(text), _CHUNK):
            piece = text[start : start + _CHUNK + self._longest - 1] if len(text) > _CHUNK else text
            for literal, first, _ in self._automaton.find_matches_as_indexes(piece, overlapping=True):
                if first < _CHUNK:
                    found[literal].append(start + first)
        self._speed_up(len(text))
        return found

    def _speed_up(self, scanned: int) -> None:
        before, self._scanned = self._scanned, self._scanned + scanned
        if before < _MUCH <= self._scanned:
            self._automaton = AhoCorasick(self._literals, implementation=Implementation.DFA)


def _plain(text: str) -> str:
    """The text as literals see it, one character for each."""
    return text.encode(errors="replace").translate(_PLAIN).decode()


def _matches(pattern: Pattern, starts: list[int], text: str) -> Iterator[re.Match[str]]:
    """The matches from left to right, none of which overlap."""
    regex = pattern.compiled
    end = 0
    if pattern.lead:
        for first, last in _windows(pattern, starts):
            yield from regex.finditer(text, first, last)
        return
    for start in starts:
        if start >= end and (match := regex.match(text, start)):
            end = match.end()
            yield match


def _windows(pattern: Pattern, starts: list[int]) -> Iterator[tuple[int, int]]:
    """The stretches around the anchors, merged where they touch."""
    first = last = -1
    for start in starts:
        if start - pattern.lead > last:
            if last >= 0:
                yield first, last
            first = max(0, start - pattern.lead)
        last = start + pattern.reach
    yield first, last


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
