"""After the hand-shake, and what happens outside the documents: settings, folders, files on disk."""

from __future__ import annotations

import gc
import logging
from pathlib import Path
from typing import Any

from lsprotocol import types

from memgit.formats.skill import FILE
from memgit.rules import linting
from memgit_lsp.buffers import path_of
from memgit_lsp.session import Session

log = logging.getLogger("memgit.lsp")

WATCHED = (
    "**/SKILL.md",
    "**/*.md",
    "**/memgit.yaml",
    "**/skill-bundles/*.y*ml",
    "**/.usage.json",
    "**/.memgit/store.json",
)
"""Files whose change may change what is told of another one."""

_ELSEWHERE = {FILE, "MEMORY.md", "memgit.yaml", "store.json", ".usage.json"}


def started(session: Session) -> None:
    """The client is ready: register what it lets be registered, ask for its settings, get ready for the first key."""
    workspace = session.client.workspace
    watched = workspace.did_change_watched_files if workspace else None
    wanted: list[types.Registration] = []
    if watched is not None and watched.dynamic_registration:
        watchers = [types.FileSystemWatcher(glob) for glob in WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        wanted.append(_registration(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    settings = workspace.did_change_configuration if workspace else None
    if settings is not None and settings.dynamic_registration:
        section = types.DidChangeConfigurationRegistrationOptions(section="memgit")
        wanted.append(_registration(types.WORKSPACE_DID_CHANGE_CONFIGURATION, section))
    if wanted:
        session.server.protocol.send_request(
            types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams(wanted)
        ).add_done_callback(_logged)
    _ask(session)
    session.loop.call_soon(_warm, session)
    session.loop.call_soon(_tell_whole_home, session)


def configured(session: Session, given: Any) -> None:
    """Settings of the client changed; one that sends none wants to be asked."""
    if isinstance(given, dict) and "memgit" in given:
        _take(session, given)
    else:
        _ask(session)


def folders(session: Session, event: types.WorkspaceFoldersChangeEvent) -> None:
    """Folders came to the workspace or left it."""
    for folder in event.removed:
        session.folders.pop(folder.uri, None)
    for folder in event.added:
        if folder.uri.startswith("file:"):
            session.folders[folder.uri] = path_of(folder.uri)
    session.server.refresh()


def changed(session: Session, uris: list[str]) -> None:
    """Files changed on disk. What is open is as the client has it; what stands around it may be another now."""
    paths = [path_of(uri) for uri in uris]
    if any(path.name in _ELSEWHERE or path.suffix in ("", ".md", ".yaml", ".yml") for path in paths):
        session.homes.forget(paths)
        session.touch_all()
        _tell_whole_home(session)


def saved(session: Session, uri: str) -> None:
    """A document was saved: for a client that watches no files, this is when others learn of it."""
    changed(session, [uri])


def _ask(session: Session) -> None:
    workspace = session.client.workspace
    if workspace is None or not workspace.configuration:
        return
    wanted = types.ConfigurationParams([types.ConfigurationItem(section="memgit")])

    def take(future: Any) -> None:
        if not future.cancelled() and future.exception() is None:
            for given in future.result() or ():
                session.server.session.loop.call_soon(_take, session, given)

    session.server.protocol.send_request(types.WORKSPACE_CONFIGURATION, wanted).add_done_callback(take)


def _take(session: Session, given: Any) -> None:
    if session.wish(given):
        session.homes.forget()
        session.touch_all()
        _tell_whole_home(session)


def _warm(session: Session) -> None:
    """What the first key stroke would wait for: rules, patterns, converters. Then nothing of it is collected again."""
    documents = session.homes
    for name, text in ((FILE, "---\nname: a\ndescription: b\n---\n\n# a\n"), ("MEMORY.md", "a\n§\nb")):
        document = documents.document(Path("/memgit/a") / name, text)
        if document is not None:
            linting.lint(document)
    sample = types.PublishDiagnosticsParams(
        "file:///a", [types.Diagnostic(types.Range(types.Position(0, 0), types.Position(0, 0)), "", code="", source="")]
    )
    session.server.protocol._serialize_message(sample)
    gc.collect()
    gc.freeze()


def _tell_whole_home(session: Session) -> None:
    """All files of the homes, for a client that wants that and does not ask for it."""
    if session.wishes.whole_home and not session.pulls:
        from memgit_lsp.requests.diagnostics import push_workspace

        session.spawn(push_workspace(session))


def _registration(method: str, options: Any) -> types.Registration:
    return types.Registration(f"memgit:{method}", method, options)


def _logged(future: Any) -> None:
    if not future.cancelled() and (error := future.exception()) is not None:
        log.info("the client refused: %s", error)
