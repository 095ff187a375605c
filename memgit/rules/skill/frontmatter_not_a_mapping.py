"""The frontmatter holds something, but no keys: a list, or a line of text. Agents take nothing from it."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.nodes import Tag
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule

RULE = Rule("skill/frontmatter-not-a-mapping", Severity.ERROR, "a frontmatter that is no list of keys and values")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a block without keys."""
    front, text = document.front, document.text
    if not front.block.closed or front.fields or front.breaks:
        return
    root = front.root
    if root is None or root.tag is Tag.MAP:
        return
    colon = text.find("：", root.span.start, root.span.end)
    mends = colon >= 0 and document.profile is not Profile.STRICT
    fixes = (Fix("a plain colon and a blank", Span(colon, colon + 1), ": ", safe=True),) if mends else ()
    yield RULE.at(root.span, f"the frontmatter is {root.tag}, not keys with values", *fixes)
