"""What watchdog's threads saw and the watcher has not taken yet: the only thing that both sides touch."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from memgit.watch.dirt import Dirt


@dataclass(frozen=True, slots=True)
class Batch:
    """What one pass is for.

    paths: as in `Work.reconcile`. fresh: folders among them that may have been filled before they were watched.
    lost: why events may be missing, or None. broken: why watching is over, or None.
    """

    paths: frozenset[str] | None
    fresh: frozenset[str]
    lost: str | None
    broken: str | None


class Inbox:
    """Collects from any thread, wakes the one that waits. `clock`: seconds, monotonic."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._woken = False
        self._gone = False
        self._dirt = Dirt()
        self._fresh: set[str] = set()
        self._lost: str | None = None
        self._broken: str | None = None
        self._stirred = clock()

    def touched(self, path: str, fresh: bool = False) -> None:
        """A file or folder was made, changed, moved or deleted. fresh: a folder that was not watched until now."""
        with self._changed:
            now = self._clock()
            idle = self._dirt.due(0, 0) is None
            self._dirt.add(path, now)
            self._stirred = now
            if fresh:
                self._fresh.add(path)
            if idle:
                self._wake()

    def lost(self, reason: str) -> None:
        """Events may be missing: all has to be watched anew and passed over."""
        with self._changed:
            now = self._clock()
            self._dirt.add_all(now)
            self._stirred = now
            self._lost = self._lost or reason
            self._wake()

    def broken(self, reason: str) -> None:
        """The system lets no more be watched."""
        with self._changed:
            self._dirt.add_all(self._clock())
            self._broken = self._broken or reason
            self._wake()

    def gone(self) -> None:
        """The home itself was deleted or moved."""
        with self._changed:
            self._gone = True
            self._wake()

    def wake(self) -> None:
        """End the wait of `wait`, or the next one."""
        with self._changed:
            self._wake()

    def wait(self, seconds: float) -> None:
        """Wait until something new has come, at most `seconds`. Further paths of one burst do not end the wait."""
        with self._changed:
            if not self._woken:
                self._changed.wait(max(seconds, 0))
            self._woken = False

    def due(self, settle: float, most: float) -> float | None:
        """When a pass is due, as of `Dirt.due`."""
        with self._changed:
            return self._dirt.due(settle, most)

    @property
    def stirred(self) -> float:
        """When the last thing happened."""
        with self._changed:
            return self._stirred

    @property
    def is_gone(self) -> bool:
        """Whether the home was seen to go since the last `clear`."""
        with self._changed:
            return self._gone

    def take(self) -> Batch:
        """Everything collected so far, which is no longer kept."""
        with self._changed:
            batch = Batch(self._dirt.take(), frozenset(self._fresh), self._lost, self._broken)
            self._fresh.clear()
            self._lost = self._broken = None
            return batch

    def again(self, paths: frozenset[str]) -> None:
        """Let these be passed over once more, `settle` from now."""
        with self._changed:
            now = self._clock()
            for path in paths:
                self._dirt.add(path, now)

    def clear(self) -> None:
        """Forget all that was seen, of a home that is gone."""
        self.take()
        with self._changed:
            self._gone = False

    def _wake(self) -> None:
        self._woken = True
        self._changed.notify_all()
