"""Tells for each entry of a memory file, or each line of another, which change it came in with."""

from __future__ import annotations

from dataclasses import dataclass

from memgit.errors import NotFound, SystemRefused
from memgit.model.change import Commit
from memgit.ops import past
from memgit.ops.past import Follow
from memgit.repo import blame as tracing
from memgit.repo import difference, files, history, lineage, versions
from memgit.repo.store import Store


@dataclass(frozen=True, slots=True)
class Blamed:
    """An entry or a line, numbered from 1. commit: None while it is not committed."""

    n: int
    text: str
    commit: Commit | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What there is to tell of a file. by_entry: whether the items are entries."""

    path: str
    by_entry: bool
    items: tuple[Blamed, ...]


def blame(store: Store, name: str, follow: Follow | None = None) -> Answer:
    """Where each item of the file on disk came from; of a skill, of its SKILL.md.

    Raises NotFound when the file is neither on disk nor in the branch, SystemRefused when it is not text.
    """
    thing = past.find(store, name, follow)
    path = past.main_file(store, thing)
    head = versions.head(store.repo)
    disk = files.read(store.home, path, store.options.max_file_size)
    state = disk or versions.file_at(store.repo, head, path)
    if state is None:
        raise NotFound(f"'{name}' is not there any more", f"its changes: memgit log {name}")
    if not difference.is_text(state.data):
        raise SystemRefused(f"'{path}' is not UTF-8 text", f"its changes: memgit log {path}")
    entries = difference.entries_of(store.layout, path, state)
    if entries is None:
        items = tracing.lines(state.data)
        tracer: tuple[tracing.Split, tracing.Match] = (tracing.lines, tracing.match_lines)
    else:
        items = [entry.text for entry in entries]
        tracer = (tracing.entries(store.layout.dialect), tracing.match_entries)
    with past.opened(store, follow) as cache:
        touches = lineage.touches(cache, path, present=True)
    ids = tracing.Blame(store.repo, touches, *tracer).of(items, versions.blob_id(store.repo, head, path))
    commits = {commit: history.read(store.repo, commit) for commit in ids if commit is not None}
    blamed = tuple(
        Blamed(n, text, None if commit is None else commits[commit])
        for n, (text, commit) in enumerate(zip(items, ids, strict=True), 1)
    )
    return Answer(path, entries is not None, blamed)
