"""A skill or bundle names another skill that is not in the home: an agent that wants to load it finds nothing. A bundle
leaves such members out, with a line that says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.nodes import BrokenYaml, Node, Tag, compose
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind
from memgit.rules.near import nearest
from memgit.rules.rule import Rule

RULE = Rule("skill/reference-unknown", Severity.WARNING, "the name of a skill that is not there")
KINDS = frozenset({Kind.SKILL, Kind.BUNDLE})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find names below `related_skills`, or of a bundle, that no skill answers to."""
    known = document.around.skills
    if known is None:
        return
    severity = Severity.WARNING if document.kind is Kind.BUNDLE else Severity.HINT
    for node in named(document):
        name = node.value.strip().rpartition("/")[2]
        if name in known or not name or node.tag is not Tag.TEXT:
            continue
        meant = nearest(name, known)
        fixes = (Fix(f"name {meant}", node.span, meant),) if meant else ()
        hint = f": did you mean '{meant}'?" if meant else ""
        yield RULE.at(node.span, f"there is no skill '{node.value}'{hint}", *fixes, severity=severity)


def named(document: Document) -> Iterator[Node]:
    """Where a document names other skills."""
    if document.kind is Kind.BUNDLE:
        try:
            root = compose(document.text, 0, len(document.text))
        except BrokenYaml:
            return
        skills = root.get("skills") if root else None
        yield from skills.items if skills else ()
        return
    for path in (("related_skills",), ("metadata", "hermes", "related_skills")):
        node = document.front.node(*path)
        if node is not None:
            yield from node.items if node.tag is Tag.LIST else (node,)
