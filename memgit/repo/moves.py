"""Moves of skills and files, as commits tell of them or as identical bytes give them away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from memgit.repo.tree_changes import FileChange

Read = Callable[[bytes], bytes]
"""Raw blob id to bytes."""

_EMPTY = bytes.fromhex("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
"""Git's id of a file without bytes."""

_HEAD = "SKILL.md"
_ALIKE = 0.5
_MOST = 40
"""Git's own threshold of a rename, and how many skills of one commit are compared by content."""


class Move(NamedTuple):
    """A file, or a folder with all in it, that was `source` before a commit and is `target` after it."""

    source: str
    target: str


def found_in(changes: Sequence[FileChange], read: Read) -> list[Move]:
    """The moves among the changes of one commit.

    A folder moves when its SKILL.md disappears in one place and appears, the same or much alike, in another; any
    other file when its bytes, found once on each side, do.
    """
    gone = {change.path: change.before for change in changes if change.after is None and change.before is not None}
    come = {change.path: change.after for change in changes if change.before is None and change.after is not None}
    if not gone or not come:
        return []
    pairs = dict(_same(gone, come))
    taken = set(pairs.values())
    heads_gone = {path: blob for path, blob in gone.items() if _is_head(path) and path not in pairs}
    heads_come = {path: blob for path, blob in come.items() if _is_head(path) and path not in taken}
    pairs.update(_alike(heads_gone, heads_come, read))
    folders = {_folder(old): _folder(new) for old, new in pairs.items() if _is_head(old) and _is_head(new)}
    files = [Move(old, new) for old, new in pairs.items() if not _covered(folders, old, new)]
    return [*(Move(old, new) for old, new in folders.items()), *files]


def _same(gone: dict[str, bytes], come: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """Pairs with the same bytes; among several candidates the one whose folder is called the same, else none."""
    places: dict[bytes, list[str]] = {}
    for path, blob in come.items():
        if blob != _EMPTY:
            places.setdefault(blob, []).append(path)
    times = Counter(gone.values())
    for old, blob in gone.items():
        candidates = places.get(blob, [])
        if times[blob] > 1 or len(candidates) > 1:
            candidates = [new for new in candidates if new.split("/")[-2:] == old.split("/")[-2:]]
        if len(candidates) == 1:
            yield old, candidates[0]


def _alike(gone: dict[str, bytes], come: dict[str, bytes], read: Read) -> Iterator[tuple[str, str]]:
    """Skills that moved and changed at once, most alike first."""
    if not gone or not come or len(gone) > _MOST or len(come) > _MOST:
        return
    old_lines = {path: Counter(read(blob).splitlines()) for path, blob in gone.items()}
    new_lines = {path: Counter(read(blob).splitlines()) for path, blob in come.items()}
    scores = [(_likeness(old_lines[old], new_lines[new]), old, new) for old in gone for new in come]
    taken: set[str] = set()
    for score, old, new in sorted(scores, reverse=True):
        if score >= _ALIKE and old not in taken and new not in taken:
            taken |= {old, new}
            yield old, new


def _likeness(old: Counter[bytes], new: Counter[bytes]) -> float:
    both = sum(len(line) * times for line, times in (old & new).items())
    most = max(sum(len(line) * times for line, times in side.items()) for side in (old, new))
    return both / most if most else 0.0


def _is_head(path: str) -> bool:
    return path.endswith(f"/{_HEAD}")


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _covered(folders: dict[str, str], old: str, new: str) -> bool:
    """Whether the move of a folder says all about the move of a file."""
    folder = _folder(old)
    while folder:
        if folder in folders and new == folders[folder] + old[len(folder) :]:
            return True
        folder = _folder(folder)
    return False
