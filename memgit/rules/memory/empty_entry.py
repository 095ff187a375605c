"""Two delimiters with nothing between them, or one at an end of the file. Agents drop the empty entry; it is no harm,
and often what is left of an edit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("memory/empty-entry", Severity.HINT, "a delimiter with no entry on one of its sides")
KINDS = frozenset({Kind.ENTRIES, Kind.FAILURES})

_BLANK = r"[ \t\r\n\ufeff]*"
_SIGN = r"(?P<sign>§)(?=[\r\n]|\Z)"
_LEADING = re.compile(rf"\A(?P<gap>{_BLANK}){_SIGN}(?:\r\n|\n|\r)?")
_DOUBLE = re.compile(rf"(?<=[\r\n]§)(?P<gap>(?:\r\n|\n|\r){_BLANK}(?<=[\r\n])){_SIGN}")
_TRAILING = re.compile(rf"(?P<gap>(?:\r\n|\n|\r)){_SIGN}{_BLANK}\Z")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find signs that part nothing from something."""
    text, told = document.text, set()
    for pattern in (_LEADING, _DOUBLE, _TRAILING):
        for found in pattern.finditer(text):
            sign = Span(*found.span("sign"))
            if sign.start in told:
                continue
            told.add(sign.start)
            start = found.start() + (1 if text.startswith("\ufeff") and not found.start() else 0)
            yield RULE.at(
                sign,
                "there is no entry between this and what is next to it",
                Fix("take it out", Span(start, found.end()), ""),
            )
