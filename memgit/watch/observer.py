"""Watches by watchdog's public observer, where there is no inotify: the home itself, and each root with all below."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileAttribEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from memgit.watch.inbox import Inbox
from memgit.watch.scope import Scope

# Nothing of files opened or closed unchanged: passes read the home and would wake themselves.
_KINDS: list[type[FileSystemEvent]] = [
    *(FileCreatedEvent, FileModifiedEvent, FileAttribEvent, FileClosedEvent, FileMovedEvent, FileDeletedEvent),
    *(DirCreatedEvent, DirMovedEvent, DirDeletedEvent),
]


class ObserverWatches(FileSystemEventHandler):
    """Watches of one home. Folders made later are reported as fresh: they may be filled before they are watched."""

    def __init__(self, home: Path, scope: Scope, inbox: Inbox) -> None:
        # FSEvents names real paths.
        self._home = os.path.realpath(home)
        self._scope = scope
        self._inbox = inbox
        self._lock = threading.Lock()
        self._stale = set(scope.roots)
        self._roots: dict[str, ObservedWatch] = {}
        self._observer: BaseObserver = Observer()
        self._observer.start()
        try:
            self._observer.schedule(self, self._home, recursive=False, event_filter=_KINDS)
            self._cover(new=False)
        except BaseException:
            self.close()
            raise

    def refresh(self) -> None:
        """Watch the roots that appeared or were replaced since the last time."""
        self._cover(new=True)

    def close(self) -> None:
        """Let go of every watch and end watchdog's threads."""
        self._observer.stop()
        self._observer.join()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """One event; nothing may be raised in watchdog's thread."""
        try:
            fresh = isinstance(event, DirCreatedEvent | DirMovedEvent)
            if os.fsdecode(event.src_path) == self._home and isinstance(event, DirDeletedEvent | DirMovedEvent):
                self._inbox.gone()
            for path in (event.src_path, event.dest_path):
                if path:
                    self._seen(os.fsdecode(path), event.is_directory, fresh)
        except Exception as error:
            self._inbox.lost(f"{type(error).__name__}: {error}")

    def _cover(self, new: bool) -> None:
        with self._lock:
            stale, self._stale = self._stale, set()
        for root in sorted(stale):
            if root in self._roots:
                self._observer.unschedule(self._roots.pop(root))
            full = os.path.join(self._home, root)
            if self._scope.enters(root) and os.path.isdir(full) and not os.path.islink(full):
                try:
                    self._roots[root] = self._observer.schedule(self, full, recursive=True, event_filter=_KINDS)
                except (FileNotFoundError, NotADirectoryError):
                    continue
                if new:
                    self._inbox.touched(root, fresh=True)

    def _seen(self, full: str, is_folder: bool, fresh: bool) -> None:
        if not full.startswith(self._home + os.sep):
            return
        path = full[len(self._home) + 1 :]
        if not self._scope.counts(path, is_folder):
            return
        if is_folder and path in self._scope.roots:
            with self._lock:
                self._stale.add(path)
        self._inbox.touched(path, fresh)
