"""Hermes Agent replaces an entry that it does not trust by a line `[BLOCKED: …]` in its prompt, and does not look at an
entry that already begins so: whatever follows would reach the agent unchecked. Nothing in a memory file should begin
like that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("memory/blocked-lookalike", Severity.WARNING, "an entry that imitates the line for a blocked one")
KINDS = frozenset({Kind.ENTRIES, Kind.FAILURES})

_LIKE = re.compile(r"\s*[\[［【]\s*BLOCKED\b\s*[:：]?", re.IGNORECASE)


def check(document: Document) -> Iterator[Diagnostic]:
    """Find entries that begin like the placeholder."""
    for entry in document.entries:
        found = _LIKE.match(document.text, entry.span.start, entry.span.end)
        if found:
            message = "Hermes does not check an entry that begins so: what follows reaches the agent as it is"
            place = Span(found.start(), found.end())
            yield RULE.at(place, message, Fix("take the entry out", entry.taken, ""))
