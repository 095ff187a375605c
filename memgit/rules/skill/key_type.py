"""A key is set to something that its reader does not take: a list where one text belongs, text where keys with values
do. Hermes Agent ignores what it does not expect, without a message.

A version without quotes is a number: `1.10` is read as 1.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.nodes import Node, Tag
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule
from memgit.rules.skill import keys

RULE = Rule("skill/key-type", Severity.WARNING, "a key that is set to something its reader does not take")
KINDS = frozenset({Kind.SKILL})

_LONGEST = 500
"""Characters of `compatibility` in the specification."""


def check(document: Document) -> Iterator[Diagnostic]:
    """Find values of the wrong type."""
    known = keys.known(document.profile)
    for field in document.front.fields:
        wanted = known.get(field.name)
        if wanted is not None:
            yield from _typed(document, field.name, field.node, wanted)
    yield from _nested(document)
    if document.profile is Profile.STRICT:
        yield from _flow(document)


def _typed(document: Document, name: str, node: Node, wanted: frozenset[Tag]) -> Iterator[Diagnostic]:
    written = document.text[node.span.start : node.span.end]
    if name == "version" and node.tag in (Tag.FLOAT, Tag.INT, Tag.DATE):
        fix = Fix("put the version in quotes", node.span, f'"{written}"', safe=True)
        yield RULE.at(node.span, f"YAML takes the version for {node.tag}", fix, severity=Severity.HINT)
    elif node.tag is not Tag.NULL and node.tag not in wanted:
        fixes: tuple[Fix, ...] = ()
        if Tag.TEXT in wanted and not node.items and not node.pairs and '"' not in written and "\\" not in written:
            fixes = (Fix("put it in quotes", node.span, f'"{written}"', safe=True),)
        yield RULE.at(node.span, f"'{name}' is {node.tag}, {_names(wanted)} is expected", *fixes)
    elif name == "compatibility" and len(node.value) > _LONGEST:
        yield RULE.at(node.span, f"'compatibility' has {len(node.value)} characters, {_LONGEST} are allowed")


def _nested(document: Document) -> Iterator[Diagnostic]:
    """What is below `metadata`: Hermes' own keys, and for the specification anything that is no text."""
    metadata = document.front.node("metadata")
    hermes = metadata.get("hermes") if metadata else None
    for key, value in hermes.pairs if hermes else ():
        wanted = keys.nested().get(key.value)
        if wanted is not None:
            yield from _typed(document, key.value, value, wanted)
    yield from _config(hermes.get("config") if hermes else None)
    if document.profile is Profile.AGENTSKILLS and metadata:
        for key, value in metadata.pairs:
            if value.tag in (Tag.MAP, Tag.LIST):
                message = f"'metadata.{key.value}' is {value.tag}; the specification has text there"
                yield RULE.at(key.span, message, severity=Severity.HINT)


def _config(config: Node | None) -> Iterator[Diagnostic]:
    """Settings that Hermes offers: each needs a key and a description."""
    for item in config.items if config else ():
        missing = [name for name in ("key", "description") if not (found := item.get(name)) or not found.value]
        if missing:
            yield RULE.at(item.span, f"Hermes leaves this setting out: it has no {' and no '.join(missing)}")


def _flow(document: Document) -> Iterator[Diagnostic]:
    for field in document.front.fields:
        if field.node.style == "flow":
            message = "the reference validator refuses lists and mappings in brackets"
            yield RULE.at(field.value, message, severity=Severity.ERROR)


def _names(wanted: frozenset[Tag]) -> str:
    return " or ".join(tag.value for tag in Tag if tag in wanted)
