"""The frontmatter ends with a line `---`, and that line ends with a newline.

Where the file stops right behind the closing `---`, or the line is missing, Hermes Agent sees no frontmatter at all:
name, description, platforms and settings are lost without a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.formats.frontmatter import top_level
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("skill/frontmatter-unclosed", Severity.ERROR, "a frontmatter that no line '---' with a newline closes")
KINDS = frozenset({Kind.SKILL})

_LAST = re.compile(r"(?:\r\n|\n|\r)(---[^\S\r\n]*)\Z")
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
    fixes = (_closing(document),) if place.end < len(text) else ()
    yield RULE.at(place, "agents see no frontmatter: no line '---' closes what this line opens", *fixes)


def _closing(document: Document) -> Fix:
    """A closing line behind the last key that the block can have: where the keys stop, or a blank line or heading."""
    block, text = document.front.block, document.text
    at = block.start
    for key in top_level(text, block)[0]:
        if text[at : key.line].strip():
            break
        at = key.end
    lead = "" if text[at - 1] in "\r\n" else block.newline
    return Fix("close the frontmatter", Span(at, at), f"{lead}---{block.newline}", safe=True)
