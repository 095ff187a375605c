"""The parts of a document as an editor folds and selects them: frontmatter, sections, entries, code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types

from memgit.model.diagnostic import Span
from memgit.rules import markdown
from memgit.rules.document import Document, Kind
from memgit_lsp import cursor
from memgit_lsp.session import Session
from memgit_lsp.text import Text

ENTRIES = frozenset({Kind.ENTRIES, Kind.FAILURES})
MOST = 5_000
"""Folds that are told."""

_WORD = re.compile(r"\w+(?:[-'.]\w+)*")


def folding(session: Session, params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
    """What can be folded: each from its first line to its last."""
    found = cursor.at(session, params.text_document.uri)
    if found is None:
        return None
    text, folds = found.text, []
    for span, kind in _folds(found.document):
        first, last = text.line_at(span.start), text.line_at(max(span.start, span.end - 1))
        if last > first:
            folds.append(types.FoldingRange(first, last, kind=kind))
    return folds[:MOST]


def selection(session: Session, params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
    """For each place what is around it, from the word to the whole document."""
    found = cursor.at(session, params.text_document.uri)
    if found is None:
        return None
    return [_around(found.document, found.text, found.text.offset(place)) for place in params.positions]


def sections(document: Document) -> Iterator[tuple[markdown.Heading, Span]]:
    """Each heading with all that is below it, up to the next of its level or above."""
    heads = list(markdown.headings(document.prose))
    for n, head in enumerate(heads):
        later = (other.span.start for other in heads[n + 1 :] if other.level <= head.level)
        yield head, Span(head.span.start, next(later, len(document.text)))


def _folds(document: Document) -> Iterator[tuple[Span, types.FoldingRangeKind | None]]:
    block = document.front.block
    if block.closed and block.body:
        yield Span(0, block.body), types.FoldingRangeKind.Region
    if document.kind in ENTRIES:
        yield from ((entry.span, None) for entry in document.entries)
        return
    for _, span in sections(document):
        end = span.start + len(document.text[span.start : span.end].rstrip())
        yield Span(span.start, end), None
    yield from ((span, None) for span in markdown.fences(document.text, block.body))


def _around(document: Document, text: Text, offset: int) -> types.SelectionRange:
    spans = [Span(0, len(text.text))]
    if document.kind in ENTRIES:
        spans += [entry.span for entry in document.entries]
    else:
        spans += [span for _, span in sections(document)]
        block = document.front.block
        spans += [Span(0, block.body)] if block.closed else []
        for field in document.front.fields:
            spans += [field.lines, field.value]
    line = text.line_at(offset)
    spans.append(Span(text.starts[line], text.line_end(line)))
    spans += [Span(*found.span()) for found in _WORD.finditer(text.text, text.starts[line], text.line_end(line))]
    inside = sorted(
        {(one.end - one.start, one) for one in spans if one.start <= offset <= one.end}, key=lambda it: -it[0]
    )
    chain: types.SelectionRange | None = None
    last = Span(0, len(text.text))
    for _, span in inside:
        if last.start <= span.start and span.end <= last.end:
            chain, last = types.SelectionRange(text.range(span), chain), span
    assert chain is not None
    return chain
