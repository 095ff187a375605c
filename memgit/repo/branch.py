"""The branch: where it is, and moving it by compare and swap, while git or a killed process may hold its lock."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

import pygit2

from memgit.errors import Busy

_POLL_SECONDS = 0.01
_STALE_SECONDS = 1.0
"""Git holds the lock of a branch for milliseconds."""


def current(repo: pygit2.Repository) -> str | None:
    """The branch that is checked out (`refs/heads/…`), whether it has a commit or not; None when HEAD is detached."""
    target = repo.lookup_reference("HEAD").raw_target
    return None if isinstance(target, pygit2.Oid) else os.fsdecode(target)


def tip(repo: pygit2.Repository, branch: str) -> pygit2.Oid | None:
    """The commit that a branch (`refs/heads/…`) is at, None before the first."""
    reference = repo.references.get(branch)
    return None if reference is None else pygit2.Oid(hex=str(reference.target))


def move(repo: pygit2.Repository, branch: str, head: pygit2.Oid | None, to: pygit2.Oid, wait: float) -> None:
    """Move a branch from `head` to another commit.

    Raises Busy when it is not at `head` any more, or when its lock is held for more than `wait` seconds.
    """
    deadline = time.monotonic() + wait
    lock = lock_of(repo, branch)
    while True:
        try:
            _move(repo, branch, head, to)
        except (pygit2.GitError, ValueError, OSError) as error:
            if tip(repo, branch) != head:
                raise Busy(f"the branch '{branch}' moved meanwhile", "try again") from error
            if not _says_locked(error):
                raise
            if time.monotonic() >= deadline:
                raise Busy(
                    f"the branch is locked by another git command ({lock})",
                    "wait for it to end; if none is running: memgit doctor --fix",
                ) from error
            time.sleep(_POLL_SECONDS)
        else:
            return


def lock_of(repo: pygit2.Repository, branch: str) -> Path:
    """The file that git and libgit2 make while they write a branch."""
    return Path(repo.path) / f"{branch}.lock"


def drop_stale_lock(repo: pygit2.Repository, branch: str) -> None:
    """Remove the lock of a branch that a killed process left behind. Only when one of ours was killed at its work.

    A lock that goes away by itself within a second, or is another one by then, was git's.
    """
    lock = lock_of(repo, branch)
    with suppress(FileNotFoundError):
        before = lock.stat().st_ino
        deadline = time.monotonic() + _STALE_SECONDS
        while time.monotonic() < deadline:
            if lock.stat().st_ino != before:
                return
            time.sleep(_POLL_SECONDS)
        lock.unlink()


def _move(repo: pygit2.Repository, branch: str, head: pygit2.Oid | None, to: pygit2.Oid) -> None:
    """Libgit2 refuses when the reference is no longer what was looked up."""
    note = "memgit"
    if head is None:
        repo.create_reference_direct(branch, to, False, message=note)
        return
    reference = repo.references[branch]
    if reference.target != head:
        raise pygit2.GitError("moved")
    reference.set_target(to, note)


def _says_locked(error: Exception) -> bool:
    return "failed to lock" in str(error) or "is locked" in str(error)
