"""A NUL character. YAML and many programs stop at it; git takes a file with one for binary and shows no differences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("text/nul", Severity.ERROR, "a NUL character")
KINDS = frozenset(Kind) - {Kind.SUPPORT, Kind.TEXT}

_NULS = re.compile("\0+")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find runs of them."""
    for found in _NULS.finditer(document.text):
        place = Span(*found.span())
        yield RULE.at(place, "a NUL character: programs stop reading here", Fix("take it out", place, ""))
