"""Brings the index up to date: what differs on disk is read and indexed, in short transactions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from memgit.errors import SystemRefused
from memgit.home.walk import Note
from memgit.index import disk, times, writing
from memgit.index.database import Database
from memgit.index.disk import Stamp
from memgit.index.documents import Draft, documents
from memgit.index.loading import load
from memgit.index.owners import SKILL, Owners
from memgit.model.layout import Layout

Progress = Callable[[int, int], None]
"""Called with how many files are done, of how many."""

BATCH = 100
"""Files per transaction: another writer waits for a tenth of a second at most."""


@dataclass(frozen=True, slots=True)
class Source:
    """What an index is made of. limit: files of more bytes are known by name only."""

    home: Path
    layout: Layout
    limit: int


@dataclass(frozen=True, slots=True)
class Done:
    """What a refresh did: how many files were read and were new or changed; how many went."""

    changed: int
    removed: int
    notes: tuple[Note, ...]


def refresh(
    db: Database,
    source: Source,
    within: Collection[str] | None = None,
    *,
    wait: int,
    progress: Progress = lambda done, total: None,
) -> Done:
    """Make the index what is on disk. within: only these files and folders; None: everything.

    wait: milliseconds for another writer. Raises Held, Unusable; what was done until then stays.
    """
    found = disk.differences(db, source.home, source.layout, within)
    if not found:
        return Done(0, 0, found.notes)
    return _apply(db, source, found, wait, progress)


def rebuild(db: Database, source: Source, *, wait: int, progress: Progress = lambda done, total: None) -> Done:
    """Make the index anew from the files, in one transaction: until it ends, and if it fails, the old one stays.

    What is known of history stays; see `times.learn`.
    """
    with db.writing(wait):
        db.run(_EMPTY)
        found = disk.differences(db, source.home, source.layout)
        pass_ = _Pass(db, source)
        for done, path in enumerate(found.files):
            pass_.update(path)
            progress(done + 1, len(found.files))
        _put_folders(db, found.folders)
        db.run("INSERT INTO token(token) VALUES ('optimize')")
    return Done(pass_.changed, 0, found.notes)


def retime(db: Database, source: Source, paths: Collection[str]) -> None:
    """Give the parts of files that history says something new of their times. Within a transaction."""
    pass_ = _Pass(db, source)
    for path in paths:
        if db.one("SELECT 1 FROM file WHERE path = ?", (path,)):
            pass_.update(path, again=True)


def _apply(db: Database, source: Source, found: disk.Differences, wait: int, progress: Progress) -> Done:
    pass_ = _Pass(db, source)
    named = {*found.gone, *found.files}
    todo = _with_dependents(db, found)
    steps = iter(todo)
    done = 0
    while batch := list(islice(steps, BATCH)):
        with db.writing(wait):
            for path in batch:
                pass_.update(path, again=path not in named)
            done += len(batch)
            if done == len(todo):
                _put_folders(db, found.folders)
        progress(done, len(todo))
    if not todo:
        with db.writing(wait):
            _put_folders(db, found.folders)
    return Done(pass_.changed, pass_.removed, found.notes)


def _with_dependents(db: Database, found: disk.Differences) -> list[str]:
    """The paths to look at; where a SKILL.md came or went, all files below it: they belong to another skill now."""
    todo = dict.fromkeys((*found.gone, *found.files))
    for path in list(todo):
        folder, _, name = path.rpartition("/")
        if name == SKILL and (path in found.gone or db.one("SELECT 1 FROM file WHERE path = ?", (path,)) is None):
            span = (f"{folder}/", f"{folder}0")
            todo.update((row[0], None) for row in db.rows("SELECT path FROM file WHERE path > ? AND path < ?", span))
    return list(todo)


def _put_folders(db: Database, folders: dict[str, Stamp | None]) -> None:
    db.run_many("DELETE FROM folder WHERE path = ?", [(path,) for path, new in folders.items() if new is None])
    db.run_many(
        "INSERT OR REPLACE INTO folder VALUES (?, ?, ?, ?)",
        [(path, *new[1:]) for path, new in folders.items() if new is not None],
    )


_EMPTY = """
DELETE FROM folder; DELETE FROM file; DELETE FROM unit; DELETE FROM doc; DELETE FROM content;
INSERT INTO token(token) VALUES ('delete-all');
"""


class _Pass:
    """One pass over some files, within transactions: what is read is what is there by then."""

    def __init__(self, db: Database, source: Source) -> None:
        self._db = db
        self._source = source
        self._owners = Owners(source.home)
        self.changed = 0
        self.removed = 0

    def update(self, path: str, *, again: bool = False) -> None:
        """Make the rows of a path what is on disk now. again: also if another process has done so meanwhile."""
        known = self._db.rows("SELECT size, mtime, ctime, inode, blob FROM file WHERE path = ?", (path,))
        if known and not again and Stamp(*known[0][:4]) == disk.stamp(f"{self._source.home}/{path}"):
            return
        place = self._source.layout.place(path)
        found = None if place is None else load(self._source.home, path, self._source.limit)
        if found is None or place is None:
            if known:
                writing.remove(self._db, path)
                self.removed += 1
            return
        drafts: Sequence[Draft] = ()
        try:
            drafts = documents(self._source.layout, path, place, found.data, self._owners.of(path, place))
        except SystemRefused as error:
            found = found._replace(problem=error.message)
        writing.put(self._db, path, found, drafts, times.ages(self._db, path, found.blob, found.mtime, drafts))
        self.changed += not known or known[0][4] != found.blob
