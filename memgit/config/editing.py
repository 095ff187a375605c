"""Settings files are edited by span: one value changes, every other byte and every comment stays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import StringIO
from typing import TYPE_CHECKING, Any, cast

from memgit.config.keys import Value, shown
from memgit.config.reading import read, read_any
from memgit.errors import SystemRefused

if TYPE_CHECKING:
    from ruamel.yaml.nodes import CollectionNode, MappingNode, Node

_WORD = re.compile(r"[A-Za-z/][\w./@+-]*")
_SPECIAL = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}


def set_value(data: bytes, name: str, value: Value, path: str) -> bytes:
    """A settings file with one setting set. Raises SystemRefused (8) when it is not a mapping in YAML.

    path: what the file is called in an error.
    """
    try:
        text = data.decode("utf-8")
        before = read(text)
        if isinstance(before.get(name.partition(".")[0], {}), list | str | bool | int | float) and "." in name:
            raise ValueError(f"'{name.partition('.')[0]}' is a value there, not a group")
    except UnicodeDecodeError:
        raise SystemRefused(f"'{path}' is not UTF-8 text", f"mend or remove {path}") from None
    except ValueError as error:
        raise SystemRefused(f"'{path}' cannot be read: {error}", f"mend or remove {path}") from None
    wanted = _with(before, name, value)
    edited = _spliced(text, name, value)
    if edited is None or not _holds(edited, wanted):
        edited = _dumped(text, name, value)
    return edited.encode("utf-8")


def written(value: Value) -> str:
    """A value as YAML, on one line."""
    if isinstance(value, tuple):
        return f"[{', '.join(written(item) for item in value)}]"
    text = shown(value)
    if isinstance(value, bool | int | float) or (_WORD.fullmatch(text) and text.lower() not in _SPECIAL):
        return text
    if text.isprintable():
        return "'{}'".format(text.replace("'", "''"))
    return '"{}"'.format("".join(map(_escaped, text)))


def _escaped(char: str) -> str:
    """A character of a double-quoted YAML scalar (YAML 1.2 §5.7)."""
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else f"\\U{ord(char):08X}"


def _spliced(text: str, name: str, value: Value) -> str | None:
    """The text with the value put in its place; None for a shape that spans cannot edit."""
    from ruamel.yaml import YAML

    newline = "\r\n" if "\r\n" in text else "\n"
    group, _, last = name.rpartition(".")
    root = cast("MappingNode | None", YAML().compose(text))
    if root is None:
        return _added(text, name, value, newline)
    pairs = _pairs(root)
    if group:
        found = pairs.get(group)
        if found is None:
            return None if root.flow_style else _added(text, name, value, newline)
        if not isinstance(found[1].value, list):
            at = found[0].end_mark.index + 1
            return f"{text[:at]}{newline}  {last}: {written(value)}{text[at:]}"
        root = cast("MappingNode", found[1])
        pairs = _pairs(root)
    if last in pairs:
        return _replaced(text, *pairs[last], written(value))
    if root.flow_style or not pairs:
        return None
    return _inserted(text, root, f"{last}: {written(value)}", newline) if group else _added(text, name, value, newline)


def _pairs(node: MappingNode) -> dict[str, tuple[Node, Node]]:
    return {key.value: (key, value) for key, value in node.value}


def _replaced(text: str, key: Node, old: Node, new: str) -> str:
    start, end = old.start_mark.index, _end(old)
    colon = text.index(":", key.end_mark.index) + 1
    if start == end:
        # no value yet: the parser puts it somewhere after the colon
        return f"{text[:colon]} {new}{text[colon:]}"
    if "\n" in text[colon:start]:
        # a list written down the page begins on the next line
        return f"{text[:colon]} {new}{text[end:]}"
    return text[:start] + new + text[end:]


def _inserted(text: str, group: MappingNode, line: str, newline: str) -> str:
    """A line after the last of a group, as deep as its first."""
    indent = " " * group.value[0][0].start_mark.column
    end = _end(group)
    eol = text.find("\n", end)
    if eol < 0:
        return f"{text}{newline}{indent}{line}{newline}"
    return f"{text[: eol + 1]}{indent}{line}{newline}{text[eol + 1 :]}"


def _added(text: str, name: str, value: Value, newline: str) -> str:
    """A setting at the end of the file."""
    group, _, last = name.rpartition(".")
    before = text if not text or text.endswith("\n") else f"{text}{newline}"
    lines = [f"{group}:", f"  {last}: {written(value)}"] if group else [f"{last}: {written(value)}"]
    return before + newline.join(lines) + newline


def _end(node: Node) -> int:
    """Where a node's own text ends: that of a block collection is where its last item does."""
    if isinstance(node.value, list) and node.value and not cast("CollectionNode", node).flow_style:
        item = node.value[-1]
        return _end(item[1] if isinstance(item, tuple) else item)
    return int(node.end_mark.index)


def _with(document: Mapping[str, Any], name: str, value: Value) -> dict[str, Any]:
    plain = list(value) if isinstance(value, tuple) else value
    group, _, last = name.rpartition(".")
    if not group:
        return {**document, last: plain}
    return {**document, group: {**(document.get(group) or {}), last: plain}}


def _holds(text: str, wanted: Mapping[str, Any]) -> bool:
    try:
        return read_any(text) == wanted
    except ValueError:
        return False


def _dumped(text: str, name: str, value: Value) -> str:
    """The whole file written anew, comments kept: for shapes that spans cannot edit."""
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    document = yaml.load(text) or {}
    group, _, last = name.rpartition(".")
    if group and not document.get(group):
        document[group] = {}
    (document[group] if group else document)[last] = list(value) if isinstance(value, tuple) else value
    out = StringIO()
    yaml.dump(document, out)
    return out.getvalue()
