"""A failure is written as `[correction] What happened — Failed: … — Corrected to: …`, with a kind in brackets first.
Without it pi-hermes-memory cannot tell what kind it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.failures import parse
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("failures/format", Severity.HINT, "a failure that does not begin with its kind")
KINDS = frozenset({Kind.FAILURES})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find entries without a kind in brackets."""
    for entry in document.entries:
        if parse(entry.text) is None:
            start = entry.span.start
            line = (entry.text.splitlines() or [""])[0]
            fix = Fix("call it a failure", Span(start, start), "[failure] ")
            yield RULE.at(Span(start, start + max(1, len(line))), "this does not begin with a kind: [failure] …", fix)
