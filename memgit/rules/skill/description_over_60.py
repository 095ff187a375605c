"""Hermes Agent's index of skills shows 60 characters of a description: of a longer one the first 57 and `...`. What
the agent does not see cannot tell it when to use the skill, so the first words should. Elsewhere the whole description
is shown, and this is only a hint.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats import scalar
from memgit.formats.nodes import Tag
from memgit.formats.skill import MAX_DESCRIPTION
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule
from memgit.rules.skill.opening import cut

RULE = Rule("skill/description-over-60", Severity.WARNING, "a description that Hermes' index of skills cuts")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a description that is longer than what is shown."""
    field, limit = document.front.field("description"), document.shown
    if field is None or field.node.tag is not Tag.TEXT or len(field.node.value) > MAX_DESCRIPTION:
        return
    bare = field.node.value.strip().strip("'\"")
    if len(bare) <= limit:
        return
    hermes = document.profile is Profile.HERMES
    seen = f"{bare[: limit - 3]}..."
    fix = Fix(f"cut it to {limit} characters", field.value, scalar.write(cut(" ".join(bare.split()), limit)))
    message = f"{len(bare)} of {limit} characters: the index of skills shows only: {' '.join(seen.split())}"
    yield RULE.at(field.value, message, fix, severity=Severity.WARNING if hermes else Severity.HINT)
