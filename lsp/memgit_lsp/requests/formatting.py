"""Formatting that changes no meaning: blanks at the ends of lines, the space around delimiters, the last newline."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types

from memgit.formats.lines import newline
from memgit.model.diagnostic import Span
from memgit.rules import markdown
from memgit.rules.document import Document, Kind
from memgit_lsp import cursor
from memgit_lsp.requests.structure import ENTRIES
from memgit_lsp.session import Session

_TRAILING = re.compile(r"[ \t]+(?=\r\n|\n|\r|\Z)")
_MARKDOWN = frozenset({Kind.SKILL, Kind.SUPPORT, Kind.CATEGORY, Kind.TOPIC, Kind.TOPIC_INDEX})
_BREAK = 2
"""Blanks at the end of a line of Markdown that break it."""


def formatting(session: Session, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
    """The edits; none for a document that is as it should be."""
    found = cursor.at(session, params.text_document.uri)
    if found is None:
        return None
    if found.document.kind in ENTRIES:
        edits = _entries(found.document)
    elif found.document.kind in _MARKDOWN and found.path.suffix.lower() == ".md":
        edits = _lines(found.document)
    else:
        return []
    return [types.TextEdit(found.text.range(span), text) for span, text in edits]


def _entries(document: Document) -> Iterator[tuple[Span, str]]:
    """One delimiter line between two entries, nothing before the first and behind the last: as agents write them."""
    text, at, end = document.text, 0, newline(document.text)
    for n, entry in enumerate(document.entries):
        gap = Span(at, entry.span.start)
        wanted = f"{end}§{end}" if n else ""
        given = text[gap.start : gap.end].removeprefix("\ufeff")
        if given != wanted:
            yield Span(gap.end - len(given), gap.end), wanted
        at = entry.span.end
    if at and text[at:]:
        yield Span(at, len(text)), ""


def _lines(document: Document) -> Iterator[tuple[Span, str]]:
    text, block = document.text, document.front.block
    code = list(markdown.fences(text, block.body))
    for found in _TRAILING.finditer(text):
        while code and code[0].end < found.start():
            code.pop(0)
        if code and code[0].start <= found.start():
            continue
        in_front = found.start() < block.body
        if _is_plain(document, found.start()) if in_front else _is_idle(text, found):
            yield Span(*found.span()), ""
    if text and not text.endswith(("\n", "\r")):
        yield Span(len(text), len(text)), newline(text)


def _is_plain(document: Document, at: int) -> bool:
    """Whether blanks in the frontmatter belong to no block of text."""
    field = next((field for field in document.front.fields if field.lines.start <= at < field.lines.end), None)
    return field is None or (not field.node.style and "\n" not in document.text[field.lines.start : at])


def _is_idle(text: str, found: re.Match[str]) -> bool:
    """Whether blanks in Markdown mean nothing: they are all of a line, or one that breaks none."""
    before = text[found.start() - 1 : found.start()]
    return before in ("", "\n", "\r") or (len(found[0]) < _BREAK and found[0] == " ")
