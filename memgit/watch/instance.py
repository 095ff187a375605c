"""One watcher per home: a `flock` for as long as it lives, which the kernel drops when it dies."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memgit.errors import Busy
from memgit.repo import lock

_PATIENCE = 0.25
"""Seconds: `running` of another process holds the lock for an instant, and a new watcher writes its pid in another."""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Be the watcher of the home whose lock file `path` is; `Busy` at once when there is one.

    The file holds the pid, for messages only. It is never unlinked: two watchers would then lock two files.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if not lock.acquire(handle, time.monotonic() + _PATIENCE):
            raise Busy(
                f"another memgit watch (pid {_pid(handle) or 'unknown'}) keeps this home",
                "leave it running, or stop it first",
            )
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


def running(path: Path) -> int | None:
    """The pid of the watcher that lives, 0 when it has not written one; None when there is none. Never waits for it."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _pid(handle)
    finally:
        os.close(handle)
    return None


def _pid(handle: int) -> int:
    text = os.pread(handle, 32, 0).strip()
    return int(text) if text.isdigit() else 0
