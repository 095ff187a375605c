"""The comment at the end of an entry says when it was made and last confirmed, as `YYYY-MM-DD`. What is no date makes
pi-hermes-memory pass the entry over: a failure without a date is never shown to the agent.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.model.layout import Dialect
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("memory/date-invalid", Severity.WARNING, "the date of an entry that is none")
KINDS = frozenset({Kind.ENTRIES, Kind.FAILURES})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find dates that no calendar has, and a last day before the first."""
    if document.dialect is not Dialect.DATED:
        return
    for entry in document.entries:
        days: list[date] = []
        at = document.text.rfind("<!--", entry.span.start, entry.span.end)
        for name, value in (("created", entry.created), ("last", entry.last)):
            if value is None:
                continue
            at = document.text.index(value, document.text.index(f"{name}", at))
            place = Span(at, at + len(value)) if value else Span(at - 1, at)
            try:
                if len(value) != 10:
                    raise ValueError
                days.append(date.fromisoformat(value))
            except ValueError:
                yield RULE.at(place, f"'{value}' is no date: YYYY-MM-DD")
            else:
                if len(days) == 2 and days[1] < days[0]:
                    yield RULE.at(place, f"last confirmed before it was made on {days[0]}")
