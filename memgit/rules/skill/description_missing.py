"""The description is all that an agent sees of a skill before it loads it. Without one, Claude Code and the readers of
the open specification skip the skill; Hermes Agent shows the first line of the text in its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule
from memgit.rules.skill.opening import proposed

RULE = Rule("skill/description-missing", Severity.ERROR, "a frontmatter without a description")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a closed frontmatter that has no description."""
    front = document.front
    if not front.block.closed or front.field("description") is not None:
        return
    if front.root is not None and not front.fields:
        return
    end = front.block.newline
    place = Span(front.block.start - len(end) - 3, front.block.start - len(end))
    written = proposed(document)
    at = front.block.end
    fixes = (Fix("describe it by its first line", Span(at, at), f"description: {written}{end}"),) if written else ()
    yield RULE.at(place, "the frontmatter has no description: agents do not know when to use the skill", *fixes)
