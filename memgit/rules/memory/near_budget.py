"""An entry file that is nearly full: soon an agent has to make room before it can remember anything, and does so in a
hurry. Better to tidy up now.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Severity
from memgit.rules.document import Document, Kind
from memgit.rules.memory.over_budget import biggest, size
from memgit.rules.rule import Rule

RULE = Rule("memory/near-budget", Severity.INFO, "an entry file that is nearly full")
KINDS = frozenset({Kind.ENTRIES, Kind.FAILURES})

_NEAR = 90
"""Per cent."""


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a file from 90 per cent on; the place is its biggest entry."""
    limit, used = document.limit, size(document)
    if limit is None or not limit * _NEAR <= used * 100 <= limit * 100:
        return
    number, count = biggest(document)[0]
    message = f"{used:,} of {limit:,} {document.unit} ({used * 100 // limit} %); this entry alone has {count:,}"
    yield RULE.at(document.entries[number - 1].span, message)
