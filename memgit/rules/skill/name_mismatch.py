"""The open specification wants the name of a skill to be that of its folder. Agents load it all the same, but they
look skills up by either: one of the two is then not found.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from memgit.formats import scalar
from memgit.formats.nodes import Tag
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule

RULE = Rule("skill/name-mismatch", Severity.ERROR, "a name that is not that of the folder")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a name that differs from the folder's."""
    field, folder = document.front.field("name"), document.around.folder
    if field is None or folder is None or field.node.tag is not Tag.TEXT or not field.node.value.strip():
        return
    name = field.node.value.strip()
    if unicodedata.normalize("NFKC", name) == unicodedata.normalize("NFKC", folder):
        return
    severity = Severity.ERROR if document.profile is Profile.STRICT else Severity.WARNING
    fix = Fix("take the folder's name", field.value, scalar.write(folder))
    yield RULE.at(field.value, f"the skill is called '{name}', its folder '{folder}'", fix, severity=severity)
