"""The marks that git leaves where two versions could not be merged. Agents read both versions and the marks as text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("text/conflict-marker", Severity.ERROR, "what git leaves of two versions that could not be merged")
KINDS = frozenset(Kind)

_CONFLICT = re.compile(
    r"^(?P<open><<<<<<< [^\r\n]*)(?:\r\n|\n)(?P<ours>(?:(?!=======|>>>>>>> ).*(?:\r\n|\n))*?)"
    r"(?:\|\|\|\|\|\|\| ?[^\r\n]*(?:\r\n|\n)(?:(?!=======(?:\r|\n)).*(?:\r\n|\n))*?)?"
    r"=======(?:\r\n|\n)(?P<theirs>(?:(?!>>>>>>> ).*(?:\r\n|\n))*?)>>>>>>> [^\r\n]*(?:\r\n|\n|\Z)",
    re.MULTILINE,
)


def check(document: Document) -> Iterator[Diagnostic]:
    """Find the three marks together."""
    if "<<<<<<< " not in document.text:
        return
    for found in _CONFLICT.finditer(document.text):
        whole = Span(*found.span())
        fixes = (Fix("take the first version", whole, found["ours"]), Fix("take the second", whole, found["theirs"]))
        yield RULE.at(Span(*found.span("open")), "a merge was not finished: both versions are here", *fixes)
