"""A description has at most 1,024 characters: the open specification and Hermes Agent refuse a longer one."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats import scalar
from memgit.formats.nodes import Tag
from memgit.formats.skill import MAX_DESCRIPTION
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule
from memgit.rules.skill.opening import cut

RULE = Rule("skill/description-over-1024", Severity.ERROR, "a description of more than 1,024 characters")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a description that is too long."""
    field = document.front.field("description")
    if field is None or field.node.tag is not Tag.TEXT or len(field.node.value) <= MAX_DESCRIPTION:
        return
    short = scalar.write(cut(" ".join(field.node.value.split()), MAX_DESCRIPTION))
    fix = Fix(f"cut it to {MAX_DESCRIPTION:,} characters", field.value, short)
    yield RULE.at(field.value, f"the description has {len(field.node.value):,} characters, 1,024 are allowed", fix)
