"""Markdown as rules look at it: prose without code, headings, links; by lines, since a full parse is for no key stroke.

CommonMark as far as skills go: fences, code spans, ATX headings, inline links, reference definitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from memgit.formats.lines import lines
from memgit.model.diagnostic import Span

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\r\n]*)")
_CODE = re.compile(r"(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_LINK = re.compile(
    r"(?<!\\)\[(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*\]\(\s*(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)[^()\n]*\)"
)
_DEFINITION = re.compile(r" {0,3}\[[^\[\]]+\]:[ \t]*(<[^<>\n]*>|\S+)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#|/|~|\$|\{|<[A-Z]")


class Heading(NamedTuple):
    """A heading: its level, its text, the span of its line."""

    level: int
    text: str
    span: Span


class Link(NamedTuple):
    """A link to a file: the path it names, decoded and without an anchor; where that is written."""

    path: str
    span: Span


def prose(text: str, start: int = 0) -> str:
    """A text of the same length in which code, comments and what is before `start` are blank."""
    parts = [_blank(text[:start])]
    fence = ""
    at = start
    for line in lines(text[start:]):
        given = text[start + line.start : start + line.behind]
        found = _FENCE.match(given)
        if fence:
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
            given = _blank(given)
        elif found and not (found[1][0] == "`" and "`" in found[2]):
            fence, given = found[1], _blank(given)
        elif "`" in given:
            given = _CODE.sub(lambda code: _blank(code[0]), given)
        parts.append(given)
        at = start + line.behind
    masked = "".join(parts) + text[at:]
    return _COMMENT.sub(lambda comment: _blank(comment[0]), masked) if "<!--" in masked else masked


def fences(text: str, start: int = 0) -> Iterator[Span]:
    """Fenced code from its opening to its closing line, or to the end."""
    fence, first = "", 0
    for line in lines(text[start:]):
        given = text[start + line.start : start + line.end]
        found = _FENCE.match(given)
        if fence and found and found[1].startswith(fence) and not found[2].strip():
            yield Span(first, start + line.end)
            fence = ""
        elif not fence and found and not (found[1][0] == "`" and "`" in found[2]):
            fence, first = found[1], start + line.start
    if fence:
        yield Span(first, len(text))


def headings(masked: str) -> Iterator[Heading]:
    """The headings of a text from `prose`."""
    for line in lines(masked):
        if masked[line.start : line.start + 4].lstrip(" ").startswith("#"):
            found = _HEADING.match(masked[line.start : line.end])
            if found:
                yield Heading(len(found[1]), found[2], Span(line.start, line.end))


def code_spans(text: str, start: int = 0) -> Iterator[tuple[str, Span]]:
    """What stands in backticks on one line, outside fences: the code, and where it is."""
    fence = ""
    for line in lines(text[start:]):
        given = text[start + line.start : start + line.end]
        found = _FENCE.match(given)
        if fence:
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        elif found and not (found[1][0] == "`" and "`" in found[2]):
            fence = found[1]
        elif "`" in given:
            for code in _CODE.finditer(given):
                first = start + line.start + code.start(2)
                yield code[2], Span(first, first + len(code[2]))


def links(masked: str) -> Iterator[Link]:
    """The links of a text from `prose` that name files by relative paths: no addresses, anchors, variables."""
    for line in lines(masked):
        given = masked[line.start : line.end]
        if "](" not in given and "]:" not in given:
            continue
        found = [*_LINK.finditer(given)]
        if definition := _DEFINITION.match(given):
            found.append(definition)
        for one in found:
            first, last = one.span(1)
            target = one[1]
            if target.startswith("<"):
                first, last, target = first + 1, last - 1, target[1:-1]
            if target and not _SCHEME.match(target):
                bare = re.split(r"[?#]", target, maxsplit=1)[0]
                yield Link(unquote(bare), Span(line.start + first, line.start + first + len(bare)))


def _blank(text: str) -> str:
    """As many blanks, line ends kept."""
    return re.sub(r"[^\r\n]", " ", text)
