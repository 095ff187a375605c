"""Two skills answer to one name. Hermes Agent's list shows one of them and its `skill_view` refuses the name; other
agents take whichever they find first.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.nodes import Tag
from memgit.model.diagnostic import Diagnostic, Severity
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("skill/name-collision", Severity.WARNING, "a name that another skill has too")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a name that is not this skill's alone."""
    around, field = document.around, document.front.field("name")
    if around.skills is None or around.path is None or field is None or field.node.tag is not Tag.TEXT:
        return
    name = field.node.value.strip()
    others = sorted(set(around.skills.get(name, ())) - {around.path})
    if others:
        yield RULE.at(field.value, f"'{name}' is also the name of {', '.join(others)}")
