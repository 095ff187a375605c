"""A description that is there but blank is as good as none: agents do not know when to use the skill."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.nodes import Tag
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule
from memgit.rules.skill.opening import proposed

RULE = Rule("skill/description-empty", Severity.ERROR, "a description with nothing in it")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a description of nothing but blanks and quotes."""
    field = document.front.field("description")
    if field is None or field.node.tag not in (Tag.TEXT, Tag.NULL) or field.node.value.strip().strip("'\""):
        return
    written = proposed(document)
    blank = "" if document.text[field.value.start - 1 : field.value.start] in " \t" else " "
    fixes = (Fix("describe it by its first line", field.value, blank + written),) if written else ()
    yield RULE.at(field.key, "the description is empty: agents do not know when to use the skill", *fixes)
