"""A link that leads out of the skill's folder is dead as soon as the skill is installed, shared or archived without
what is around it. Agents refuse to read such files for a skill.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Severity
from memgit.rules import markdown
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("skill/file-outside", Severity.INFO, "a link to a file outside the skill")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find links that leave the folder."""
    for link in markdown.links(document.prose):
        if posixpath.normpath(link.path).startswith(".."):
            yield RULE.at(link.span, f"'{link.path}' is outside the skill: it does not travel with it")
