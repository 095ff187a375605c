"""The name is something that YAML takes for a truth value, a number, a date or a list. Hermes Agent drops such a
skill from its list without a message. Quotes mend it: `name: "on"`.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.nodes import Tag
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule
from memgit.rules.skill.name_invalid import fits

RULE = Rule("skill/name-not-text", Severity.ERROR, "a name that YAML takes for a number, a date or a truth value")
KINDS = frozenset({Kind.SKILL})

_SCALARS = frozenset({Tag.BOOL, Tag.INT, Tag.FLOAT, Tag.DATE, Tag.OTHER})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a name that is no text."""
    field = document.front.field("name")
    if field is None or field.node.tag in (Tag.TEXT, Tag.NULL):
        return
    severity = Severity.ERROR if document.profile is Profile.HERMES else Severity.WARNING
    written = document.text[field.value.start : field.value.end]
    fixes: tuple[Fix, ...] = ()
    fit = document.profile is not Profile.STRICT or fits(written, document.profile)
    if fit and field.node.tag in _SCALARS and '"' not in written and "\\" not in written:
        fixes = (Fix("put the name in quotes", field.value, f'"{written}"', safe=True),)
    lost = "Hermes leaves this skill out of its list: " if document.profile is Profile.HERMES else ""
    yield RULE.at(field.value, f"{lost}YAML takes the name for {field.node.tag}", *fixes, severity=severity)
