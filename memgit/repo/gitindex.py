"""Git's index file, kept in step with what memgit commits, under git's own `index.lock`.

While we hold `index.lock` no git command can write the index, so nobody commits an index from before our change.
The new index is written beside the old one first and renamed over it last: after the branch has moved nothing is left
that could need disk space.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pygit2
from pygit2.enums import FileMode

from memgit.errors import Busy, SystemRefused
from memgit.repo.trees import Blob

_POLL_SECONDS = 0.01
_OURS = b"memgit "
_SPLIT = b"link\0\0\0"
"""The start of the extension that names a shared index: signature and the first bytes of a small size."""


class GitIndex:
    """The index of one repository; keeps its entries in memory between changes while nobody else writes the file."""

    def __init__(self, git_dir: Path) -> None:
        self._path = git_dir / "index"
        self._next = git_dir / "memgit-index"
        self._lock = git_dir / "index.lock"
        self._owner = git_dir / "memgit-owner"
        self._loaded: pygit2.Index | None = None
        self._stamp: tuple[int, int, int] | None = None

    @contextmanager
    def locked(self, wait: float) -> Iterator[None]:
        """Hold `index.lock`; `Busy` after `wait` seconds. A lock that a killed memgit left behind is taken over."""
        deadline = time.monotonic() + wait
        self._owner.write_bytes(_OURS + str(os.getpid()).encode())
        while not self._acquired():
            if time.monotonic() >= deadline:
                raise Busy(
                    f"git's index is locked by another git command ({self._lock})",
                    "wait for it to end; if none is running: memgit doctor --fix",
                ) from None
            time.sleep(_POLL_SECONDS)
        try:
            yield
        finally:
            with suppress(FileNotFoundError):
                os.unlink(self._lock)

    def _acquired(self) -> bool:
        """Link the owner's note in as the lock: it is never there without saying whose it is."""
        while True:
            try:
                os.link(self._owner, self._lock)
            except FileExistsError:
                if not self.drop_own_stale_lock():
                    return False
            else:
                return True

    def drop_own_stale_lock(self) -> bool:
        """Remove an `index.lock` of a killed memgit. Only for the holder of the store's lock: no other memgit lives."""
        try:
            if not self._lock.read_bytes().startswith(_OURS):
                return False
            self._lock.unlink()
        except FileNotFoundError:
            return True
        return True

    def prepare(self, edits: Mapping[str, Blob | None]) -> None:
        """Write the index with `edits` applied beside the current one. Call under `locked`."""
        index = self._read()
        for path, blob in edits.items():
            if blob is None:
                with suppress(OSError, KeyError):
                    index.remove(path)
            else:
                index.add(pygit2.IndexEntry(path, blob.id, FileMode(blob.mode)))
        self._loaded = None
        with suppress(FileNotFoundError):  # libgit2's own lock, left by a process that was killed while writing
            os.unlink(f"{self._next}.lock")
        index.write()
        self._loaded = index

    def rebuild(self, tree: pygit2.Tree | None) -> None:
        """Write the index of `tree` beside the current one, whatever that holds. Call under `locked`."""
        with suppress(FileNotFoundError):
            self._next.unlink()
        index = pygit2.Index(self._next)
        if tree is not None:
            index.read_tree(tree)
        index.write()
        self._loaded = index

    def publish(self) -> None:
        """Put the prepared index in place. Call under `locked`."""
        os.replace(self._next, self._path)
        self._stamp = _stamp(self._path)

    @property
    def is_ours(self) -> bool:
        """Whether the file on disk is the one published last: nobody else wrote it since."""
        return self._loaded is not None and self._stamp is not None and self._stamp == _stamp(self._path)

    def _read(self) -> pygit2.Index:
        if self._loaded is not None and self.is_ours:
            return self._loaded
        with suppress(FileNotFoundError):
            self._next.unlink()
        with suppress(FileNotFoundError):
            self._next.write_bytes(self._path.read_bytes())
        try:
            return pygit2.Index(self._next)
        except pygit2.GitError as error:
            raise damaged(self._path) from error


def read(repo: pygit2.Repository) -> pygit2.Index:
    """The index as it is on disk now. Raises SystemRefused when it is damaged."""
    try:
        index: pygit2.Index = repo.index
        index.read(False)
    except pygit2.GitError as error:
        raise damaged(Path(repo.path) / "index") from error
    return index


def damaged(path: Path) -> SystemRefused:
    """What to say of an index file that cannot be read. Format of the extension: gitformat-index(5)."""
    with suppress(OSError):
        data = path.read_bytes()
        if data.startswith(b"DIRC") and _SPLIT in data:
            return SystemRefused(
                f"git's index is split in two files, which memgit cannot read: '{path}'",
                "make it one: git config core.splitIndex false && git update-index --no-split-index",
            )
    return SystemRefused(f"git's index is damaged: '{path}'", "write it again from the branch: memgit doctor --fix")


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        info = os.stat(path)
    except FileNotFoundError:
        return None
    return info.st_ino, info.st_mtime_ns, info.st_size
