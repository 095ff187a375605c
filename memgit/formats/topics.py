"""Topic files and the index that lists them; an edit of the index changes only its own lines.

As Claude Code's auto memory keeps them: `MEMORY.md` has a line `- [Title](file.md) — hook` for each topic file of its
folder, a topic file starts with frontmatter: name, description and type, the type in newer ones below `metadata`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memgit.errors import Refused
from memgit.formats import frontmatter
from memgit.formats.lines import Line, decode, lines, newline
from memgit.model.diagnostic import Span

TYPES = ("user", "feedback", "project", "reference")
"""The types that Claude Code gives topics."""

_BOM = "\ufeff"
_LINK = re.compile(r"(?<!!)\[((?:[^\[\]\\\n]|\\.)*)\]\(\s*(<[^<>\n]*>|[^\s()<>]+)(?:\s+\"[^\"\n]*\")?\s*\)")
_HOOK = re.compile(r"\s*(?:—|–|-{1,2}|:)?\s*")
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_UNSAFE = re.compile(r"[\s()<>%\"\\]")
_WIKI = re.compile(r"\[\[([^\[\]|#\n]+)(?:[|#][^\[\]\n]*)?\]\]")


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic file: what its frontmatter says (None: nothing), and the text behind it."""

    name: str | None
    description: str | None
    type: str | None
    body: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link of an index. target: as it is written, path: decoded. hook: what follows it on its line.

    line: the line's number, from 1; leads: whether the line is the topic's own, with this link in front.
    span: where the link is in the file's text.
    """

    title: str
    target: str
    path: str
    hook: str
    line: int
    leads: bool
    span: Span


def parse_topic(data: bytes) -> Topic:
    """Read a topic file; SystemRefused if it is not UTF-8. One without frontmatter is all body."""
    text = decode(data)
    block = frontmatter.split(text)
    if not block.closed:
        return Topic(None, None, None, text.removeprefix(_BOM))
    found = frontmatter.fields(text, ("name", "description", "type", "metadata"))
    nested = found["metadata"].get("type") if isinstance(found["metadata"], dict) else None
    name, description, kind = (_text(found[key]) for key in ("name", "description", "type"))
    return Topic(name, description, kind or _text(nested), text[block.body :])


def compose_topic(topic: Topic) -> bytes:
    """A new topic file; values that are None are left out."""
    head = ""
    for key, value in (("name", topic.name), ("description", topic.description), ("type", topic.type)):
        if value is not None:
            head = frontmatter.set_field(head, key, value)
    return (head + topic.body).encode()


def references(text: str) -> list[tuple[str, Span]]:
    """The topics that a text refers to as `[[name]]`, with their places."""
    return [(found[1].strip(), Span(found.start(), found.end())) for found in _WIKI.finditer(text)]


@dataclass(frozen=True, slots=True)
class TopicIndex:
    """An index of topics; edits answer a new one. Links in fenced code are none."""

    text: str
    links: tuple[Link, ...]

    @classmethod
    def parse(cls, data: bytes) -> TopicIndex:
        """Read an index; SystemRefused if it is not UTF-8."""
        return _read(decode(data))

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        return self.text.encode()

    def find(self, path: str) -> Link | None:
        """The link to a topic file; its own line before a mention elsewhere."""
        found = [link for link in self.links if link.path == path]
        return next((link for link in found if link.leads), found[0] if found else None)

    def add(self, path: str, title: str, hook: str = "") -> TopicIndex:
        """Give a topic file its line, behind the last such line, else at the end; nothing happens if it has one.

        Raises Refused for a title or hook of several lines.
        """
        link = self.find(path)
        if link is not None and link.leads:
            return self
        line = _line(self._bullet(), path, title, hook)
        ending = newline(self.text)
        last = max((link.line for link in self.links if link.leads), default=None)
        at = len(self.text) if last is None else list(lines(self.text))[last - 1].behind
        head, tail = self.text[:at], self.text[at:]
        gap = ending if head.strip(_BOM) and not head.endswith(("\n", "\r")) else ""
        return _read(head + gap + line + ("" if gap else ending) + tail)

    def replace(self, path: str, title: str, hook: str = "") -> TopicIndex:
        """Write the line of a topic file anew, with its bullet kept; as `add` if it has none."""
        link = self.find(path)
        if link is None or not link.leads:
            return self.add(path, title, hook)
        place = list(lines(self.text))[link.line - 1]
        bullet = self.text[place.start : link.span.start]
        written = _line(bullet, path, title, hook)
        return _read(self.text[: place.start] + written + self.text[place.end :])

    def remove(self, path: str) -> TopicIndex:
        """Take out the lines of a topic file; a mention in other lines stays."""
        text, places = self.text, list(lines(self.text))
        for link in reversed(self.links):
            if link.leads and link.path == path:
                place = places[link.line - 1]
                text = text[: _start(text, place)] + text[place.behind :]
        return _read("" if text == _BOM else text)

    def _bullet(self) -> str:
        leading = [link for link in self.links if link.leads]
        if not leading:
            return "- "
        place = list(lines(self.text))[leading[-1].line - 1]
        return self.text[_start(self.text, place) : leading[-1].span.start]


def links_of(text: str) -> tuple[Link, ...]:
    """The links of an index, in order."""
    links: list[Link] = []
    fence = ""
    for n, place in enumerate(lines(text), 1):
        line = text[place.start : place.end]
        mark = _FENCE.match(line)
        if mark is not None and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        elif not fence:
            links.extend(_links(line, place, n))
    return tuple(links)


def _read(text: str) -> TopicIndex:
    return TopicIndex(text, links_of(text))


def _links(line: str, place: Line, n: int) -> list[Link]:
    links: list[Link] = []
    for found in _LINK.finditer(line):
        target = found[2].removeprefix("<").removesuffix(">")
        leads = not links and not line[: found.start()].strip("-*+ \t\ufeff")
        gap = _HOOK.match(line, found.end())
        hook = line[gap.end() if gap else found.end() :].strip()
        span = Span(place.start + found.start(), place.start + found.end())
        title = re.sub(r"\\(.)", r"\1", found[1])
        links.append(Link(title, target, _path(target), hook, n, leads, span))
    return links


def _path(target: str) -> str:
    path = target.partition("#")[0]
    if "%" in path:
        from urllib.parse import unquote

        path = unquote(path)
    return path.removeprefix("./")


def _line(bullet: str, path: str, title: str, hook: str) -> str:
    if any(mark in part for part in (title, hook, path) for mark in "\r\n"):
        raise Refused("a line of the index cannot hold a line break")
    target = _UNSAFE.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), path)
    escaped = re.sub(r"([\[\]\\])", r"\\\1", title)
    return f"{bullet}[{escaped}]({target})" + (f" — {hook.strip()}" if hook.strip() else "")


def _start(text: str, place: Line) -> int:
    return 1 if place.start == 0 and text.startswith(_BOM) else place.start


def _text(value: object) -> str | None:
    return None if value is None or isinstance(value, (dict, list)) else str(value)
