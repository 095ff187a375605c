"""What on disk is not as the index knows it: by the stat data of every file and folder, nothing is read.

A folder's own times tell of files that came or went in it, a file's of what was written into it. What changed at the
very moment it was read is not trusted: it is looked at again next time (git calls such a file racily clean).
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from memgit.home import walk
from memgit.home.walk import Note
from memgit.index.database import Database
from memgit.index.source import Source
from memgit.model.layout import Layout

RACY = 20_000_000
"""Nanoseconds: how coarse the clock of a file system may be (Linux stamps files once per tick, at most 10 ms)."""


OURS = ".memgit"
"""A folder that changes with every look at the index in it, and holds nothing to be found."""


class Stamp(NamedTuple):
    """What stat says of a file, or of a folder (whose size is always 0). Times are nanoseconds.

    inode: negative for a link.
    """

    size: int
    mtime: int
    ctime: int
    inode: int

    @property
    def is_link(self) -> bool:
        """Whether it is of a link; size and mtime are those of what it leads to, then."""
        return self.inode < 0

    def settled(self, now: int) -> Stamp:
        """The stamp, or one that never matches if the file may still change within the same tick.

        now: `clock()` before the file was looked at. Only ctime counts: nobody can set it.
        """
        return self if self.ctime < now - RACY else self._replace(mtime=-1)


@dataclass(frozen=True, slots=True)
class Differences:
    """files: to be read. gone: files that are there no more. folders: new stamps, None for those that are gone.

    lost: those to be looked at whatever their stamps say. Their folder does not list them any more: what leads there
    may be a link by now, or lie in a repository of its own. Or another limit lets them in or out.

    limit: the one that they are read under.
    """

    files: tuple[str, ...]
    gone: tuple[str, ...]
    lost: frozenset[str]
    folders: dict[str, Stamp | None]
    notes: tuple[Note, ...]
    limit: int | None = None

    def __bool__(self) -> bool:
        return bool(self.files or self.gone or self.folders)


def stamp(full: str) -> Stamp | None:
    """The stamp of a file or folder, None when there is nothing. A link's tells a change of its target, too."""
    try:
        info = os.lstat(full)
    except OSError:
        return None
    if stat.S_ISLNK(info.st_mode):
        return _stamp_of_link(full, info)
    size = 0 if stat.S_ISDIR(info.st_mode) else info.st_size
    return Stamp(size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino)


def _stamp_of_link(full: str, info: os.stat_result) -> Stamp:
    try:
        target = os.stat(full)
    except OSError:
        return Stamp(0, info.st_mtime_ns, info.st_ctime_ns, -info.st_ino)
    size = 0 if stat.S_ISDIR(target.st_mode) else target.st_size
    changed = max(info.st_ctime_ns, target.st_ctime_ns)
    return Stamp(size, target.st_mtime_ns, changed, -(info.st_ino ^ target.st_ino) - 1)


def clock() -> int:
    """The clock that files are stamped by, in nanoseconds."""
    return time.time_ns()


def differences(db: Database, source: Source, within: Collection[str] | None = None) -> Differences:
    """Compare the home with the index; with `within` only these files, and folders with all that is below them.

    A link is looked at in any case: what it leads to may have changed; and so is what another limit lets in or out.
    """
    home, layout = source.home, source.layout
    now, base = clock(), f"{home}/"
    folders, files = _all(db) if within is None else _some(db, base, within)
    unlike, differing = _unlike(base, folders), _unlike(base, files)
    roots = _new_roots(db, home, layout)
    resized = _resized(db, source.limit)
    if not (unlike or differing or roots or resized):
        return Differences((), (), frozenset(), {}, ())
    known = _Known({row[0] for row in folders}, {row[0] for row in files})
    missing = {folder for folder in unlike if not os.path.lexists(base + folder)}
    seen = _Seen(home, layout, now, known.folders - missing)
    for folder in sorted([*unlike, *roots]):
        seen.look(folder)
    lost = _lost(known, seen)
    gone = known.files & lost
    lost_files = frozenset(gone)
    gone |= {path for path in differing if stamp(base + path) is None}
    changed = [path for path in dict.fromkeys([*differing, *resized]) if path not in gone]
    changed += [path for path in seen.files if path not in known.files and not _knows(db, "file", path)]
    stamps: dict[str, Stamp | None] = {**dict.fromkeys(lost & known.folders), **seen.entered}
    lost_files |= frozenset(resized)
    return Differences(tuple(changed), tuple(gone), lost_files, stamps, tuple(seen.notes), source.limit)


def _resized(db: Database, limit: int) -> list[str]:
    """Files that are within one of two limits: that of `size_limit`, under which they were read, and another one."""
    known = db.one("SELECT size_limit FROM history")
    if known is None or known == limit:
        return []
    rows = db.rows("SELECT path FROM file WHERE size > ? AND size <= ?", (min(known, limit), max(known, limit)))
    return [row[0] for row in rows]


