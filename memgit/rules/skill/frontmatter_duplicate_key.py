"""A key stands twice in the frontmatter. Agents take the last one and ignore the others without a word; strict
readers refuse the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.nodes import Node
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule

RULE = Rule("skill/frontmatter-duplicate-key", Severity.WARNING, "a key that stands twice in the frontmatter")
KINDS = frozenset({Kind.SKILL, Kind.CATEGORY})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find each key that a later one of the same name overrides."""
    severity = Severity.ERROR if document.profile is Profile.STRICT else RULE.severity
    last = {field.name: field for field in document.front.fields}
    for field in document.front.fields:
        if last[field.name] is not field:
            fix = Fix(f"take this '{field.name}' out", field.lines, "", safe=True)
            message = f"'{field.name}' is there again below, and only that one counts"
            yield RULE.at(field.key, message, fix, severity=severity)
    for field in document.front.fields:
        yield from (
            RULE.at(key.span, f"'{key.value}' is there again below, and only that one counts", severity=severity)
            for key in _overridden(field.node)
        )


def _overridden(node: Node) -> Iterator[Node]:
    """The keys inside a value that later ones override."""
    seen: dict[str, int] = {key.value: n for n, (key, _) in enumerate(node.pairs)}
    for n, (key, value) in enumerate(node.pairs):
        if seen[key.value] != n:
            yield key
        yield from _overridden(value)
    for item in node.items:
        yield from _overridden(item)
