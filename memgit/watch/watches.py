"""The system's watches over a home: events become paths in an inbox."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Protocol

from memgit.watch.inbox import Inbox
from memgit.watch.scope import Scope


class Watches(Protocol):
    """Watches that stand. They fill the inbox from threads of their own until they are closed."""

    def refresh(self) -> None:
        """Take in roots that appeared or were replaced; called before each pass. Raises OSError at a limit."""

    def close(self) -> None:
        """Let go of everything; nothing reaches the inbox afterwards."""


def stand(home: Path, scope: Scope, inbox: Inbox) -> Watches:
    """Watch a home. Raises OSError when the system has no more watches to give, or the home cannot be read."""
    from watchdog.utils import UnsupportedLibcError

    # watchdog warns of what the watcher handles; without a handler that would go to stderr.
    logging.getLogger("watchdog").addHandler(logging.NullHandler())
    try:
        from memgit.watch.inotify import InotifyWatches
    except (ImportError, UnsupportedLibcError):
        from memgit.watch.observer import ObserverWatches

        return ObserverWatches(home, scope, inbox)
    return InotifyWatches(home, scope, inbox)
