"""Below the frontmatter a skill says what to do. One that says nothing is refused by Hermes Agent's tools, and helps
nobody who loads it.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("skill/body-empty", Severity.WARNING, "a skill with nothing below its frontmatter")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a closed frontmatter with nothing behind it."""
    block = document.front.block
    if not block.closed or document.body.strip():
        return
    end, size = block.newline, len(document.text)
    lead = "" if document.body.count(end) else end
    fix = Fix("write a first section", Span(size, size), f"{lead}## When to Use{end}{end}")
    yield RULE.at(
        Span(block.end, block.end + 3), "there is nothing below the frontmatter: no agent learns from it", fix
    )
