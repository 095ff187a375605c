"""A topic file says in its frontmatter what type it is: user, feedback, project or reference, at the top or below
`metadata`. Claude Code picks topics by it.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.nodes import Tag
from memgit.formats.topics import TYPES
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind
from memgit.rules.near import nearest
from memgit.rules.rule import Rule

RULE = Rule("topic/type", Severity.WARNING, "a topic file without a type that its agent knows")
KINDS = frozenset({Kind.TOPIC})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a missing type, or one that is none of the four."""
    front = document.front
    node = front.node("type") or front.node("metadata", "type")
    if node is None or not node.value.strip():
        severity = Severity.WARNING if front.block.closed else Severity.HINT
        message = f"this topic has no type: {', '.join(TYPES)}"
        yield RULE.at(document.first_line(), message, severity=severity)
    elif node.tag is not Tag.TEXT or node.value.strip() not in TYPES:
        meant = nearest(node.value, TYPES)
        fixes = (Fix(f"write {meant}", node.span, meant),) if meant else ()
        yield RULE.at(node.span, f"'{node.value}' is no type of topic: {', '.join(TYPES)}", *fixes)
