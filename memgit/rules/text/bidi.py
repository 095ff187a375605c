"""Characters that turn the direction of text around. Text with them reads otherwise than it is: a person sees one
thing, an agent reads another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("text/bidi", Severity.WARNING, "characters that turn the direction of text around")
KINDS = frozenset(Kind)

_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]+")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find embeddings, overrides and isolates; the marks of one direction are fine."""
    if document.text.isascii():
        return
    for found in _TURNING.finditer(document.text):
        names = ", ".join(dict.fromkeys(unicodedata.name(char).lower() for char in found[0]))
        place = Span(*found.span())
        yield RULE.at(place, f"text is turned around here ({names})", Fix("take it out", place, ""))
