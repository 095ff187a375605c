"""The name of an environment variable is a letter or `_`, then letters, digits and `_`. Hermes Agent drops others from
what it asks for before a skill is set up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.formats.nodes import Node, Tag
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("skill/env-name", Severity.WARNING, "the name of an environment variable that none can have")
KINDS = frozenset({Kind.SKILL})

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find names that are none, wherever Hermes reads them."""
    front = document.front
    required = front.node("required_environment_variables")
    named = list(_named(required, ("name", "env_var")))
    named += _named(front.node("setup", "collect_secrets"), ("env_var",))
    named += _named(front.node("prerequisites", "env_vars"), ())
    for node in named:
        if node.tag in (Tag.MAP, Tag.LIST) or _NAME.fullmatch(node.value.strip()):
            continue
        better = re.sub(r"[^A-Za-z0-9_]+", "_", node.value.strip().lstrip("$")).strip("_").upper()
        fixes = (Fix(f"write {better}", node.span, better),) if _NAME.fullmatch(better) else ()
        yield RULE.at(node.span, f"'{node.value}' cannot be the name of an environment variable", *fixes)


def _named(node: Node | None, keys: tuple[str, ...]) -> Iterator[Node]:
    """The names in a list of names, or of mappings that have one."""
    for item in node.items if node else ():
        if item.tag is Tag.MAP:
            yield from filter(None, (item.get(key) for key in keys))
        else:
            yield item
