"""Diagnostics for a client that asks for them: of a document, and of all that its homes hold."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lsprotocol import types

from memgit.home import walk
from memgit.layouts.shape import ARCHIVE
from memgit.ops.documents import Home
from memgit_lsp import findings
from memgit_lsp.buffers import path_of
from memgit_lsp.protocol import Refusal
from memgit_lsp.session import Session
from memgit_lsp.text import Text

_BATCH = 20
"""Files that are looked at between two looks at whether anybody still waits."""

_TOLD = 10
"""Batches between two reports of progress."""

_TURN = 0.0002
"""Seconds between two of them in which a key stroke finds the interpreter free."""

_PATIENT = 2
"""Questions in a row about what has not changed that are answered at once."""

_HELD, _WAIT = 60.0, 0.25
"""Seconds that later ones wait for news, and between two looks."""

_SERVER_CANCELLED = -32802


async def of_document(session: Session, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    """All that is found in a document; nothing in one that is not open and cannot be read."""
    uri = params.text_document.uri
    buffer = session.buffers.get(uri)
    if buffer is None:
        text = session.text(path_of(uri))
        found = [] if text is None else await session.work(_look, session, uri, text)
        return types.RelatedFullDocumentDiagnosticReport(found)
    if not await session.read_late(buffer):
        raise Refusal(_SERVER_CANCELLED, "the document changed", {"retriggerRequest": True})
    result = _result_id(session, buffer.text.text)
    if params.previous_result_id == result:
        return types.RelatedUnchangedDocumentDiagnosticReport(result)
    return types.RelatedFullDocumentDiagnosticReport(
        findings.told(findings.of(session, buffer), buffer.text), result_id=result
    )


async def of_workspace(session: Session, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
    """What is found in all files of the homes that are open, sent piece by piece where the client takes that."""
    known = {one.uri: one.value for one in params.previous_result_ids}
    await _news(session, known)
    token = params.partial_result_token
    every: list[Any] = []
    progress, shown = session.server.work_done_progress, params.work_done_token
    if shown is not None:
        progress.begin(shown, types.WorkDoneProgressBegin("memgit: looking at all files", cancellable=True))
    try:
        for home in homes_of(session):
            await session.homes.library_now(home)
        for n, batch in enumerate(_batches(_files(session))):
            reports = await session.later(_reports, session, batch, known)
            if shown is not None and n % _TOLD == 0:
                progress.report(shown, types.WorkDoneProgressReport(message=f"{n * _BATCH:,} files"))
            every += _sent(session, token, reports)
    finally:
        if shown is not None:
            progress.end(shown, types.WorkDoneProgressEnd())
    return types.WorkspaceDiagnosticReport(every)


async def _news(session: Session, known: dict[str, str]) -> None:
    """Hold a client that asks again and again until something changes: VS Code does so every two seconds."""
    session.polls = session.polls + 1 if known and session.polled == session.stamp else 0
    session.polled = session.stamp
    if session.polls >= _PATIENT:
        until = session.loop.time() + _HELD
        while session.polled == session.stamp and session.loop.time() < until:
            await asyncio.sleep(_WAIT)
        session.polled = session.stamp


def _sent(session: Session, token: types.ProgressToken | None, reports: list[Any]) -> list[Any]:
    """Reports sent as a part of the answer, where the client takes that; else they are its rest."""
    if token is None:
        return reports
    partial = types.WorkspaceDiagnosticReportPartialResult(reports)
    session.server.protocol.notify(types.PROGRESS, types.ProgressParams(token, partial))
    return []


async def push_workspace(session: Session) -> None:
    """Tell of all files that are not open; a later call takes the place of an earlier one."""
    session.pushes += 1
    turn = session.pushes
    for home in homes_of(session):
        await session.homes.library_now(home)
    for batch in _batches(_files(session)):
        for report in await session.later(_reports, session, batch, {}):
            if turn != session.pushes:
                return
            if report.uri not in session.buffers and (report.items or report.uri in session.pushed):
                told = types.PublishDiagnosticsParams(report.uri, report.items)
                session.server.text_document_publish_diagnostics(told)
                session.pushed.add(report.uri)


def homes_of(session: Session) -> list[Home]:
    """The homes of the workspace folders, of folders in them, and of open documents."""
    found: dict[Path, Home] = {}
    for path in [*(buffer.path for buffer in session.buffers.values()), *session.folders.values()]:
        home = session.homes.home(path / "SKILL.md" if path.is_dir() else path)
        if home is not None:
            found[home.path] = home
    return list(found.values())


def _files(session: Session) -> Iterator[Path]:
    for home in homes_of(session):
        for path in walk.tracked(home.path, home.layout, []):
            if f"/{ARCHIVE}/" not in f"/{path}":
                yield home.path / path


def _batches(paths: Iterator[Path]) -> Iterator[list[Path]]:
    batch: list[Path] = []
    for path in paths:
        batch.append(path)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    yield batch


def _reports(session: Session, paths: list[Path], known: dict[str, str]) -> list[Any]:
    reports: list[Any] = []
    for path in paths:
        time.sleep(_TURN)
        uri, buffer = session.uri_of(path), session.buffer_at(path)
        data = session.homes.read(path) if buffer is None else None
        if buffer is None and (data is None or b"\0" in data[:8000]):
            continue
        text = buffer.text if buffer else Text((data or b"").decode("utf-8", "surrogateescape"), session.encoding)
        result, version = _result_id(session, text.text), buffer.version if buffer else None
        if known.get(uri) == result:
            reports.append(types.WorkspaceUnchangedDocumentDiagnosticReport(uri, result, version))
            continue
        found = _look(session, uri, text)
        reports.append(types.WorkspaceFullDocumentDiagnosticReport(uri, found, version, result_id=result))
    return reports


def _look(session: Session, uri: str, text: Text) -> list[types.Diagnostic]:
    path = path_of(uri)
    document = session.homes.document(path, text.text)
    return [] if document is None else findings.told(findings.every(session, document, path), text)


def _result_id(session: Session, text: str) -> str:
    """The same as long as nothing that is looked at changed."""
    data = f"{session.generation} {session.wishes}\n{text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=12).hexdigest()
