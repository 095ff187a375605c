"""Colours that only the server knows: keys, delimiters, date comments, and what of a description nobody sees."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from memgit.formats.nodes import Tag
from memgit.model.diagnostic import Span
from memgit.rules.document import Document, Kind, Profile
from memgit_lsp import cursor
from memgit_lsp.requests.structure import ENTRIES
from memgit_lsp.server import LEGEND
from memgit_lsp.session import Session
from memgit_lsp.text import Text, size

_TYPES = {name: n for n, name in enumerate(LEGEND.token_types)}
_DOTS = 3


def tokens(session: Session, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    """The tokens of a document, each on one line, as the protocol packs them."""
    found = cursor.at(session, params.text_document.uri)
    if found is None:
        return None
    data: list[int] = []
    line = column = 0
    for start, end, kind in sorted(_lines(found.text, _spans(found.document))):
        place = found.text.position(start)
        same = place.line == line
        width = size(found.text.text[start:end], found.text.encoding)
        data += [place.line - line, place.character - (column if same else 0), width, kind, 0]
        line, column = place.line, place.character
    return types.SemanticTokens(data)


def _spans(document: Document) -> Iterator[tuple[Span, str]]:
    for field in document.front.fields:
        yield field.key, "property"
    if document.kind is Kind.SKILL and document.profile is Profile.HERMES:
        about = document.front.field("description")
        if about is not None and about.node.tag is Tag.TEXT and len(about.node.value) > document.shown:
            seen = document.text.find(about.node.value[: document.shown - _DOTS], about.value.start, about.value.end)
            if seen >= 0:
                yield Span(seen + document.shown - _DOTS, about.value.end), "comment"
    if document.kind in ENTRIES:
        at = 0
        for entry in document.entries:
            yield from _gap(document, at, entry.span.start)
            at = entry.span.end
            tail = document.text.rfind("<!--", entry.span.start, entry.span.end) if entry.created else -1
            if tail >= 0:
                yield Span(tail, entry.span.end), "comment"
        yield from _gap(document, at, len(document.text))


def _gap(document: Document, start: int, end: int) -> Iterator[tuple[Span, str]]:
    sign = document.text.find("§", start, end)
    if sign >= 0:
        yield Span(sign, sign + 1), "operator"


def _lines(text: Text, spans: Iterator[tuple[Span, str]]) -> Iterator[tuple[int, int, int]]:
    """A token never goes over the end of a line."""
    for span, kind in spans:
        for line in range(text.line_at(span.start), text.line_at(max(span.start, span.end - 1)) + 1):
            start, end = max(span.start, text.starts[line]), min(span.end, text.line_end(line))
            if start < end:
                yield start, end, _TYPES[kind]
