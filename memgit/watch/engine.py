"""The watcher: events of a home become passes over what changed, and recordings when it is quiet again."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from memgit.errors import MemgitError
from memgit.model.layout import Layout
from memgit.watch.agenda import Agenda, Task, Wait
from memgit.watch.event import Event, Failed, HomeBack, HomeGone, Lost, Passed, Polling, Recorded, Started, Watching
from memgit.watch.inbox import Batch, Inbox
from memgit.watch.scope import Scope
from memgit.watch.sleep import Sleep
from memgit.watch.timing import Timing
from memgit.watch.watches import Watches, stand


@dataclass(frozen=True, slots=True)
class Work:
    """What the watcher calls, always from the thread that called `watch`.

    reconcile: takes the paths whose state may have changed (relative POSIX; a folder stands for all in it, a path may
    be gone), None for everything; True if something had changed. record: records outside edits. Both may fail with any
    exception. say: told what happened; what it raises ends the watch.
    """

    reconcile: Callable[[frozenset[str] | None], bool]
    record: Callable[[], None]
    say: Callable[[Event], None]


def watch(
    home: Path,
    layout: Layout,
    work: Work,
    timing: Timing,
    stop: threading.Event,
    present: Callable[[], bool],
) -> None:
    """Keep watching a home until `stop` is set; it may be missing at first, go, be replaced and come back.

    present: whether the home is a store now; asked every `timing.poll` seconds.
    """
    _Watcher(home, Scope.of(layout), work, timing, stop, present).run()


@dataclass(slots=True)
class _Watcher:
    home: Path
    scope: Scope
    work: Work
    timing: Timing
    stop: threading.Event
    present: Callable[[], bool]

    def run(self) -> None:
        inbox = Inbox()
        threading.Thread(target=self._wake_at_stop, args=(inbox,), name="memgit-watch-stop", daemon=True).start()
        self.work.say(Started())
        missing = False
        while not self.stop.is_set():
            identity = _identity(self.home) if _asked(self.present) else None
            if identity is None:
                if not missing:
                    missing = True
                    self.work.say(HomeGone())
                inbox.wait(self.timing.poll)
                continue
            if missing:
                self.work.say(HomeBack())
            _Stay(self, inbox, identity).last()
            missing = not self.stop.is_set()
            if missing:
                self.work.say(HomeGone())
            inbox.clear()

    def _wake_at_stop(self, inbox: Inbox) -> None:
        # One wait cannot be for two things; this thread costs nothing until then.
        self.stop.wait()
        inbox.wake()


class _Stay:
    """One stretch of time for which the home is there and the same. identity: device and inode of the home."""

    def __init__(self, watcher: _Watcher, inbox: Inbox, identity: tuple[int, int]) -> None:
        self._of = watcher
        self._timing = watcher.timing
        self._inbox = inbox
        self._identity = identity
        self._agenda = Agenda(watcher.timing)
        self._sleep = Sleep()
        self._watches: Watches | None = None
        self._polling = False
        self._stand_at = 0.0
        self._looked = time.monotonic()

    def last(self) -> None:
        """Work until the home is gone, or the watcher is to stop."""
        try:
            self._stand()
            while not self._of.stop.is_set() and self._is_here():
                self._step()
        finally:
            self._unwatch()

    def _is_here(self) -> bool:
        if self._inbox.is_gone:
            return False
        now = time.monotonic()
        if now - self._looked < self._timing.poll:
            return True
        self._looked = now
        if self._sleep.slept():
            self._of.work.say(Lost("sleep"))
            self._agenda.demand()
        return _identity(self._of.home) == self._identity and _asked(self._of.present)

    def _step(self) -> None:
        now = time.monotonic()
        dirty = self._inbox.due(self._timing.settle, self._timing.most)
        match self._agenda.next(now, dirty, self._inbox.stirred):
            case Wait(seconds):
                self._inbox.wait(min(seconds, self._timing.poll))
            case Task.RECORD:
                self._record()
            case task:
                self._pass(task)

    def _pass(self, task: Task) -> None:
        batch = self._prepare(task)
        paths = None if task is Task.FULL else batch.paths
        started = time.monotonic()
        try:
            changed = self._of.work.reconcile(paths)
        except Exception as error:
            self._failed(task, error)
            return
        ended = time.monotonic()
        self._agenda.passed(ended, paths is None, changed)
        self._inbox.again(batch.fresh)
        self._of.work.say(Passed(paths is None, tuple(sorted(paths or ())), ended - started, changed))

    def _record(self) -> None:
        try:
            self._of.work.record()
        except Exception as error:
            self._failed(Task.RECORD, error)
            return
        self._agenda.recorded()
        self._of.work.say(Recorded())

    def _failed(self, task: Task, error: Exception) -> None:
        delay = self._agenda.failed(time.monotonic(), task)
        self._of.work.say(Failed(_text(error), delay))

    def _prepare(self, task: Task) -> Batch:
        """Bring the watches up to date, then take what the pass is for: in this order nothing falls between."""
        if self._watches is not None:
            try:
                self._watches.refresh()
            except OSError as error:
                self._inbox.broken(error.strerror or str(error))
        batch = self._inbox.take()
        if batch.broken is not None:
            self._poll(batch.broken)
        elif batch.lost is not None:
            self._of.work.say(Lost(batch.lost))
            self._unwatch()
            self._stand()
        elif task is Task.FULL and time.monotonic() >= self._stand_at:
            self._unwatch()
            self._stand()
        return batch

    def _stand(self) -> None:
        """Watch, or else poll; anew with full passes by the clock, as limits rise and a watch may have gone astray."""
        self._stand_at = time.monotonic() + self._timing.full
        try:
            self._watches = stand(self._of.home, self._of.scope, self._inbox)
        except FileNotFoundError:
            self._inbox.gone()
        except (OSError, RuntimeError) as error:  # RuntimeError: no more threads
            self._poll(getattr(error, "strerror", None) or str(error))
        else:
            if self._polling:
                self._polling = False
                self._agenda.poll(False)
                self._of.work.say(Watching())

    def _poll(self, reason: str) -> None:
        self._unwatch()
        if not self._polling:
            self._polling = True
            self._agenda.poll(True)
            self._of.work.say(Polling(reason))

    def _unwatch(self) -> None:
        watches, self._watches = self._watches, None
        if watches is not None:
            watches.close()


def _identity(home: Path) -> tuple[int, int] | None:
    """Device and inode of the home, None when it is no folder."""
    try:
        found = os.stat(home)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _asked(present: Callable[[], bool]) -> bool:
    try:
        return present()
    except Exception:
        return False


def _text(error: Exception) -> str:
    """One line for any exception; MemgitError and OSError speak for themselves."""
    if isinstance(error, MemgitError):
        return error.message
    text = " ".join(str(error).split())
    return text if isinstance(error, OSError) and text else f"{type(error).__name__}: {text}".rstrip(": ")
