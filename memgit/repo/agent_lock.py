"""The agent's own locks: Hermes writes `FILE` under `flock` on `FILE.lock`, so we place files under it too.

Only a lock file that is there is taken: nothing is created in an agent's folders. The lock is a courtesy that keeps the
agent from writing over us what it read before; what it wrote before is kept without it (see `landing`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memgit.repo import lock

_WAIT_SECONDS = 1.0


@contextmanager
def held(home: Path, paths: Iterable[str]) -> Iterator[None]:
    """Hold the agent's locks on `paths`; one that stays taken for a second is done without."""
    deadline = time.monotonic() + _WAIT_SECONDS
    handles = [handle for path in sorted(paths) if (handle := _open(home / f"{path}.lock")) is not None]
    try:
        for handle in handles:
            with suppress(OSError):  # a file system without locks
                lock.acquire(handle, deadline)
        yield
    finally:
        for handle in handles:
            os.close(handle)


def _open(path: Path) -> int | None:
    try:
        return os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
