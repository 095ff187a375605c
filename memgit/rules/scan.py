"""The engine: literal anchors first, then a regular expression in the windows around them.

Anchors are found with `str.find`, windows that touch are merged, and every repeat in a pattern is bounded: the time is
in proportion to the length of the text, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from memgit.model.diagnostic import Diagnostic, Fix
from memgit.rules.hit import Hit
from memgit.rules.pattern import Pattern
from memgit.rules.view import View


def scan(view: View, patterns: Iterable[Pattern]) -> Iterator[Diagnostic]:
    """What the patterns find in the text, in no order, overlaps included."""
    for pattern in patterns:
        text = view.folded if pattern.cased else view.lowered
        for first, last in _windows(text, pattern):
            for match in _compiled(pattern.regex).finditer(text, first, last):
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


def _windows(text: str, pattern: Pattern) -> list[tuple[int, int]]:
    """The stretches within the pattern's reach of an anchor, in order, merged where they touch."""
    found = sorted(window for anchor in pattern.anchors for window in _around(text, anchor, pattern.reach))
    merged: list[tuple[int, int]] = []
    for first, last in found:
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return merged


def _around(text: str, anchor: str, reach: int) -> Iterator[tuple[int, int]]:
    at = text.find(anchor)
    while at >= 0:
        first, end = max(0, at - reach), at + len(anchor) + reach
        while (further := text.rfind(anchor, at + 1, end)) > at:
            at, end = further, further + len(anchor) + reach
        yield first, min(len(text), end)
        at = text.find(anchor, end)


@lru_cache(maxsize=512)
def _compiled(regex: str) -> re.Pattern[str]:
    return re.compile(regex)
