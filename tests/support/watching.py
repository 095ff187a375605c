"""A watcher in a thread over real files, and a mirror that knows the home only by what it is told to look at."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memgit import layouts
from memgit.model.layout import Layout
from memgit.watch.engine import Work, watch
from memgit.watch.event import Event, HomeGone, Passed
from memgit.watch.timing import Timing

PATIENCE = 15.0
QUICK = Timing(settle=0.03, most=0.15, quiet=0.3, full=600, poll=0.1, polling=0.2)
HERMES = layouts.get("hermes")


class Mirror:
    """A reconcile that knows a home only by the paths it is given; and everything the watcher does."""

    def __init__(self, home: Path, layout: Layout) -> None:
        self.home, self.layout = home, layout
        self.files: dict[str, bytes] = {}
        self.said: list[Event] = []
        self.passes: list[frozenset[str] | None] = []
        self.threads: set[int] = set()
        self.records = 0
        self.failing: Exception | None = None
        self.unrecordable: Exception | None = None

    def reconcile(self, paths: frozenset[str] | None) -> bool:
        self.threads.add(threading.get_ident())
        self.passes.append(paths)
        if self.failing is not None:
            raise self.failing
        before = dict(self.files)
        dirty = frozenset({""}) if paths is None else paths
        self.files = {path: data for path, data in self.files.items() if dirty.isdisjoint(up(path))}
        for path in dirty:
            self.files |= tracked(self.home, self.layout, path)
        return self.files != before

    def record(self) -> None:
        self.threads.add(threading.get_ident())
        if self.unrecordable is not None:
            raise self.unrecordable
        self.records += 1

    def say(self, event: Event) -> None:
        self.threads.add(threading.get_ident())
        self.said.append(event)

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.said if isinstance(event, kind)]

    @property
    def fulls(self) -> int:
        return self.passes.count(None)

    def settled(self) -> bool:
        return self.files == tracked(self.home, self.layout, "")


def tracked(home: Path, layout: Layout, start: str) -> dict[str, bytes]:
    """Path to content of all that a layout places at or below a path, links as what they say."""
    found: dict[str, bytes] = {}
    waiting = [start]
    while waiting:
        path = waiting.pop()
        full = home / path
        if full.is_dir() and not (path and full.is_symlink()):
            if not path or layout.enters(path):
                waiting += [f"{path}/{name}" if path else name for name in listed(full)]
        elif layout.place(path) is not None and os.path.lexists(full):
            found[path] = read(full)
    return found


def up(path: str) -> list[str]:
    """A path and every folder above it, the home itself included."""
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(len(parts) + 1)]


def listed(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def read(file: Path) -> bytes:
    try:
        return os.fsencode(os.readlink(file)) if file.is_symlink() else file.read_bytes()
    except OSError:
        return b"(vanished)"


def until(true: Callable[[], bool], patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


@contextmanager
def watching(home: Path, layout: Layout = HERMES, timing: Timing = QUICK) -> Iterator[Mirror]:
    """A watcher of the home in a thread of its own, past its first pass if the home is there."""
    mirror = Mirror(home, layout)
    stop = threading.Event()
    work = Work(mirror.reconcile, mirror.record, mirror.say)
    crashed: list[BaseException] = []

    def body() -> None:
        try:
            watch(home, layout, work, timing, stop, home.is_dir)
        except BaseException as error:
            crashed.append(error)

    thread = threading.Thread(target=body)
    thread.start()
    try:
        until(lambda: bool(mirror.of(Passed) or mirror.of(HomeGone)))
        yield mirror
    finally:
        stop.set()
        asked = time.monotonic()
        thread.join(PATIENCE)
    assert not thread.is_alive()
    assert not crashed
    assert time.monotonic() - asked < 0.5
    assert mirror.threads <= {thread.ident}


def write(file: Path, text: str) -> None:
    """Write a file and the folders above it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
