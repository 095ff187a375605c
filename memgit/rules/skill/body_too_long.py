"""The specification recommends at most 500 lines for a SKILL.md: all of it is loaded when the skill is used. What is
needed now and then belongs into `references/`, with a line that says when to read it.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.lines import lines
from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("skill/body-too-long", Severity.HINT, "a SKILL.md of more than 500 lines")
KINDS = frozenset({Kind.SKILL})

LIMIT = 500


def check(document: Document) -> Iterator[Diagnostic]:
    """Find the first line that is too many."""
    found = list(lines(document.text))
    if len(found) > LIMIT:
        over = found[LIMIT]
        message = f"{len(found)} lines: more than {LIMIT} are better kept in files below references/"
        yield RULE.at(Span(over.start, over.end), message)
