"""A skill says its name in the frontmatter. Where it does not, agents fall back to the name of the folder, or refuse
the skill.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats import scalar
from memgit.formats.nodes import Tag
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule

RULE = Rule("skill/name-missing", Severity.ERROR, "a frontmatter without a name")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a closed frontmatter that gives no name."""
    front = document.front
    if not front.block.closed or (front.root is not None and not front.fields):
        return
    severity = Severity.ERROR if document.profile is Profile.STRICT else Severity.WARNING
    field, folder = front.field("name"), document.around.folder
    if field is None:
        place = Span(front.block.start - len(front.block.newline) - 3, front.block.start - len(front.block.newline))
        at, end = front.block.start, front.block.newline
        fixes = (Fix("take the folder's name", Span(at, at), f"name: {scalar.write(folder)}{end}"),) if folder else ()
        yield RULE.at(place, "the frontmatter has no name", *fixes, severity=severity)
    elif field.node.tag is Tag.NULL or (field.node.tag is Tag.TEXT and not field.node.value.strip()):
        blank = "" if document.text[field.value.start - 1 : field.value.start] in " \t" else " "
        fixes = (Fix("take the folder's name", field.value, blank + scalar.write(folder)),) if folder else ()
        yield RULE.at(field.key, "the name is empty", *fixes, severity=severity)
