"""The outline of a document; and what the whole home holds, by the search index."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from memgit.model.diagnostic import Span
from memgit.model.hit import Hit, Request
from memgit.ops.documents import Home
from memgit.rules.document import Kind
from memgit_lsp import cursor
from memgit_lsp.cursor import Cursor
from memgit_lsp.findings import printable
from memgit_lsp.requests.diagnostics import homes_of
from memgit_lsp.requests.structure import ENTRIES, sections
from memgit_lsp.session import Session

_NAME = 80
_MOST = 100
_KINDS = {"skill": types.SymbolKind.Class, "category": types.SymbolKind.Namespace, "bundle": types.SymbolKind.Package}


def of_document(session: Session, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
    """Frontmatter and sections; of memory its entries, of standing rules the rules."""
    found = cursor.at(session, params.text_document.uri)
    if found is None:
        return None
    document = found.document
    if document.kind in ENTRIES:
        return [_symbol(found, entry.text, entry.span, types.SymbolKind.String) for entry in document.entries]
    if document.kind is Kind.STANDING:
        return [_symbol(found, rule.text, rule.span, types.SymbolKind.String) for rule in document.standing]
    symbols = []
    block = document.front.block
    if document.front.fields:
        front = _symbol(found, "frontmatter", Span(block.start, block.end), types.SymbolKind.Namespace)
        front.children = [
            _symbol(found, field.name, field.lines, types.SymbolKind.Property, field.key)
            for field in document.front.fields
        ]
        symbols.append(front)
    return symbols + _outline(found)


async def of_workspace(session: Session, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    """Entries and skills that a query finds, best first, in any language; without a query, nothing."""
    if not params.query.strip():
        return []
    found: list[types.WorkspaceSymbol] = []
    for home in homes_of(session):
        hits = await session.work(_search, session, home, params.query)
        found += [_hit(session, home, hit) for hit in hits]
    return found


def _search(session: Session, home: Home, query: str) -> tuple[Hit, ...]:
    from memgit.ops.index import where
    from memgit.ops.search import search
    from memgit.paths import cache_folder

    place = where(home.path, home.settings, cache_folder(session.environ))
    return search(place, Request(query, limit=_MOST)).hits


def _hit(session: Session, home: Home, hit: Hit) -> types.WorkspaceSymbol:
    line = types.Position(hit.line - 1, 0)
    name = hit.entry or (hit.name if not hit.section else f"{hit.name}: {hit.section}")
    location = types.Location(session.uri_of(Path(home.path, hit.path)), types.Range(line, line))
    return types.WorkspaceSymbol(
        location=location,
        name=_short(name),
        kind=_KINDS.get(hit.kind, types.SymbolKind.String),
        container_name=hit.kind,
    )


def _outline(found: Cursor) -> list[types.DocumentSymbol]:
    top: list[types.DocumentSymbol] = []
    open_: list[tuple[int, types.DocumentSymbol]] = []
    for head, span in sections(found.document):
        symbol = _symbol(found, head.text or "#", span, types.SymbolKind.String, head.span)
        symbol.children = []
        while open_ and open_[-1][0] >= head.level:
            open_.pop()
        (open_[-1][1].children if open_ else top).append(symbol)  # type: ignore[union-attr]
        open_.append((head.level, symbol))
    return top


def _symbol(
    found: Cursor, name: str, span: Span, kind: types.SymbolKind, mark: Span | None = None
) -> types.DocumentSymbol:
    range_ = found.text.range(span)
    return types.DocumentSymbol(_short(name), kind, range_, found.text.range(mark) if mark else range_)


def _short(text: str) -> str:
    line = printable(" ".join(text.split())) or "(empty)"
    return line if len(line) <= _NAME else f"{line[: _NAME - 1]}…"
