"""Brings the index up to date: what differs on disk is read and indexed, in short transactions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
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
        for done, path in enumerate(_skills_first(found.files)):
            pass_.update(path)
            progress(done + 1, len(found.files))
        pass_.end()
        _put_folders(db, found.folders)
        db.run("INSERT INTO token(token) VALUES ('optimize')")
    return Done(pass_.changed, 0, found.notes)


def retime(db: Database, source: Source, paths: Collection[str]) -> None:
    """Give the parts of files that history says something new of their times. Within a transaction."""
    pass_ = _Pass(db, source)
    for path in paths:
        if db.one("SELECT 1 FROM file WHERE path = ?", (path,)):
            pass_.update(path, again=True)
    pass_.end()


def _apply(db: Database, source: Source, found: disk.Differences, wait: int, progress: Progress) -> Done:
    """What comes is written before what went: a text that moved is known by then, and not indexed again."""
    pass_ = _Pass(db, source)
    todo = [*_skills_first(found.files), *reversed(_skills_first(found.gone))]
    for start in range(0, max(len(todo), 1), BATCH):
        batch = todo[start : start + BATCH]
        with db.writing(wait):
            for path in batch:
                pass_.update(path, lost=path in found.lost)
            pass_.end()
            if start + BATCH >= len(todo):
                _put_folders(db, found.folders)
        progress(start + len(batch), len(todo))
    return Done(pass_.changed, pass_.removed, found.notes)


def _skills_first(paths: Sequence[str]) -> list[str]:
    """Each SKILL.md before all other files: it says whose they are."""
    return sorted(paths, key=lambda path: path.rpartition("/")[2] != SKILL)


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
        self._owners = Owners(db)
        self._left = writing.Left()
        self.changed = 0
        self.removed = 0

    def end(self) -> None:
        """What belongs at the end of each transaction."""
        self._left.sweep(self._db)
        self._owners.forget()

    def update(self, path: str, *, lost: bool = False, again: bool = False) -> None:
        """Make the rows of a path what is on disk now.

        lost: nothing is there, whatever is found. again: also if another process has done so meanwhile.
        """
        rows = self._db.rows("SELECT size, mtime, ctime, inode, blob FROM file WHERE path = ?", (path,))
        if rows and not (lost or again) and rows[0][:4] == disk.stamp(f"{self._source.home}/{path}"):
            return
        there = not lost and self._put(path, rows)
        if rows and not there:
            writing.remove(self._db, path, self._left)
            self.removed += 1
        folder, _, name = path.rpartition("/")
        if name == SKILL and bool(rows) != there:
            self._owners.forget()
            span = (f"{folder}/", f"{folder}0")
            for row in self._db.rows("SELECT path FROM file WHERE path > ? AND path < ? AND path <> ?", (*span, path)):
                self.update(row[0], again=True)

    def _put(self, path: str, known: Sequence[Sequence[object]]) -> bool:
        """Write the rows of what is there; False when nothing is. known: the row that the file has."""
        place = self._source.layout.place(path)
        found = None if place is None else load(self._source.home, path, self._source.limit)
        if found is None or place is None:
            return False
        drafts: Sequence[Draft] = ()
        try:
            drafts = documents(self._source.layout, path, place, found.data, self._owners.of(path, place))
        except SystemRefused as error:
            found = found._replace(problem=error.message)
        ages = times.ages(self._db, path, found.blob, found.mtime, drafts)
        writing.put(self._db, path, found, drafts, ages, self._left)
        self.changed += not known or known[0][4] != found.blob
        return True
