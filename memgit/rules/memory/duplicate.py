"""An entry that is there twice. Agents read it once and drop the copy when they next write the file."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("memory/duplicate", Severity.WARNING, "an entry that is there twice")
KINDS = frozenset({Kind.ENTRIES, Kind.FAILURES})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find entries with the text of an earlier one."""
    seen: dict[str, int] = {}
    for entry in document.entries:
        text = entry.text.replace("\r\n", "\n").strip()
        first = seen.setdefault(text, entry.n)
        if first != entry.n:
            fix = Fix("take it out", entry.taken, "", safe=True)
            yield RULE.at(entry.span, f"the same as entry {first}", fix)
