"""The index of a home: brought up to date before it is asked, made anew when it cannot be used.

Everything here works while a watcher runs, and without one.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from memgit import layouts
from memgit.config import Settings
from memgit.errors import MemgitError
from memgit.home.walk import Note
from memgit.index import disk
from memgit.index import refresh as engine
from memgit.index.database import WAIT, Database, Held, Unusable
from memgit.index.refresh import Hurry
from memgit.index.source import Progress, Source
from memgit.repo import lock, state
from memgit.repo.head import head_id
from memgit.watch.instance import running

if TYPE_CHECKING:
    from memgit.index.comparing import Checked
    from memgit.index.times import Touch
    from memgit.repo.store import Store
    from memgit.repo.times import Touch as Touched

PATIENCE = 300
"""Milliseconds that a search waits for another process that writes the index, before it uses it as it is."""


@dataclass(frozen=True, slots=True)
class Where:
    """A home and its index. databases: where the index may be kept, the first that can be written is taken."""

    home: Path
    git_dir: Path
    source: Source
    databases: tuple[Path, ...]


Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What an index holds after it was brought up to date.

    changed, removed: files. rebuilt: why it was made anew: `missing`, `corrupt`, `schema`, `asked`; None if it was
    not. stale: why it could not be brought up to date; the index is as it was. left: files that a watcher is about
    to bring up to date, and that have nothing to do with what was asked.
    """

    documents: int
    files: int
    changed: int = 0
    removed: int = 0
    rebuilt: str | None = None
    seconds: float = 0.0
    notes: tuple[Note, ...] = ()
    stale: str | None = None
    left: frozenset[str] = frozenset()
    waiting: int = 0
    unkept: str | None = None


@dataclass(frozen=True, slots=True)
class Asked(Generic[Answer]):
    """What an index answered, and how it was brought up to date before."""

    answer: Answer
    refreshed: Refreshed


def where(home: Path, settings: Settings, cache: Path) -> Where:
    """Find the home's index. cache: the folder for the indexes of homes that cannot be written. NotFound: no store."""
    home = home.resolve()
    file = state.read(home)
    name = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
    return Where(
        home,
        Path(file.git_dir) if file.git_dir else home / ".git",
        Source(home, layouts.get(file.layout), settings.history.max_file_size),
        (state.paths_of(home).search_index, cache / "index" / f"{name}.db"),
    )


def refresh(place: Where, progress: Progress | None = None, paths: Collection[str] | None = None) -> Refreshed:
    """Bring the index up to date; with `paths` only these files, and folders with all that is below them."""
    with opened(place, progress, paths, wait=WAIT) as (_, done):
        return done


def rebuild(place: Where, progress: Progress | None = None) -> Refreshed:
    """Make the index anew; until that is done, and if it fails, the old one stays."""
    started = time.monotonic()
    with opened(place, None, (), wait=WAIT) as (db, first):
        if first.stale is not None:
            return first
        if first.unkept is not None:
            return _rebuilt_in_place(place, db, progress or _silent, started)
        try:
            anew = engine.refresh if first.rebuilt is not None else engine.rebuild
            found = anew(db, place.source, wait=WAIT, progress=progress or _silent)
        except Held as error:
            return replace(_counted(db), stale=str(error))
        except Unusable:  # too damaged to be emptied
            return _rebuilt_in_place(place, db, progress or _silent, started)
        return replace(
            _counted(db), changed=found.changed, rebuilt="asked", notes=found.notes, seconds=time.monotonic() - started
        )


def _rebuilt_in_place(place: Where, damaged: Database, progress: Progress, started: float) -> Refreshed:
    """Put a new file in the place of one that cannot be opened or emptied."""
    with _make(place, damaged) as fresh:
        done = _refresh(fresh, place, None, WAIT, progress)
    return replace(done, rebuilt="asked", seconds=time.monotonic() - started)


