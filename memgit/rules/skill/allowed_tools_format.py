"""`allowed-tools` is one text with blanks between the tools in the open specification. Claude Code also takes commas
and lists; other readers then see one tool with a strange name, or none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.formats import scalar
from memgit.formats.nodes import Tag
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule

RULE = Rule("skill/allowed-tools-format", Severity.HINT, "allowed-tools with commas or as a list")
KINDS = frozenset({Kind.SKILL})

_COMMAS = re.compile(r"\s*,\s*(?![^()]*\))")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find tools that are not parted by blanks alone."""
    field = document.front.field("allowed-tools")
    if field is None or document.profile is Profile.CLAUDE:
        return
    if field.node.tag is Tag.LIST:
        tools = [item.value for item in field.node.items if item.tag is Tag.TEXT]
        plain = len(tools) == len(field.node.items)
        block = field.node.style == "block"
        start = field.key.end + 1 if block else field.value.start
        text = f"{' ' if block else ''}{scalar.write(' '.join(tools))}"
        fixes = (Fix("write it as one text", Span(start, field.value.end), text),) if plain and tools else ()
        yield RULE.at(field.value, "the specification has one text with blanks between the tools", *fixes)
    elif _COMMAS.search(field.node.value):
        fix = Fix("blanks for the commas", field.value, scalar.write(_COMMAS.sub(" ", field.node.value).strip()))
        yield RULE.at(field.value, "the specification has blanks between the tools, no commas", fix)
