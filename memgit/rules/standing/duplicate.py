"""A rule that is there twice, whatever its case and spacing. Agents read it once."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.lines import lines
from memgit.formats.standing import rule_on
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("standing/duplicate", Severity.HINT, "a standing rule that is there twice")
KINDS = frozenset({Kind.STANDING})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find lines that say what an earlier one does."""
    seen: dict[str, int] = {}
    text = document.text
    for line in lines(text):
        rule = rule_on(text[line.start : line.end]).casefold()
        if rule and rule in seen:
            fix = Fix("take it out", Span(line.start, line.behind), "", safe=True)
            yield RULE.at(Span(line.start, line.end), f"the same as rule {seen[rule]}", fix)
        elif rule:
            seen[rule] = len(seen) + 1
