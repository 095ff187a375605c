"""Files of the home as they are on disk: read with their git mode, inside the home only."""

from __future__ import annotations

import os
import stat
from collections.abc import Container
from pathlib import Path
from typing import NamedTuple

import pygit2

from memgit.errors import SystemRefused, UsageError
from memgit.repo.trees import EXECUTABLE, FILE, LINK, Blob


class FileState(NamedTuple):
    """The bytes of a file (of a link: its target) and its git mode."""

    data: bytes
    mode: int

    @property
    def blob(self) -> Blob:
        """What git would store, without storing it."""
        return Blob(pygit2.hash(self.data), self.mode)


def read(home: Path, path: str, limit: int | None = None) -> FileState | None:
    """The file at a relative path, None if there is none; `SystemRefused` when it is bigger than `limit` bytes.

    The last segment is never followed if it is a link; a folder on the way that is a link is a `UsageError`.
    """
    full = home / path
    try:
        info = os.lstat(full)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if stat.S_ISLNK(info.st_mode):
        return FileState(os.fsencode(os.readlink(full)), LINK)
    if not stat.S_ISREG(info.st_mode):
        return None
    require_inside(home, path)
    if limit is not None and info.st_size > limit:
        raise SystemRefused(
            f"'{path}' is {info.st_size:,} bytes, more than {limit:,}",
            "make it smaller, or raise the limit: memgit config history.max_file_size BYTES",
        )
    try:
        with open(full, "rb") as handle:
            return FileState(handle.read(), git_mode(os.fstat(handle.fileno()).st_mode))
    except FileNotFoundError:
        return None


def git_mode(mode: int) -> int:
    """FILE or EXECUTABLE, by the owner's execute bit as git does."""
    return EXECUTABLE if mode & stat.S_IXUSR else FILE


def require_inside(home: Path, path: str) -> None:
    """`UsageError` when a folder on the way to `path` is a link: its files belong to another place."""
    folder = str(home)
    for part in path.split("/")[:-1]:
        folder = f"{folder}/{part}"
        if os.path.islink(folder):
            raise behind_link(home, path, Path(folder))


def require_place(home: Path, path: str, leaving: Container[str]) -> None:
    """`SystemRefused` when something that is no file is where the file `path` is to be, or a file where its folder is.

    leaving: the paths that are taken away in the same change.
    """
    parts = path.split("/")
    for end in range(1, len(parts)):
        above = "/".join(parts[:end])
        full = home / above
        if os.path.lexists(full) and not full.is_dir() and above not in leaving:
            raise in_the_way(above, "a file, not a folder")
    full = home / path
    try:
        mode = os.lstat(full).st_mode
    except OSError:
        return
    if stat.S_ISDIR(mode):
        inside = (os.path.relpath(os.path.join(at, name), home) for at, _, names in os.walk(full) for name in names)
        if not all(name in leaving for name in inside):
            raise in_the_way(path, "a folder, not a file")
    elif not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
        raise in_the_way(path, "no plain file")


def in_the_way(path: str, what: str) -> SystemRefused:
    """What to say of something that is where a file or a folder is to be."""
    return SystemRefused(f"'{path}' is {what}", "move it away, then try again")


def behind_link(home: Path, path: str, link: Path) -> UsageError:
    """What to say of a path whose bytes live elsewhere, because `link` on the way to it is a link."""
    return UsageError(
        f"'{path}' lies behind the link '{link.relative_to(home)}', outside what this store tracks",
        f"change it where it lives: {os.path.realpath(link)}",
    )
