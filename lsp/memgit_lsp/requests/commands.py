"""What is asked for by a command: `memgit.log`, `.diff`, `.restore`, `.archive`, `.search`, `.reviewLast`, `.sync`.

The first argument is a document's URI, which tells the home, or a mapping with `uri` and what else the command takes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any
from uuid import uuid4

from lsprotocol import types

from memgit.clock import rfc3339
from memgit.errors import NotFound, UsageError
from memgit.formats.skill import FILE
from memgit.model.change import Actor, Origin, Recorded
from memgit.ops.documents import Home
from memgit_lsp import past
from memgit_lsp.buffers import path_of
from memgit_lsp.homes import within
from memgit_lsp.protocol import INVALID_PARAMS, Refusal
from memgit_lsp.requests.diagnostics import homes_of
from memgit_lsp.session import Session

_MOST = 50
_TITLES = {"restore": "restoring", "archive": "archiving", "search": "searching", "log": "reading history"}


async def run(session: Session, name: str, arguments: tuple[Any, ...]) -> Any:
    """Do what is asked for; what it says is the answer, and a message for the person where something was done."""
    given = _given(arguments)
    home = _home(session, given)
    async with _Progress(session, _TITLES.get(name, name)):
        done = await session.work(_DO[name], session, home, given)
    if isinstance(done, Recorded):
        text = done.subject if done.id else f"nothing to do: {done.subject}"
        session.server.window_show_message(types.ShowMessageParams(types.MessageType.Info, f"memgit: {text}"))
        session.homes.forget([home.path / FILE])
        session.touch_all()
        return {"id": done.id, "subject": done.subject, "warnings": list(done.warnings)}
    return done


def _given(arguments: tuple[Any, ...]) -> dict[str, Any]:
    first = arguments[0] if arguments else {}
    given = {"uri": first} if isinstance(first, str) else first
    if not isinstance(given, Mapping):
        raise Refusal(INVALID_PARAMS, "the first argument is a document's URI, or a mapping with 'uri'")
    return dict(given)


def _home(session: Session, given: Mapping[str, Any]) -> Home:
    uri = given.get("uri")
    home = session.homes.home(path_of(uri)) if isinstance(uri, str) else next(iter(homes_of(session)), None)
    if home is None:
        raise NotFound("no memgit home is open here", "make one: memgit init")
    return home


def _name(session: Session, home: Home, given: Mapping[str, Any]) -> str | None:
    """The thing that is meant: by its name, else the one that the document is in."""
    if isinstance(given.get("name"), str):
        return str(given["name"])
    uri = given.get("uri")
    if not isinstance(uri, str) or path_of(uri) == home.path:
        return None
    path = path_of(uri)
    return within(home, path.parent if path.name == "SKILL.md" else path)


def _log(session: Session, home: Home, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    from memgit.ops.log import Query, log

    entry = given.get("entry") if isinstance(given.get("entry"), str) else None
    query = Query(_name(session, home, given), entry, limit=_MOST)
    return [_commit(listed.commit) for listed in log(session.homes.store(home), query)]


def _review_last(session: Session, home: Home, given: Mapping[str, Any]) -> dict[str, Any] | None:
    from memgit.ops.log import Query, log
    from memgit.repo.commits import Filter

    query = Query(wanted=Filter(origins=frozenset({Origin.REVIEW.value})), limit=1)
    return next((_commit(listed.commit) for listed in log(session.homes.store(home), query)), None)


def _diff(session: Session, home: Home, given: Mapping[str, Any]) -> str:
    from memgit.ops.diff import diff

    words = [str(word) for word in given.get("revisions", ()) if isinstance(word, str)]
    name = _name(session, home, given)
    found = diff(session.homes.store(home), [*words, *([name] if name else [])])
    return "\n".join(f"{one.path} ({one.kind})\n{one.patch or _entry_patch(one)}" for one in found)


def _entry_patch(one: Any) -> str:
    lines = [f"-{one.before}"] if one.before is not None else []
    return "\n".join([*lines, *([f"+{one.after}"] if one.after is not None else [])])


def _restore(session: Session, home: Home, given: Mapping[str, Any]) -> Recorded:
    from memgit.ops import restore

    store, actor = session.homes.store(home), Actor()
    if isinstance(given.get("entry"), str):
        return restore.restore_entry(store, given["entry"], actor, home.settings)
    if isinstance(given.get("revision"), str):
        return restore.restore_revision(store, given["revision"], actor)
    name = given.get("name")
    if not isinstance(name, str):
        raise UsageError("name what to restore: 'name', 'entry' or 'revision'")
    at = given.get("at")
    return (
        restore.restore_at(store, name, at, actor) if isinstance(at, str) else restore.restore_name(store, name, actor)
    )


def _archive(session: Session, home: Home, given: Mapping[str, Any]) -> Recorded:
    from memgit.ops.archive import archive

    name = _name(session, home, given)
    if name is None:
        raise UsageError("name the skill to archive")
    return archive(session.homes.store(home), [name], Actor(), home.settings)


def _search(session: Session, home: Home, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    from memgit.model.hit import Request
    from memgit.ops.index import where
    from memgit.ops.search import search
    from memgit.paths import cache_folder

    query = given.get("query")
    if not isinstance(query, str) or not query.strip():
        raise UsageError("name what to search for: 'query'")
    place = where(home.path, home.settings, cache_folder(session.environ))
    hits = search(place, Request(query, limit=_MOST)).hits
    return [{**asdict(hit), "time": rfc3339(hit.time), "path": str(Path(home.path, hit.path))} for hit in hits]


def _sync(session: Session, home: Home, given: Mapping[str, Any]) -> None:
    raise UsageError("this version of memgit does not sync", "push the home with git: git push")


def _commit(commit: Any) -> dict[str, Any]:
    return {
        "id": commit.id,
        "time": rfc3339(commit.time),
        "origin": commit.origin,
        "session": commit.session,
        "subject": commit.subject,
        "line": past.lines_of(iter([commit]))[0],
    }


_DO = {
    "log": _log,
    "diff": _diff,
    "restore": _restore,
    "archive": _archive,
    "search": _search,
    "sync": _sync,
    "reviewLast": _review_last,
}


class _Progress:
    """Progress that the client shows while something is done, where it can."""

    def __init__(self, session: Session, title: str) -> None:
        self._session = session
        self._title = title
        self._token = f"memgit-{uuid4().hex[:12]}"
        window = session.client.window
        self._able = bool(window and window.work_done_progress)

    async def __aenter__(self) -> None:
        if not self._able:
            return
        progress = self._session.server.work_done_progress
        try:
            await asyncio.wait_for(progress.create_async(self._token), 2.0)
        except Exception:
            self._able = False
            return
        progress.begin(self._token, types.WorkDoneProgressBegin(f"memgit: {self._title}", cancellable=False))

    async def __aexit__(self, *_: object) -> None:
        if self._able:
            self._session.server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())
