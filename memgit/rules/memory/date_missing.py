"""An entry without the comment that says when it was made. pi-hermes-memory takes it for made today, each day anew: it
never grows old. The next write of the entry by the agent gives it its dates.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.model.layout import Dialect
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("memory/date-missing", Severity.HINT, "an entry without a date in a file where entries have one")
KINDS = frozenset({Kind.ENTRIES, Kind.FAILURES})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find entries that end without a comment of dates."""
    if document.dialect is not Dialect.DATED:
        return
    for entry in document.entries:
        if entry.created is None:
            first = entry.text.splitlines()[0] if entry.text else ""
            place = Span(entry.span.start, entry.span.start + max(1, len(first)))
            yield RULE.at(place, "no date: the agent takes this entry for made today, each day anew")
