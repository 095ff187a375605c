"""Brings the index up to date: what differs on disk is read and indexed, in short transactions."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from memgit.home.walk import Note
from memgit.index import disk
from memgit.index.database import Database
from memgit.index.disk import Stamp
from memgit.index.loading import load
from memgit.index.owners import SKILL
from memgit.index.source import Progress, Source

Matters = Callable[[str], int]
"""How much a text may have to do with what is asked; 0: nothing."""

FEW = 200
"""Files that a search in a hurry brings up to date: about a quarter of a second."""


@dataclass(frozen=True, slots=True)
class Hurry:
    """What a search asks for that leaves the rest to a watcher.

    matters: of what text, its path before it; most: so many files that matter most are brought up to date, None: all
    of these.
    """

    matters: Matters
    most: int | None = FEW


BATCH = 50
"""Files per transaction: another writer waits for a tenth of a second at most."""

_FIRST = 500
"""The same while there is nothing yet that anybody could search."""

_GAP = 0.005
"""Seconds between two of these: a search that waits with the few files of its own is let in."""

MANY = 1_000
"""Files after which the full text index is merged into one piece: searches are the quicker for it."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a refresh did: how many files were read and were new or changed; how many went.

    left: files that are not in the index as they are on disk, because of a hurry. waiting: how many of them matter.
    """

    changed: int
    removed: int
    notes: tuple[Note, ...]
    left: frozenset[str] = frozenset()
    waiting: int = 0


def refresh(
    db: Database,
    source: Source,
    within: Collection[str] | None = None,
    *,
    wait: int,
    progress: Progress = lambda done, total: None,
    hurry: Hurry | None = None,
) -> Done:
    """Make the index what is on disk. within: only these files and folders; None: everything.

    wait: milliseconds for another writer. hurry: where a watcher is at it and there is much to do.
    Raises Held, Unusable; what was done until then stays.
    """
    found = disk.differences(db, source, within)
    if not found:
        return Done(0, 0, found.notes)
    if hurry is None or len(found.files) + len(found.gone) <= FEW:
        return _apply(db, source, found, wait, progress)
    differ = _measured(db, source, found.files, hurry.matters)
    first = sorted((each for each in differ if each[0]), reverse=True)
    some = replace(found, files=tuple(path for _, path in first[: hurry.most]), gone=(), folders={}, limit=None)
    done = _apply(db, source, some, wait, progress)
    left = frozenset((*(path for _, path in differ), *found.gone)) - frozenset(some.files)
    return replace(done, left=left, waiting=len(first) - len(some.files))


def _measured(db: Database, source: Source, paths: Sequence[str], matters: Matters) -> list[tuple[int, str]]:
    """Those of the files that are not as the index has them, by their bytes, each with how much it matters."""
    known = dict(db.rows("SELECT path, blob FROM file"))
    found = []
    for path in paths:
        file = load(source.home, path, source.limit)
        data = b"" if file is None or file.data is None else file.data
        if file is None or file.blob is None or file.blob != known.get(path):
            found.append((matters(f"{path}\n{data.decode('utf-8', 'replace')}"), path))
    return found


def rebuild(db: Database, source: Source, *, wait: int, progress: Progress = lambda done, total: None) -> Done:
    """Make the index anew from the files, in one transaction: until it ends, and if it fails, the old one stays.

    What is known of history stays; see `times.learn`.
    """
    from memgit.index.filing import Filing

    with db.writing(wait):
        db.run(_EMPTY)
        found = disk.differences(db, source)
        filing = Filing(db, source)
        for done, path in enumerate(_skills_first(found.files)):
            filing.update(path)
            progress(done + 1, len(found.files))
        filing.end()
        _put_folders(db, found.folders)
        _put_limit(db, found.limit)
        db.run("INSERT INTO token(token) VALUES ('optimize')")
    return Done(filing.changed, 0, found.notes)


def _apply(db: Database, source: Source, found: disk.Differences, wait: int, progress: Progress) -> Done:
    """What comes is written before what went: a text that moved is known by then, and not indexed again."""
    from memgit.index.filing import Filing  # a search that finds nothing new does without: it reads all formats

    filing = Filing(db, source)
    todo = [*_skills_first(found.files), *reversed(_skills_first(found.gone))]
    size, gap = (BATCH, _GAP) if db.one("SELECT 1 FROM file LIMIT 1") else (_FIRST, 0.0)
    for start in range(0, max(len(todo), 1), size):
        batch = todo[start : start + size]
        with db.writing(wait):
            for path in batch:
                filing.update(path, again=path in found.lost)
            filing.end()
            if start + size >= len(todo):
                _put_folders(db, found.folders)
                _put_limit(db, found.limit)
        progress(start + len(batch), len(todo))
        time.sleep(gap)
    if len(todo) >= MANY:
        with db.writing(wait):
            db.run("INSERT INTO token(token) VALUES ('optimize')")
    return Done(filing.changed, filing.removed, found.notes)


def _skills_first(paths: Sequence[str]) -> list[str]:
    """Each SKILL.md before all other files: it says whose they are."""
    return sorted(paths, key=lambda path: path.rpartition("/")[2] != SKILL)


def _put_folders(db: Database, folders: dict[str, Stamp | None]) -> None:
    db.run_many("DELETE FROM folder WHERE path = ?", [(path,) for path, new in folders.items() if new is None])
    db.run_many(
        "INSERT OR REPLACE INTO folder VALUES (?, ?, ?, ?)",
        [(path, *new[1:]) for path, new in folders.items() if new is not None],
    )


def _put_limit(db: Database, limit: int | None) -> None:
    if limit is not None:
        db.run("UPDATE history SET size_limit = ? WHERE size_limit IS NOT ?", (limit, limit))


_EMPTY = """
DELETE FROM folder; DELETE FROM file; DELETE FROM unit; DELETE FROM doc; DELETE FROM content;
INSERT INTO token(token) VALUES ('delete-all');
"""
