"""A failure begins with what kind it is, in brackets: failure, correction, insight, preference, convention or
tool-quirk. pi-hermes-memory shows others as they are, and finds them by none of these words.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.failures import CATEGORIES, parse
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.near import nearest
from memgit.rules.rule import Rule

RULE = Rule("failures/category", Severity.WARNING, "a failure of a kind that agents do not know")
KINDS = frozenset({Kind.FAILURES})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find kinds that are none of the six."""
    for entry in document.entries:
        parts = parse(entry.text)
        if parts is None or parts.category in CATEGORIES:
            continue
        place = Span(entry.span.start + 1, entry.span.start + 1 + len(parts.category))
        meant = nearest(parts.category, CATEGORIES)
        fixes = (Fix(f"write {meant}", place, meant),) if meant else ()
        yield RULE.at(place, f"'{parts.category}' is no kind of failure: {', '.join(CATEGORIES)}", *fixes)
