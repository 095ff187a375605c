"""What the watcher does next, and when. Pure: moments are seconds of one monotonic clock, passed in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from memgit.watch.timing import Timing

_FIRST_RETRY, _LAST_RETRY = 1.0, 60.0
"""Seconds before a failed pass or recording is tried again: doubling from the first to the last."""


class Task(Enum):
    """One thing to do."""

    FULL = "a pass over everything"
    PASS = "a pass over what is dirty"  # noqa: S105 - no password
    RECORD = "record outside edits"


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do for so many seconds, unless something happens."""

    seconds: float


class Agenda:
    """Knows when passes and recordings are due, after successes and failures. A full pass is due at first."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._full_every = timing.full
        self._full_at = float("-inf")
        self._retry_at = float("-inf")
        self._unrecorded: float | None = None
        self._delays: dict[Task, float] = {}

    def next(self, now: float, dirty: float | None, stirred: float) -> Task | Wait:
        """What to do now. dirty: when a pass over what is dirty is due, or None; stirred: the last event.

        After a failure nothing is done before the time of the retry, which is a full pass.
        """
        if now < self._retry_at:
            return Wait(self._retry_at - now)
        if now >= self._full_at:
            return Task.FULL
        if dirty is not None and now >= dirty:
            return Task.PASS
        moments = [self._full_at] if dirty is None else [self._full_at, dirty]
        if self._unrecorded is not None:
            record = max(self._unrecorded, stirred) + self._timing.quiet
            if now >= record:
                return Task.RECORD
            moments.append(record)
        return Wait(min(moments) - now)

    def poll(self, polling: bool) -> None:
        """Whether full passes are all there is: they come at `Timing.polling` then, else at `Timing.full`."""
        self._full_every = self._timing.polling if polling else self._timing.full

    def demand(self) -> None:
        """A full pass is due at once (or at the time of the retry)."""
        self._full_at = float("-inf")

    def passed(self, now: float, full: bool, changed: bool) -> None:
        """A pass succeeded at `now`."""
        self._delays.pop(Task.PASS, None)
        if full:
            self._full_at = now + self._full_every
        if changed:
            self._unrecorded = now

    def recorded(self) -> None:
        """A recording succeeded."""
        self._delays.pop(Task.RECORD, None)
        self._unrecorded = None

    def failed(self, now: float, task: Task) -> float:
        """A task failed at `now`; answers the seconds until a full pass is tried.

        Passes and recordings double their delays apart: a pass that succeeds says nothing about the recording.
        """
        kind = Task.RECORD if task is Task.RECORD else Task.PASS
        delay = self._delays.get(kind, _FIRST_RETRY)
        self._delays[kind] = min(delay * 2, _LAST_RETRY)
        self._retry_at = now + delay
        self.demand()
        return delay
