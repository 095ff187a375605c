"""The frontmatter ends with a line `---`, and that line ends with a newline.

Where the file stops right behind the closing `---`, or the line is missing, Hermes Agent sees no frontmatter at all:
name, description, platforms and settings are lost without a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.formats.lines import lines
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules import front
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("skill/frontmatter-unclosed", Severity.ERROR, "a frontmatter that no line '---' with a newline closes")
KINDS = frozenset({Kind.SKILL})

_LAST = re.compile(r"(?:\r\n|\n|\r)(---[^\S\r\n]*)\Z")
_KEY = re.compile(r"[\w\"'][^:\r\n]*:|[ \t]+\S|-[ \t]|#[ \t]")
_OPENING = re.compile(r"\ufeff?---[^\r\n]*")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find an opening line without its end."""
    block, text = document.front.block, document.text
    if not block.opened or block.closed:
        return
    if last := _LAST.search(text):
        fix = Fix("end the closing line with a newline", Span(len(text), len(text)), block.newline, safe=True)
        message = "Hermes sees no frontmatter: the closing line ends the file; it needs a newline behind it"
        yield RULE.at(Span(*last.span(1)), message, fix)
        return
    opening = _OPENING.match(text)
    place = Span(*opening.span()) if opening else document.first_line()
    fixes = _closing(document) if place.end < len(text) else ()
    yield RULE.at(place, "agents see no frontmatter: no line '---' closes what this line opens", *fixes)


def _closing(document: Document) -> tuple[Fix, ...]:
    """A closing line behind the last line that looks like a key or belongs to one; none where that makes no block."""
    block, text = document.front.block, document.text
    at = block.start
    for line in lines(text):
        if line.start >= at and not _KEY.match(text, line.start, line.end):
            break
        at = max(at, line.behind)
    lead = "" if text[at - 1] in "\r\n" else block.newline
    fix = Fix("close the frontmatter", Span(at, at), f"{lead}---{block.newline}", safe=True)
    closed = front.read(text[:at] + fix.text)
    described = closed.field("description")
    return (fix,) if described and described.node.value.strip() and not closed.breaks else ()
