"""The store's lock: one writer at a time, by `flock`, which the kernel drops when a process dies."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memgit.errors import Busy

_POLL_SECONDS = 0.01


@contextmanager
def held(path: Path, wait: float) -> Iterator[None]:
    """Hold the lock at `path` for the length of the block; `Busy` after `wait` seconds.

    The file holds the owner's pid for the message only. It is never unlinked: two processes would then lock two files.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if not acquire(handle, time.monotonic() + wait):
            raise _busy(handle, wait)
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


def is_held(path: Path) -> bool:
    """Whether some process holds the lock now."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def acquire(handle: int, deadline: float) -> bool:
    """Take the `flock` of an open file; False when it is still taken at `deadline` (of `time.monotonic`)."""
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(_POLL_SECONDS)
        else:
            return True


def _busy(handle: int, wait: float) -> Busy:
    owner = os.pread(handle, 32, 0).decode("ascii", "replace").strip() or "unknown"
    return Busy(
        f"the store is locked by another writer (pid {owner}) for more than {wait:g} s",
        "try again, or wait longer: --wait 60",
    )
