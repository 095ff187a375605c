"""A file as it is read for the index: its bytes, its stamp, and why it has no text."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from typing import NamedTuple

from memgit.home import walk
from memgit.index.disk import Stamp, clock, stamp


class Loaded(NamedTuple):
    """A file. mtime: nanoseconds. data: None where it cannot be read or is too big; problem says why, then."""

    stamp: Stamp
    mtime: int
    data: bytes | None
    problem: str | None = None

    @property
    def blob(self) -> bytes | None:
        """Git's id of the bytes, raw: SHA-1 of `blob SIZE`, NUL, the bytes."""
        if self.data is None:
            return None
        return hashlib.sha1(b"blob %d\0" % len(self.data) + self.data, usedforsecurity=False).digest()


def load(home: Path, path: str, limit: int) -> Loaded | None:
    """Read a tracked file, a link within the home like the file it leads to; None when there is none. limit: bytes."""
    return read(home, path, limit) if _is_ours(home, path) else None


def read(home: Path, path: str, limit: int) -> Loaded | None:
    """As `load`, of a file that was met on a walk just now: the folders above it were looked at."""
    now, full = clock(), f"{home}/{path}"
    found = stamp(full)
    if found is None or (found.is_link and walk.leads_out(home, path)):
        return None
    mtime, found = found.mtime, found.settled(now)
    try:
        data = None if found.size > limit else _bytes(full, limit)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return Loaded(found, mtime, None, "it is a link to no file") if found.is_link else None
    except OSError as error:
        return Loaded(found, mtime, None, f"it cannot be read: {error.strerror}")
    if data is None:
        return Loaded(found, mtime, None, f"it is more than {limit:,} bytes")
    return Loaded(found, mtime, data)


def _is_ours(home: Path, path: str) -> bool:
    """Whether all folders above are folders of the home: none is a link, or a repository of its own."""
    while "/" in path:
        path = path.rpartition("/")[0]
        try:
            if not stat.S_ISDIR(os.lstat(f"{home}/{path}").st_mode) or os.path.lexists(f"{home}/{path}/.git"):
                return False
        except OSError:
            return False
    return True


def _bytes(full: str, limit: int) -> bytes | None:
    """The bytes of a plain file, None when they are too many. A pipe in its place must not hold up anybody."""
    if not stat.S_ISREG(os.stat(full).st_mode):  # a socket cannot even be opened
        raise FileNotFoundError(full)
    handle = os.open(full, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise FileNotFoundError(full)
        data = file.read(limit + 1)
    return data if len(data) <= limit else None
