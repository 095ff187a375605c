"""By Hermes Agent's authoring rules the author of a skill that it writes is `Hermes`, never a name from the machine it
runs on: skills are shared, and nobody agreed to have their login told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.formats.nodes import Tag
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule

RULE = Rule("skill/author-from-host", Severity.HINT, "an author that is the name of a login or a machine")
KINDS = frozenset({Kind.SKILL})

_LOGINS = frozenset("root user ubuntu debian admin administrator ec2-user vagrant node runner localhost".split())
_AT_HOST = re.compile(r"[\w.-]+@(?:localhost|[\w-]+|[\w-]+\.(?:local|lan|internal|home))")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find an author who is nobody outside this machine."""
    if document.profile is not Profile.HERMES:
        return
    for path in (("author",), ("metadata", "author"), ("metadata", "hermes", "author")):
        node = document.front.node(*path)
        if node is None or node.tag is not Tag.TEXT:
            continue
        name = node.value.strip()
        if name.lower() in _LOGINS or name in document.around.logins or _AT_HOST.fullmatch(name):
            fix = Fix("write Hermes", node.span, "Hermes")
            yield RULE.at(node.span, f"'{name}' is a name on this machine; skills are shared", fix)