@contextmanager
def opened(
    place: Where,
    progress: Progress | None = None,
    paths: Collection[str] | None = None,
    *,
    wait: int = PATIENCE,
    hurry: Hurry | None = None,
) -> Iterator[tuple[Database, Refreshed]]:
    """The index, brought up to date as far as that can be done. wait: milliseconds for another writer.

    hurry: see `refresh.refresh`; only where a watcher does the rest.
    """
    started = time.monotonic()
    db, rebuilt = _open(place)
    watched = rebuilt is None and hurry is not None and running(state.paths_of(place.home).watch_lock) is not None
    try:
        try:
            if watched:
                done = _refresh_some(db, place, wait, hurry)
            else:
                done = _refresh(db, place, paths if rebuilt is None else None, wait, progress or _silent)
        except Unusable as error:
            damaged, db, rebuilt = db, _make(place, db), error.reason
            damaged.close()
            done = _refresh(db, place, None, wait, progress or _silent)
        yield db, replace(done, rebuilt=rebuilt, seconds=time.monotonic() - started)
    finally:
        db.close()


def asked(
    place: Where,
    question: Callable[[Database, frozenset[str]], Answer],
    progress: Progress | None = None,
    hurry: Hurry | None = None,
) -> Asked[Answer]:
    """Ask the index, brought up to date; one that proves to be damaged is made anew and asked again.

    question: also told which files the index does not have as they are, while a watcher is at it. hurry: as `opened`.
    """
    with opened(place, progress, hurry=hurry) as (db, done):
        try:
            with db.reading():
                return Asked(question(db, done.left), done)
        except Unusable as error:
            reason = error.reason
            _make(place, db).close()
    with opened(place, progress) as (db, done), db.reading():
        return Asked(question(db, done.left), replace(done, rebuilt=reason))


def _refresh(db: Database, place: Where, paths: Collection[str] | None, wait: int, progress: Progress) -> Refreshed:
    try:
        _learn(db, place, wait)
        found = engine.refresh(db, place.source, paths, wait=wait, progress=progress)
    except Held as error:
        return replace(_counted(db), stale=str(error))
    return replace(_counted(db), changed=found.changed, removed=found.removed, notes=found.notes)


def _refresh_some(db: Database, place: Where, wait: int, hurry: Hurry | None) -> Refreshed:
    """What a search does beside a watcher: it leaves history to it, and all but a few files."""
    try:
        found = engine.refresh(db, place.source, wait=wait, hurry=hurry)
    except Held as error:
        return replace(_counted(db), stale=str(error))
    return replace(
        _counted(db),
        changed=found.changed,
        removed=found.removed,
        notes=found.notes,
        left=found.left,
        waiting=found.waiting,
    )


def _open(place: Where) -> tuple[Database, str | None]:
    """The index that can be written, else made; and why it was made, if so."""
    path = _path(place)
    try:
        return _readable(path), None
    except Unusable as error:
        return _make(place), error.reason
    except Held:
        return _make(place), "missing"


def _readable(path: Path) -> Database:
    """The index of a path, even if it cannot be written now. Raises Unusable, Held."""
    try:
        return Database.open(path)
    except Held as error:
        frozen = Database.open_frozen(path, str(error))
        if frozen is None:
            raise
        return frozen


def _make(place: Where, damaged: Database | None = None) -> Database:
    """An empty index, in memory if no file can be made. Processes that come at the same time make one.

    damaged: what is not to be opened again, but for what another process has put in its place.
    """
    path = _path(place)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with lock.held(path.with_suffix(".lock"), 10.0):
            try:
                if damaged is None or damaged.replaced:
                    return Database.open(path)
            except Unusable:
                pass
            return Database.create(path)
    except Held as error:
        return Database.create(None, str(error))
    except OSError as error:
        return Database.create(None, f"{error.strerror}: '{error.filename}'")


def _path(place: Where) -> Path:
    """Where the index is: in the first folder that can be written, unless a folder stands in its place."""
    first, *others = place.databases
    for path in (first, *others):
        if os.access(path.parent, os.W_OK) and not path.is_dir():
            return path
    return others[-1] if others else first


def _learn(db: Database, place: Where, wait: int) -> None:
    """Take in what history says since the index last asked; git's library is loaded only when the branch moved."""
    known = db.one("SELECT head FROM history")
    head = head_id(place.git_dir)
    if head is not None and head == known:
        return
    with suppress(MemgitError):  # without history, texts are as old as their files
        _learn_anew(db, place, known, wait)


