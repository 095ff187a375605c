"""The life of one thing through history: the places it was in, and the commits that touched it there."""

from __future__ import annotations

from dataclasses import dataclass

from memgit.repo.path_cache import PathCache, Touch

_MOST = 200
"""So many moves are followed: a thing that went round more often than that is not lost, only its oldest part."""


@dataclass(frozen=True, slots=True)
class Stay:
    """A place, and the stretch of history (both ends included) in which the thing was there."""

    path: str
    low: int
    high: int


def stays(cache: PathCache, path: str, present: bool) -> list[Stay]:
    """Where a file or folder was, newest first.

    present: whether it is there now; if not, it is looked for where it went.
    """
    if not present:
        path = where_it_went(cache, path)
    found: list[Stay] = []
    high = cache.last
    while len(found) < _MOST:
        at = cache.move_to(path, high)
        if at is None:
            break
        found.append(Stay(path, at.n, high))
        path = at.move.source + path[len(at.move.target) :]
        high = at.n - 1
    return [*found, Stay(path, 0, high)]


def touches(cache: PathCache, path: str, present: bool) -> list[Touch]:
    """What every commit did to a file, or to each file of a folder, newest first, following it through its moves.

    In the commit that moved it, a file's bytes before are those it had where it came from.
    """
    found: list[Touch] = []
    for stay in stays(cache, path, present):
        for touch in cache.touches(stay.path, stay.low, stay.high):
            found.append(_with_origin(cache, touch))
    return found


def path_at(cache: PathCache, path: str, present: bool, n: int) -> str:
    """Where the thing was after commit n."""
    return next(stay.path for stay in stays(cache, path, present) if stay.low <= n)


def _with_origin(cache: PathCache, touch: Touch) -> Touch:
    at = cache.move_to(touch.path, touch.n) if touch.before is None else None
    if at is None or at.n != touch.n:
        return touch
    source = at.move.source + touch.path[len(at.move.target) :]
    return touch._replace(before=cache.blob_before(source, touch.n))


def where_it_went(cache: PathCache, path: str) -> str:
    """The last place of a thing that was at `path`: its own, unless it moved on and nothing took its place."""
    for _ in range(_MOST):
        at = cache.moves_from(path)
        if at is None or cache.touches(path, at.n + 1, cache.last):
            return path
        path = at.move.target + path[len(at.move.source) :]
    return path
