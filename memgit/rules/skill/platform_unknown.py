"""Hermes Agent offers a skill only on the platforms it names: macos, linux, windows. A skill with another word there is
offered nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.nodes import Node, Tag
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind
from memgit.rules.near import nearest
from memgit.rules.rule import Rule

RULE = Rule("skill/platform-unknown", Severity.WARNING, "a platform that Hermes never runs on")
KINDS = frozenset({Kind.SKILL})

_PLATFORMS = ("macos", "linux", "windows")
_TAKEN = frozenset({*_PLATFORMS, "darwin", "win32", "termux", "android", "freebsd", ""})
_MEANT = {"mac": "macos", "osx": "macos", "os x": "macos", "mac os": "macos", "win": "windows", "unix": "linux"}


def check(document: Document) -> Iterator[Diagnostic]:
    """Find words below `platforms` that are no platform."""
    field = document.front.field("platforms")
    for node in _words(field.node) if field else ():
        word = node.value.strip().lower()
        if word in _TAKEN:
            continue
        meant = _MEANT.get(word) or nearest(word, _PLATFORMS)
        fixes = (Fix(f"write {meant}", node.span, meant),) if meant else ()
        message = f"Hermes runs on no platform '{node.value}': {', '.join(_PLATFORMS)}"
        yield RULE.at(node.span, message, *fixes)


def _words(node: Node) -> tuple[Node, ...]:
    return node.items if node.tag is Tag.LIST else (node,) if node.tag is Tag.TEXT else ()
