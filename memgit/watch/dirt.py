"""Which paths may have changed since the last pass, and when the next pass is due. Pure: time is passed in."""

from __future__ import annotations

from collections.abc import Iterable

MOST_PATHS = 500
"""More paths than this are one full pass: it costs less than so many single looks, and the set stays small."""


def covering(paths: Iterable[str]) -> frozenset[str]:
    """The paths without those that lie below another one: a folder stands for all in it."""
    every = frozenset(paths)
    return frozenset(path for path in every if every.isdisjoint(_above(path)))


def _above(path: str) -> Iterable[str]:
    at = path.find("/")
    while at != -1:
        yield path[:at]
        at = path.find("/", at + 1)


class Dirt:
    """Paths whose state may have changed. Moments are seconds of one monotonic clock."""

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._everything = False
        self._first: float | None = None
        self._last = 0.0

    def add(self, path: str, now: float) -> None:
        """One path, file or folder, may have changed."""
        self._stir(now)
        if self._everything:
            return
        self._paths.add(path)
        if len(self._paths) > MOST_PATHS:
            self._paths = set(covering(self._paths))
            self._everything = len(self._paths) > MOST_PATHS

    def add_all(self, now: float) -> None:
        """Anything may have changed."""
        self._stir(now)
        self._everything = True

    def due(self, settle: float, most: float) -> float | None:
        """When a pass is due: `settle` after the last addition, `most` after the first; None when nothing is dirty."""
        return None if self._first is None else min(self._last + settle, self._first + most)

    def take(self) -> frozenset[str] | None:
        """What is dirty (None: everything); nothing is dirty afterwards."""
        taken = None if self._everything else covering(self._paths)
        self._paths, self._everything, self._first = set(), False, None
        return taken

    def _stir(self, now: float) -> None:
        if self._first is None:
            self._first = now
        self._last = now
