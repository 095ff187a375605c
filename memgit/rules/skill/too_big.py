"""A SKILL.md has at most 100,000 characters: Hermes Agent's tools refuse to write a longer one."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.skill import MAX_CHARACTERS
from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("skill/too-big", Severity.WARNING, "a SKILL.md of more than 100,000 characters")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find what is too much."""
    size = len(document.text)
    if size > MAX_CHARACTERS:
        message = f"{size:,} characters, {MAX_CHARACTERS:,} are allowed: what is behind here is too much"
        yield RULE.at(Span(MAX_CHARACTERS, size), message)
