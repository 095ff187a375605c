"""The server: which methods it answers, and where the answers are; what answers is loaded by the first request."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from memgit import __version__
from memgit_lsp.buffers import Buffer
from memgit_lsp.protocol import Protocol
from memgit_lsp.session import Session

log = logging.getLogger("memgit.lsp")

LEGEND = types.SemanticTokensLegend(
    ["property", "string", "comment", "keyword", "number", "operator", "variable"], ["declaration", "deprecated"]
)
"""Types and modifiers of semantic tokens, all standard ones."""

KINDS = [
    types.CodeActionKind.QuickFix,
    types.CodeActionKind.RefactorRewrite,
    types.CodeActionKind.RefactorExtract,
    types.CodeActionKind.Source,
    types.CodeActionKind.SourceFixAll,
]
COMMANDS = ("log", "diff", "restore", "archive", "search", "sync", "reviewLast")
"""What `workspace/executeCommand` takes, each with `memgit.` before it."""

_ANSWERS: dict[str, tuple[str, str, Any]] = {
    types.TEXT_DOCUMENT_DIAGNOSTIC: (
        "diagnostics",
        "of_document",
        types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier="memgit"),
    ),
    types.WORKSPACE_DIAGNOSTIC: ("diagnostics", "of_workspace", None),
    types.TEXT_DOCUMENT_CODE_ACTION: (
        "actions",
        "actions",
        types.CodeActionOptions(code_action_kinds=KINDS),
    ),
    types.TEXT_DOCUMENT_HOVER: ("hover", "hover", None),
    types.TEXT_DOCUMENT_COMPLETION: (
        "completion",
        "completion",
        types.CompletionOptions(trigger_characters=[":", " ", "[", "/", "-", "#"], resolve_provider=False),
    ),
    types.TEXT_DOCUMENT_DEFINITION: ("navigation", "definition", None),
    types.TEXT_DOCUMENT_REFERENCES: ("navigation", "references_", None),
    types.TEXT_DOCUMENT_DOCUMENT_LINK: ("navigation", "links", types.DocumentLinkOptions(resolve_provider=False)),
    types.TEXT_DOCUMENT_PREPARE_RENAME: ("rename", "prepare", None),
    types.TEXT_DOCUMENT_RENAME: ("rename", "rename", types.RenameOptions(prepare_provider=True)),
    types.TEXT_DOCUMENT_INLAY_HINT: ("lens", "hints", types.InlayHintOptions(resolve_provider=False)),
    types.TEXT_DOCUMENT_CODE_LENS: ("lens", "lenses", types.CodeLensOptions(resolve_provider=False)),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: ("symbols", "of_document", None),
    types.WORKSPACE_SYMBOL: ("symbols", "of_workspace", None),
    types.TEXT_DOCUMENT_FOLDING_RANGE: ("structure", "folding", None),
    types.TEXT_DOCUMENT_SELECTION_RANGE: ("structure", "selection", None),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: ("tokens", "tokens", LEGEND),
    types.TEXT_DOCUMENT_FORMATTING: ("formatting", "formatting", None),
}
"""Method to module below `requests`, function in it, and what the client is told of it."""


class Server(LanguageServer):
    """The server of one client."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(
            name="memgit-lsp", version=__version__, protocol_cls=Protocol, max_workers=2
        )  # its pool stays empty
        self.session = Session(self)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log it: no pop-up for what the person did not do."""
        log.error("%s", error)

    def diagnose(self, uri: str, buffer: Buffer | None) -> None:
        """Tell what is found in an open document, nothing in one that is closed; not to a client that asks for it."""
        if self.session.pulls:
            return
        from memgit_lsp import findings

        found = [] if buffer is None else findings.told(findings.of(self.session, buffer), buffer.text)
        version = None if buffer is None else buffer.version
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    def refresh(self) -> None:
        """Have the client ask anew for what depends on other files."""
        workspace = self.session.client.workspace
        if workspace is None:
            return
        for able, method in (
            (workspace.diagnostics, types.WORKSPACE_DIAGNOSTIC_REFRESH),
            (workspace.inlay_hint, types.WORKSPACE_INLAY_HINT_REFRESH),
            (workspace.code_lens, types.WORKSPACE_CODE_LENS_REFRESH),
        ):
            if able is not None and able.refresh_support:
                self.protocol.send_request(method).add_done_callback(_ignored)


def make() -> Server:
    """A server with all its methods."""
    server = Server()
    for method, (module, name, options) in _ANSWERS.items():
        server.feature(method, options)(_answer(module, name))
    for command in COMMANDS:
        server.command(f"memgit.{command}")(_command(command))
    for method, handler in _TOLD.items():
        server.feature(method)(handler)
    return server


def _answer(module: str, name: str) -> Callable[[Server, Any], Awaitable[Any]]:
    """A handler that loads what answers."""

    async def answer(ls: Server, params: Any) -> Any:
        await asyncio.sleep(0)  # where a cancellation is seen
        found = getattr(import_module(f"memgit_lsp.requests.{module}"), name)(ls.session, params)
        return await found if inspect.isawaitable(found) else found

    return answer


def _command(name: str) -> Callable[..., Awaitable[Any]]:
    async def command(ls: Server, *arguments: Any) -> Any:
        module = import_module("memgit_lsp.requests.commands")
        return await module.run(ls.session, name, arguments)

    return command


def _initialize(ls: Server, params: types.InitializeParams) -> None:
    ls.session.begin(params)


def _initialized(ls: Server, params: types.InitializedParams) -> None:
    from memgit_lsp.starting import started

    started(ls.session)


def _did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    ls.session.open(params.text_document)


def _did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    ls.session.change(params)


def _did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    ls.session.close(params.text_document.uri)


def _did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    from memgit_lsp.starting import saved

    saved(ls.session, params.text_document.uri)


def _files_changed(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    from memgit_lsp.starting import changed

    changed(ls.session, [change.uri for change in params.changes])


def _folders_changed(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    from memgit_lsp.starting import folders

    folders(ls.session, params.event)


def _configured(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    from memgit_lsp.starting import configured

    configured(ls.session, params.settings)


_TOLD: dict[str, Callable[[Server, Any], None]] = {
    types.INITIALIZE: _initialize,
    types.INITIALIZED: _initialized,
    types.TEXT_DOCUMENT_DID_OPEN: _did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: _did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: _did_close,
    types.TEXT_DOCUMENT_DID_SAVE: _did_save,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: _files_changed,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: _folders_changed,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: _configured,
}


def _ignored(future: Any) -> None:
    """A client that does not want it says so; that is all right."""
    if not future.cancelled():
        future.exception()
