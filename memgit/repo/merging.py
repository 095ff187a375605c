"""Both sides of a file in one: by entries, usage keys or standing rules where the layout says so, else by lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygit2
from pygit2.enums import FileMode

from memgit.errors import MemgitError
from memgit.formats import merge, usage
from memgit.model.layout import ENTRY_ROLES, Dialect, Layout, Role
from memgit.repo import trees
from memgit.repo.files import FileState

Sides = tuple[FileState | None, FileState | None, FileState | None]
"""base, ours, theirs."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A place that cannot be reconciled: both sides as text (None: not there)."""

    path: str
    what: str
    ours: str | None
    theirs: str | None


@dataclass(frozen=True, slots=True)
class Merged:
    """The outcome: the file (None: no file).

    clashes: what both sides changed differently; `state` then holds both versions of an entry, of a whole file ours.
    kept: what one side removed and the other changed; the change is in `state`.
    """

    state: FileState | None
    clashes: tuple[Clash, ...] = ()
    kept: tuple[Clash, ...] = ()


def three_way(repo: pygit2.Repository, layout: Layout, path: str, sides: Sides) -> Merged:
    """Merge one file; clashes where both sides changed the same thing differently."""
    base, ours, theirs = sides
    if theirs in (ours, base):
        return Merged(ours)
    by_format = _merger(layout, path)
    if base == ours and (theirs is None or by_format is not usage.merge_usage):  # counters of usage never go back
        return Merged(theirs)
    if by_format is not None and trees.LINK not in {side.mode for side in sides if side is not None}:
        try:
            return _by_format(path, sides, by_format)
        except MemgitError:  # one side is not text: nothing to tell entries apart by
            return Merged(theirs) if base == ours else _whole(path, sides)
    if base is None or ours is None or theirs is None or trees.LINK in (ours.mode, theirs.mode):
        return _whole(path, sides)
    return _by_lines(repo, path, base, ours, theirs)


def both(repo: pygit2.Repository, layout: Layout, path: str, sides: Sides) -> FileState | None:
    """Merge one file; where the sides clash, both versions of an entry, ours of a line (theirs is in history)."""
    return three_way(repo, layout, path, sides).state


def _merger(layout: Layout, path: str) -> Callable[[bytes | None, bytes | None, bytes | None], merge.Merge] | None:
    place = layout.place(path)
    if place is None:
        return None
    if place.role is Role.USAGE:
        return usage.merge_usage
    if place.role in ENTRY_ROLES and layout.dialect is not Dialect.FREE:
        return lambda base, ours, theirs: merge.merge_entries(base, ours, theirs, layout.dialect)
    return None


def _by_format(
    path: str, sides: Sides, merger: Callable[[bytes | None, bytes | None, bytes | None], merge.Merge]
) -> Merged:
    base, ours, theirs = sides
    result = merger(*(None if side is None else side.data for side in sides))
    state = None if result.data is None else FileState(result.data, _mode(base, ours, theirs))
    return Merged(state, _clashes(path, result.conflicts), _clashes(path, result.kept))


def _clashes(path: str, sides: tuple[merge.Side, ...]) -> tuple[Clash, ...]:
    return tuple(Clash(path, side.what, side.ours, side.theirs) for side in sides)


def _mode(base: FileState | None, ours: FileState | None, theirs: FileState | None) -> int:
    modes = [side.mode for side in (ours, theirs) if side is not None]
    changed = [mode for mode in modes if base is None or mode != base.mode]
    return (changed or modes or [trees.FILE])[0]


def _whole(path: str, sides: Sides) -> Merged:
    _, ours, theirs = sides
    return Merged(ours, (Clash(path, "the whole file", _text(ours), _text(theirs)),))


def _by_lines(repo: pygit2.Repository, path: str, base: FileState, ours: FileState, theirs: FileState) -> Merged:
    entries = [
        pygit2.IndexEntry(path, repo.create_blob(side.data), FileMode(side.mode)) for side in (base, ours, theirs)
    ]
    result = repo.merge_file_from_index(entries[0], entries[1], entries[2], use_deprecated=False)
    if not result.automergeable or b"\0" in base.data + ours.data + theirs.data:
        return _whole(path, (base, ours, theirs))
    return Merged(FileState(result.contents.encode("utf-8", "surrogateescape"), _mode(base, ours, theirs)))


def _text(state: FileState | None) -> str | None:
    return None if state is None else state.data.decode("utf-8", "replace")
