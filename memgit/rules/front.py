"""The frontmatter as rules see it: fields with their places, whatever is wrong with one of them.

Where the block as a whole is no YAML, each key is read on its own, and one that is none as the text behind its colon:
a broken field hides no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memgit.formats import frontmatter, scalar
from memgit.formats.frontmatter import Frontmatter, Key
from memgit.formats.nodes import BrokenYaml, Node, Tag, compose
from memgit.model.diagnostic import Span


@dataclass(frozen=True, slots=True)
class Field:
    """A top-level key and what it is set to.

    lines: the whole of it, last newline included; value: `node.span`, or the empty place behind the colon.
    """

    name: str
    key: Span
    lines: Span
    node: Node

    @property
    def value(self) -> Span:
        """Where the value is."""
        return self.node.span


@dataclass(frozen=True, slots=True)
class Break:
    """Where the block is no YAML, and why. field: the key it is in, with nothing right about its value."""

    reason: str
    at: int
    field: Key | None = None


@dataclass(frozen=True, slots=True)
class Front:
    """A text's frontmatter. root: the node of the whole; None where it is empty or broken."""

    block: Frontmatter
    root: Node | None
    fields: tuple[Field, ...]
    breaks: tuple[Break, ...]

    def field(self, name: str) -> Field | None:
        """A field: of repeated ones the last, which counts."""
        return next((field for field in reversed(self.fields) if field.name == name), None)

    def node(self, *names: str) -> Node | None:
        """The node below some keys, None where there is none."""
        found = self.field(names[0])
        node = found.node if found else None
        for name in names[1:]:
            node = node.get(name) if node else None
        return node


def read(text: str) -> Front:
    """The frontmatter of a text. Never fails."""
    block = frontmatter.split(text)
    if not block.closed:
        return Front(block, None, (), ())
    try:
        root = compose(text, block.start, block.end)
    except BrokenYaml as error:
        return _by_key(text, block, error)
    if root is None or root.tag is not Tag.MAP:
        return Front(block, root, (), ())
    return Front(block, root, tuple(_fields(text, block, root)), ())


def _fields(text: str, block: Frontmatter, root: Node) -> Iterator[Field]:
    starts = [key.span.start for key, _ in root.pairs] + [block.end]
    for (key, value), behind in zip(root.pairs, starts[1:], strict=True):
        end = text.rfind("\n", key.span.start, behind) + 1 if root.style == "block" else behind
        yield Field(key.value, key.span, Span(key.span.start, end or behind), value)


def _by_key(text: str, block: Frontmatter, whole: BrokenYaml) -> Front:
    """What can be read of a block that is no YAML."""
    fields: list[Field] = []
    breaks: list[Break] = []
    for key in frontmatter.top_level(text, block)[0]:
        try:
            root = compose(text, key.line, key.end)
            node = root.pairs[0][1] if root and root.pairs else _as_written(text, key)
        except BrokenYaml as error:
            breaks.append(Break(error.reason, error.at, key))
            node = _as_written(text, key)
        fields.append(Field(key.name, Span(key.line, key.stop), Span(key.line, key.end), node))
    return Front(block, None, tuple(fields), tuple(breaks) or (Break(whole.reason, whole.at),))


def _as_written(text: str, key: Key) -> Node:
    """A value as Hermes Agent's reader takes it from a line that is no YAML."""
    line = text[key.value : key.end].split("\n", 1)[0].rstrip()
    span = Span(key.value, key.value + len(line))
    plain = line.strip()
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "\"'":
        plain = plain[1:-1]
    return Node(Tag.TEXT if plain else Tag.NULL, span, plain)


def quoted(text: str, span: Span) -> str:
    """What stands in a span as a value that YAML reads as that text; quotes that are there stay its quotes."""
    raw = text[span.start : span.end]
    if len(raw) > 1 and raw[0] == raw[-1] == '"':
        inside = raw[1:-1].replace('\\"', '"').replace("'", "''")
        return f"'{inside}'"
    written = scalar.write(raw)
    return written if written != raw else f'"{raw}"'