def _learn_anew(db: Database, place: Where, known: str | None, wait: int) -> None:
    from memgit.index import filing, times
    from memgit.repo import times as history
    from memgit.repo.refused import system_errors
    from memgit.repo.store import Store

    store = Store.open(place.home, layouts.get, lambda: datetime.now(UTC))
    head = None if store.repo.head_is_unborn else str(store.repo.head.target)
    if head == known:
        return

    def wanted(path: str) -> bool:
        return times.has_entries(place.source.layout, path)

    touches = None if known is not None and _merged_since(store, known) else history.touches(store, known, wanted)
    anew = touches is None
    if touches is None:
        touches = history.touches(store, None, wanted)
    with system_errors():
        found = [_touch(touch) for touch in touches or ()]
    with db.writing(wait):
        paths = times.learn(db, place.source.layout, head, found, anew)
        filing.retime(db, place.source, paths)


def _merged_since(store: Store, known: str) -> bool:
    """Whether a merge has come: what it brought may be older than what is known, so that it is not newer for coming."""
    from memgit.repo.refused import system_errors

    with system_errors():
        if known not in store.repo:
            return True
        commits = store.repo.walk(store.repo.head.target)
        commits.hide(known)
        return any(len(commit.parent_ids) > 1 for commit in commits)


def _touch(touch: Touched) -> Touch:
    from memgit.index.times import Touch

    before, after = ((), None) if touch.versions is None else touch.versions
    return Touch(touch.time, touch.path, touch.blob, before, after)


def _counted(db: Database) -> Refreshed:
    documents, files = db.one("SELECT count(*) FROM doc"), db.one("SELECT count(*) FROM file")
    return Refreshed(documents, files, unkept=db.unkept)


def _silent(done: int, total: int) -> None:
    """No progress to be shown."""


@dataclass(frozen=True, slots=True)
class Freshness:
    """How an index is doing, at a glance. state: `fresh`, `stale`, `missing`, `corrupt` or `outdated`.

    pending: files that differ. updated: when its file was written last. watcher: the pid of the home's watcher.
    unkept: why there can be none, as far as that can be seen without writing.
    """

    state: str
    documents: int = 0
    files: int = 0
    pending: int = 0
    updated: datetime | None = None
    bytes: int = 0
    watcher: int | None = None
    unkept: str | None = None


def freshness(place: Where) -> Freshness:
    """Look at the index and at the stat data of the files; writes nothing."""
    from memgit.index import comparing

    path, watcher = _path(place), running(state.paths_of(place.home).watch_lock)
    try:
        with _readable(path) as db, db.reading():
            found = disk.differences(db, place.source)
            pending = len(found.gone) + sum(not comparing.is_same(db, place.source, path) for path in found.files)
            counts = _counted(db)
    except Unusable as error:
        name = "outdated" if error.reason == "schema" else error.reason
        return Freshness(name, watcher=watcher, unkept=_refusal(path))
    except Held as error:
        return Freshness("missing", watcher=watcher, unkept=str(error))
    sizes = [info for info in map(_stat, (path, Path(f"{path}-wal"))) if info is not None]
    return Freshness(
        "stale" if pending else "fresh",
        counts.documents,
        counts.files,
        pending,
        datetime.fromtimestamp(max(info.st_mtime for info in sizes), UTC) if sizes else None,
        sum(info.st_size for info in sizes),
        watcher,
    )


def _refusal(path: Path) -> str | None:
    """Why no file can be made at a path, None if one can."""
    folder = next(above for above in path.parents if above.exists())
    return None if os.access(folder, os.W_OK) else f"'{folder}' cannot be written"


def check(place: Where) -> Checked:
    """Compare the index with the bytes of all files, and its own parts with each other; writes nothing."""
    from memgit.index import comparing
    from memgit.index.comparing import Checked

    try:
        with _readable(_path(place)) as db, db.reading():
            return comparing.check(db, place.source)
    except (Unusable, Held) as error:
        return Checked(0, 0, (), str(error))


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None
