"""YAML as nodes with their places in the text, by the parser that Hermes Agent reads with (PyYAML, YAML 1.1).

Nothing is constructed: a date stays as it is written, and a key that is there twice is there twice. Places are code
points. Line ends inside are as in the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from memgit.model.diagnostic import Span

_SURROGATE = re.compile("[\ud800-\udfff]")
_UNPRINTABLE = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What YAML 1.1 allows nowhere (§5.1 of the specification)."""

_MESSAGES = {
    "mapping values are not allowed here": "a colon with a space behind it, inside a value",
    "mapping values are not allowed in this context": "a colon with a space behind it, inside a value",
    "could not find expected ':'": "a line that is no `key: value`",
}


class Tag(StrEnum):
    """What YAML takes a node for."""

    TEXT = "text"
    NULL = "nothing"
    BOOL = "a truth value"
    INT = "a number"
    FLOAT = "a decimal number"
    DATE = "a date"
    LIST = "a list"
    MAP = "a mapping"
    OTHER = "something else"


_TAGS = {
    "str": Tag.TEXT,
    "null": Tag.NULL,
    "bool": Tag.BOOL,
    "int": Tag.INT,
    "float": Tag.FLOAT,
    "timestamp": Tag.DATE,
    "seq": Tag.LIST,
    "map": Tag.MAP,
}


@dataclass(frozen=True, slots=True)
class Node:
    """A value: what it is, where it stands, what is in it.

    value: a scalar's text, read; style: `"`, `'`, `|`, `>` or empty for plain; of lists and mappings `flow` or `block`.
    """

    tag: Tag
    span: Span
    value: str = ""
    style: str = ""
    items: tuple[Node, ...] = ()
    pairs: tuple[tuple[Node, Node], ...] = ()

    def get(self, key: str) -> Node | None:
        """What a mapping holds for a key: of repeated ones the last counts."""
        return next((value for name, value in reversed(self.pairs) if name.value == key), None)


class BrokenYaml(Exception):
    """Text that is no YAML: why, and where the parser saw it."""

    def __init__(self, reason: str, at: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


def compose(text: str, start: int, end: int) -> Node | None:
    """The node of a stretch of a text; None for an empty one. Raises BrokenYaml."""
    import yaml

    piece = _SURROGATE.sub("\ufffd", text[start:end])
    if unfit := _UNPRINTABLE.search(piece):
        raise BrokenYaml(f"the character U+{ord(unfit[0]):04X} is not allowed in YAML", start + unfit.start())
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = yaml.compose(piece, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = str(error.problem or error.context)
        raise BrokenYaml(_MESSAGES.get(reason, reason), start + min(mark.index if mark else 0, len(piece))) from None
    except (yaml.YAMLError, RecursionError) as error:
        raise BrokenYaml(str(error).partition("\n")[0], start) from None
    return None if root is None else _Reading(piece, start).node(root)


class _Reading:
    """Turns the parser's nodes into ours; one that several aliases name is read once."""

    def __init__(self, text: str, shift: int) -> None:
        self._text = text
        self._shift = shift
        self._known: dict[int, Node] = {}

    def node(self, given: Any) -> Node:
        """One node. An anchor that is inside of what it names stands for nothing."""
        if known := self._known.get(id(given)):
            return known
        span = self._span(given.start_mark.index, given.end_mark.index)
        self._known[id(given)] = Node(Tag.OTHER, span)
        made = self._known[id(given)] = self._made(given, span)
        return made

    def _made(self, given: Any, span: Span) -> Node:
        tag = _TAGS.get(str(given.tag).removeprefix("tag:yaml.org,2002:"), Tag.OTHER)
        if isinstance(given.value, str):
            return Node(tag, span, given.value, given.style or "")
        style = "flow" if given.flow_style else "block"
        if tag is Tag.MAP:
            pairs = tuple((self.node(key), self.node(value)) for key, value in given.value)
            return Node(tag, span, style=style, pairs=pairs)
        values = given.value if tag is Tag.LIST else ()
        return Node(tag, span, style=style, items=tuple(map(self.node, values)))

    def _span(self, start: int, end: int) -> Span:
        """Without the space behind: a block ends where the next thing begins."""
        while end > start and self._text[end - 1].isspace():
            end -= 1
        return Span(self._shift + start, self._shift + end)
