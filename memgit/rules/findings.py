"""All patterns over one text, then one finding per place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from memgit.model.diagnostic import Diagnostic, Severity
from memgit.rules import safety, secrets
from memgit.rules.scan import Scanner
from memgit.rules.view import View

_GENERIC = frozenset({"secret/assigned", "secret/password", "secret/bearer", "secret/url-password"})
"""Rules that give way to one that knows the token by name."""

_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


def find(text: str, families: frozenset[str]) -> tuple[Diagnostic, ...]:
    """What the families find in the text, sorted, one finding per rule and place."""
    view = View(text)
    shown = list(_scanner(families).scan(view))
    found = _named_first(one for one in shown if one.code.startswith("secret/"))
    found += (one for one in shown if one.code.startswith("safety/"))
    if "safety" in families:
        found += safety.hidden(view)
    return tuple(sorted(_one_each(found), key=lambda d: (d.span.start, d.span.end, d.code)))


def _named_first(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The secrets without those generic findings that overlap one with a name, or a generic one before them."""
    named: list[Diagnostic] = []
    generic: list[Diagnostic] = []
    for one in sorted(found, key=lambda d: (d.span.start, d.span.end)):
        (generic if one.code in _GENERIC else named).append(one)
    kept: list[Diagnostic] = []
    at = 0
    for one in generic:
        while at < len(named) and named[at].span.end <= one.span.start:
            at += 1
        behind = kept and kept[-1].span.end > one.span.start
        if not behind and (at == len(named) or named[at].span.start >= one.span.end):
            kept.append(one)
    return named + kept


def _one_each(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings, and of those of one rule that overlap the worst, the longer among equals."""
    kept: list[Diagnostic] = []
    for one in sorted(found, key=lambda d: (d.code, d.span.start, d.span.end)):
        last = kept[-1] if kept else None
        if last is None or last.code != one.code or last.span.end <= one.span.start:
            kept.append(one)
        elif _weight(one) < _weight(last):
            kept[-1] = one
    return kept


def _weight(one: Diagnostic) -> tuple[int, int]:
    return _RANKS[one.severity], one.span.start - one.span.end


@cache
def _scanner(families: frozenset[str]) -> Scanner:
    """One scanner for all that is asked: the text is gone through once."""
    return Scanner([one for one in (*secrets.PATTERNS, *safety.PATTERNS) if one.code.partition("/")[0] in families])
