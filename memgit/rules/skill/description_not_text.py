"""A description is text. A list, a number or a truth value makes Hermes Agent drop the skill from its list without a
message; pi-hermes-memory reads one line and takes the sign of a block (`>` or `|`) for the description.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats import scalar
from memgit.formats.nodes import Tag
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule

RULE = Rule("skill/description-not-text", Severity.ERROR, "a description that its reader does not take for text")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a description of another type, or in a form that pi cannot read."""
    field = document.front.field("description")
    if field is None or field.node.tag is Tag.NULL:
        return
    node, written = field.node, document.text[field.value.start : field.value.end]
    if node.tag is Tag.TEXT:
        if document.profile is Profile.PI and node.style in ("|", ">"):
            fix = Fix("write it on one line", field.value, scalar.write(" ".join(node.value.split())), safe=True)
            yield RULE.at(field.value, f"pi reads '{written[0]}' as the description", fix)
        return
    severity = Severity.ERROR if document.profile is Profile.HERMES else Severity.WARNING
    fixes: tuple[Fix, ...] = ()
    if not node.items and not node.pairs and "\n" not in written:
        fixes = (Fix("put it in quotes", field.value, f"'{written.replace(chr(39), chr(39) * 2)}'", safe=True),)
    lost = "Hermes leaves this skill out of its list: " if document.profile is Profile.HERMES else ""
    yield RULE.at(field.value, f"{lost}YAML takes the description for {node.tag}", *fixes, severity=severity)