def _unlike(base: str, rows: Iterable[_Row]) -> list[str]:
    """What is not as it is known; of thousands only ctime and inode are compared, which nobody can set."""
    unlike = []
    for path, size, mtime, ctime, inode in rows:
        try:
            info = os.lstat(base + path)
        except OSError:
            unlike.append(path)
            continue
        quick = info.st_ctime_ns == ctime and info.st_ino == inode and mtime >= 0
        if not quick and stamp(base + path) != (size, mtime, ctime, inode):
            unlike.append(path)
    return unlike


def _new_roots(db: Database, home: Path, layout: Layout) -> list[str]:
    """Roots that the index does not know: nothing above them tells that they are there by now."""
    roots = [root for root in layout.roots if root != OURS and os.path.lexists(home / root)]
    return [root for root in roots if not _knows(db, "folder", root) and not _knows(db, "file", root)]


def _knows(db: Database, table: str, path: str) -> bool:
    return db.one(f"SELECT 1 FROM {table} WHERE path = ?", (path,)) is not None  # noqa: S608 - one of two words


_Row = tuple[str, int, int, int, int]
"""A path and its stamp, as they come from the index; there are thousands in each look."""


class _Known(NamedTuple):
    """The paths that the index knows of a home, or of a part of it."""

    folders: set[str]
    files: set[str]


def _all(db: Database) -> tuple[list[_Row], list[_Row]]:
    """The rows of folders and files."""
    return (
        db.rows("SELECT path, 0, mtime, ctime, inode FROM folder"),
        db.rows("SELECT path, size, mtime, ctime, inode FROM file"),
    )


def _some(db: Database, base: str, within: Collection[str]) -> tuple[list[_Row], list[_Row]]:
    """The paths with all below them; and the nearest folder above each, with all below it if something came or went."""
    folders: set[_Row] = set()
    files: set[_Row] = set(db.rows(_LINKS))
    for path in within:
        spans = [path] if _can_be_known(path) else []
        for folder in filter(_can_be_known, _above(path)):
            rows = db.rows("SELECT mtime, ctime, inode FROM folder WHERE path = ?", (folder,))
            if rows and stamp(base + folder) != Stamp(0, *rows[0]):
                spans.append(folder)
            if rows:
                break
        for top in spans:
            span = (top, f"{top}/", f"{top}0")  # "0" follows "/"
            folders.update(db.rows(_FOLDERS, span))
            files.update(db.rows(_FILES, span))
    return list(folders), list(files)


def _can_be_known(path: str) -> bool:
    """Whether a path is UTF-8: no other is in the index."""
    return path.isascii() or not any("\ud800" <= char <= "\udfff" for char in path)


_FOLDERS = "SELECT path, 0, mtime, ctime, inode FROM folder WHERE path = ? OR (path > ? AND path < ?)"
_FILES = "SELECT path, size, mtime, ctime, inode FROM file WHERE path = ? OR (path > ? AND path < ?)"
_LINKS = "SELECT path, size, mtime, ctime, inode FROM file WHERE inode < 0"


class _Seen:
    """What was seen of the folders that were looked at. present: known folders that are there.

    files, folders: what they list; entered: their stamps; out: what is no folder of ours.
    """

    def __init__(self, home: Path, layout: Layout, now: int, present: set[str]) -> None:
        self._home, self._layout, self._now, self._present = home, layout, now, present
        self._start = ""
        self.files: set[str] = set()
        self.folders: set[str] = set()
        self.out: set[str] = set()
        self.entered: dict[str, Stamp | None] = {}
        self.notes: list[Note] = []

    def look(self, folder: str) -> None:
        """See what is in a folder, and in folders below it that are not known. Those above it have to come before."""
        if folder in self.entered:
            return
        if not any(self._is_out(path) for path in (folder, *_above(folder))):
            self._start = folder
            self.files.update(walk.tracked(self._home, self._layout, self.notes, folder, self._entering))
        if folder not in self.entered:
            self.out.add(folder)

    def _is_out(self, path: str) -> bool:
        """Whether what is found here is not ours: it is no folder, or the one above does not list it."""
        return path in self.out or (path not in self.folders and path.rpartition("/")[0] in self.entered)

    def _entering(self, folder: str) -> bool:
        if folder != self._start:
            self.folders.add(folder)
            if folder in self.entered or folder in self._present:
                return False
        found = stamp(f"{self._home}/{folder}")
        if found is None:
            return False
        self.entered[folder] = found.settled(self._now)
        return True


def _lost(known: _Known, seen: _Seen) -> set[str]:
    """Known files and folders that are no more in a folder that was looked at, with all that is below them."""
    tops = seen.out & known.folders
    tops |= {path for path in known.folders if path not in seen.folders and path.rpartition("/")[0] in seen.entered}
    tops |= {path for path in known.files if path not in seen.files and path.rpartition("/")[0] in seen.entered}
    if not tops:
        return tops
    return tops | {path for path in (*known.folders, *known.files) if any(above in tops for above in _above(path))}


def _above(path: str) -> Iterator[str]:
    """The folders above a path, nearest first."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
