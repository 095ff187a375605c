"""The floor: a pygls server that publishes one diagnostic for each change, and says `pong` to hover and completion."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("bare", "1")
NOWHERE = types.Range(types.Position(0, 0), types.Position(0, 0))


def publish(uri: str, version: int | None) -> None:
    found = [types.Diagnostic(NOWHERE, "here", code="bare", source="bare")]
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(params: types.DidOpenTextDocumentParams) -> None:
    publish(params.text_document.uri, params.text_document.version)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(params: types.DidChangeTextDocumentParams) -> None:
    publish(params.text_document.uri, params.text_document.version)


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(params: types.HoverParams) -> types.Hover:
    return types.Hover(types.MarkupContent(types.MarkupKind.PlainText, "pong"))


@server.feature(types.TEXT_DOCUMENT_COMPLETION)
def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
    return [types.CompletionItem(label=f"item {n}") for n in range(20)]


if __name__ == "__main__":
    server.start_io()
