"""Agents look for a file that is called exactly `SKILL.md`. One called `skill.md` or `Skill.md` is found on some
machines and by some readers only.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.skill import FILE
from memgit.model.diagnostic import Diagnostic, Severity
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("skill/file-name", Severity.WARNING, "a SKILL.md that is called otherwise")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a name in another case."""
    name = document.around.name
    if name is not None and name != FILE:
        yield RULE.at(document.first_line(), f"agents look for '{FILE}', this file is called '{name}'")
