"""Watches on Linux: one inotify watch for the home, and one for each folder below it that the layout enters.

Built on watchdog's `InotifyFD` rather than its recursive observer, which watches folders that hold nothing of ours
(dependencies, sessions), keeps a watch under a stale name when two folders are exchanged, holds a move back for half a
second, and says nothing when it runs out of watches below the root.
"""

from __future__ import annotations

import errno
import itertools
import os
import threading
from dataclasses import dataclass
from pathlib import Path

from watchdog.observers.inotify_c import (
    CallbackId,
    InotifyConstants,
    InotifyEvent,
    InotifyFD,
    Mask,
    WatchDescriptor,
)

from memgit.watch.inbox import Inbox
from memgit.watch.scope import Scope

_IN = InotifyConstants
_NAMES = _IN.IN_CREATE | _IN.IN_DELETE | _IN.IN_MOVE
# No IN_OPEN, IN_ACCESS or IN_CLOSE_NOWRITE: passes read the home and would wake themselves.
_FOLDER = Mask(_NAMES | _IN.IN_ATTRIB | _IN.IN_MODIFY | _IN.IN_CLOSE_WRITE | _IN.IN_ONLYDIR | _IN.IN_DONT_FOLLOW)
# No IN_MODIFY beside the agent's databases and logs, which are written all day and stay open.
_HOME = Mask(_NAMES | _IN.IN_ATTRIB | _IN.IN_CLOSE_WRITE | _IN.IN_ONLYDIR | _IN.IN_DELETE_SELF | _IN.IN_MOVE_SELF)
_VANISHED = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.EACCES})
"""A folder that cannot be watched for these is gone, a link, or cannot be read by a pass either."""


@dataclass(frozen=True, slots=True)
class _Watch:
    wd: WatchDescriptor
    id: CallbackId


class InotifyWatches:
    """Watches of one home; a callback of watchdog's reading thread, which calls the `on_` methods.

    A folder is watched before it is listed and before it is reported, so what is put in it at any time is either there
    when the pass walks it or sends an event: no second look is needed.
    """

    def __init__(self, home: Path, scope: Scope, inbox: Inbox) -> None:
        self._home = os.fspath(home)
        self._scope = scope
        self._inbox = inbox
        self._lock = threading.Lock()
        self._closed = False
        self._ids = itertools.count(1)
        self._watches: dict[str, _Watch] = {}
        self._paths: dict[WatchDescriptor, str] = {}
        self._below: dict[str, set[str]] = {}
        self._inotify = InotifyFD()
        self._inotify.start()
        try:
            with self._lock:
                if not self._watch("", _HOME):
                    raise PermissionError(errno.EACCES, "the home cannot be read", self._home)
                for root in sorted(scope.roots):
                    self._enter(root)
        except BaseException:
            self.close()
            raise

    def refresh(self) -> None:
        """Nothing: folders are taken in as their events come."""

    def close(self) -> None:
        """Let go of every watch and end the reading thread."""
        with self._lock:
            self._closed = True
        self._inotify.stop()
        self._inotify.join()

    def on_event(self, event: InotifyEvent) -> None:
        """One event of a watched folder; nothing may be raised in watchdog's thread."""
        try:
            with self._lock:
                path = None if self._closed else self._seen(event)
            if path is not None:
                self._inbox.touched(path)
        except OSError as error:
            self._inbox.broken(error.strerror or str(error))
        except Exception as error:
            self._inbox.lost(f"{type(error).__name__}: {error}")

    def on_watch_deleted(self, wd: WatchDescriptor) -> None:
        """The kernel dropped a watch: its folder was deleted or its disk taken away."""
        with self._lock:
            path = None if self._closed else self._paths.get(wd)
            if path is None:
                return
            self._leave(path)
        if path == "":
            self._inbox.gone()

    def on_queue_overflow(self) -> None:
        """The kernel dropped events."""
        self._inbox.lost("overflow")

    def _seen(self, event: InotifyEvent) -> str | None:
        """The path that an event is about, if it counts; keeps the watches up with it."""
        folder = self._paths.get(event.wd)
        if folder is None:
            return None
        if not event.name:
            self._seen_itself(folder, event)
            return None
        path = _join(folder, os.fsdecode(event.name))
        is_folder = bool(event.mask & _IN.IN_ISDIR)
        if not self._scope.counts(path, is_folder):
            return None
        if not is_folder:
            return path
        if event.is_attrib and path in self._watches:
            return None
        if event.is_move or event.is_delete:
            # The watch of a deleted folder lives on while a reader has the folder open, and by now something else may
            # be under the name (made anew, two folders exchanged): what counts is what is found.
            self._leave(path)
        if path not in self._watches:
            self._enter(path)
        return path

    def _seen_itself(self, folder: str, event: InotifyEvent) -> None:
        if event.mask & _IN.IN_UNMOUNT:
            self._inbox.lost("a disk was taken away")
        if folder == "" and event.mask & (_IN.IN_DELETE_SELF | _IN.IN_MOVE_SELF):
            self._inbox.gone()

    def _enter(self, folder: str) -> None:
        """Watch a folder and all below it that the layout enters; links are never followed."""
        waiting = [folder]
        while waiting:
            path = waiting.pop()
            if self._scope.enters(path) and self._watch(path, _FOLDER):
                waiting += [_join(path, name) for name in _folders(os.path.join(self._home, path))]

    def _watch(self, path: str, mask: Mask) -> bool:
        """Watch one folder; False when it is none (any more) or may not be read. Raises OSError at a limit."""
        id_ = CallbackId(next(self._ids))
        full = os.fsencode(os.path.join(self._home, path) if path else self._home)
        try:
            wd = self._inotify.add_callback(full, mask, self, id_)
        except OSError as error:
            if error.errno in _VANISHED and path:
                return False
            raise
        if wd == -1:  # watchdog's answer when permission is denied
            self._inotify.remove_callbacks([(wd, id_)])
            return False
        known = self._paths.get(wd)
        if known is not None and self._is_below_link(path):  # a link that took a folder's place: its event comes
            self._inotify.remove_callbacks([(wd, id_)])
            return False
        if known is not None:  # the same folder under the name it had; what was below it is listed anew
            self._leave(known)
        self._leave(path)
        self._watches[path] = _Watch(wd, id_)
        self._paths[wd] = path
        if path:
            self._below.setdefault(path.rpartition("/")[0], set()).add(path)
        return True

    def _is_below_link(self, path: str) -> bool:
        full = self._home
        for name in path.split("/")[:-1]:
            full = os.path.join(full, name)
            if os.path.islink(full):
                return True
        return False

    def _leave(self, folder: str) -> None:
        """Drop the watches of what was known as a folder, and of all below it."""
        waiting = [folder]
        while waiting:
            path = waiting.pop()
            waiting += self._below.pop(path, ())
            watch = self._watches.pop(path, None)
            if watch is not None:
                del self._paths[watch.wd]
                self._inotify.remove_callbacks([(watch.wd, watch.id)])
        siblings = self._below.get(folder.rpartition("/")[0])
        if siblings is not None:
            siblings.discard(folder)
            if not siblings:
                del self._below[folder.rpartition("/")[0]]


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _folders(folder: str) -> list[str]:
    """Names of the real folders in a folder; none when it has vanished."""
    try:
        with os.scandir(folder) as items:
            return [item.name for item in items if item.is_dir(follow_symlinks=False)]
    except OSError:
        return []
