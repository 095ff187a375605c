"""What can be done at a place: mends of findings, and what history and the home offer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from lsprotocol import types

from memgit.model.diagnostic import Diagnostic, Fix, Span
from memgit.ops.mend import mended
from memgit_lsp import cursor, findings
from memgit_lsp.cursor import Cursor
from memgit_lsp.findings import printable
from memgit_lsp.requests import offers
from memgit_lsp.session import Session

FIX_ALL = "source.fixAll.memgit"


async def actions(session: Session, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    """The actions for a range, of the kinds that are asked for: mends first."""
    found = cursor.at(session, params.text_document.uri, params.range.start)
    if found is None:
        return None
    span = found.text.span(params.range)
    only = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]
    every: list[types.CodeAction] = []
    if _wanted(only, types.CodeActionKind.QuickFix) or _wanted(only, FIX_ALL):
        found_here = await _found(found)
        if _wanted(only, types.CodeActionKind.QuickFix):
            every += _mends(found, found_here, span)
        if only and _wanted(only, FIX_ALL):
            every += _fix_all(found)
    if not only or any(kind.partition(".")[0] in ("", "refactor", "source") for kind in only):
        every += [one for one in await offers.offers(found, span) if one.kind and _wanted(only, one.kind)]
    return every


def _wanted(only: list[str], kind: types.CodeActionKind | str) -> bool:
    """Whether a kind is asked for: `source` asks for `source.fixAll` too."""
    name = str(getattr(kind, "value", kind))
    return not only or any(name == one or name.startswith(f"{one}.") or one == "" for one in only)


async def _found(found: Cursor) -> list[Diagnostic]:
    buffer = found.session.buffers.get(found.uri)
    if buffer is not None and await found.session.read_late(buffer):
        return findings.of(found.session, buffer)
    return list(findings.every(found.session, found.document, found.path))


def _mends(found: Cursor, here: Iterable[Diagnostic], span: Span) -> Iterator[types.CodeAction]:
    for one in here:
        if one.span.end < span.start or one.span.start > span.end:
            continue
        (diagnostic,) = findings.told([one], found.text)
        for n, fix in enumerate(one.fixes):
            yield types.CodeAction(
                title=printable(fix.title),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                is_preferred=n == 0,
                edit=edit_of(found, [fix]),
            )


def _fix_all(found: Cursor) -> Iterator[types.CodeAction]:
    """All mends that change no meaning, in one edit."""

    def again(text: str) -> Iterable[Diagnostic]:
        document = found.session.homes.document(found.path, text)
        return () if document is None else findings.every(found.session, document, found.path)

    text, count = mended(found.document.text, again)
    if count:
        change = smallest(found.document.text, text)
        yield types.CodeAction(
            f"mend all that can be mended safely ({count})",
            FIX_ALL,
            edit=edit_of(found, [change]),
        )


def edit_of(found: Cursor, fixes: Iterable[Fix]) -> types.WorkspaceEdit:
    """An edit of one document, for the version that it was found in where the client wants that."""
    edits = [types.TextEdit(found.text.range(fix.span), fix.text) for fix in fixes]
    return edit_documents(found.session, [(found.path, found.uri, found.version, edits)])


Edited = tuple[Path, str, int | None, list[types.TextEdit]]


def edit_documents(session: Session, documents: Iterable[Edited]) -> types.WorkspaceEdit:
    """An edit of several documents, as the client takes it."""
    if session.versions:
        return types.WorkspaceEdit(
            document_changes=[
                types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), list(edits))
                for _, uri, version, edits in documents
            ]
        )
    return types.WorkspaceEdit(changes={uri: edits for _, uri, _, edits in documents})


def smallest(before: str, after: str) -> Fix:
    """What differs between two texts, as one replacement."""
    start, most = 0, min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    tail = 0
    while tail < most - start and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return Fix("", Span(start, len(before) - tail), after[start : len(after) - tail])
