"""Which files differ between two trees, fast: only subtrees that differ are read, and of these only what differs."""

from __future__ import annotations

import os
import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

import pygit2

from memgit.repo.trees import Blob

_ENTRY = re.compile(rb"([0-7]+) ([^\0]+)\0(.{20})", re.DOTALL)
_ENTRIES = re.compile(rb"(?:[0-7]+ [^\0]+\0.{20})*", re.DOTALL)
_FOLDER = b"40000"
_SUBMODULE = b"160000"
_KEPT = 4000

_Entry = tuple[bytes, bytes]
"""Mode and raw object id."""


class FileChange(NamedTuple):
    """One file that differs: the raw ids of its blob before and after, None where there is no file.

    modes: git's file modes before and after, 0 where there is no file.
    """

    path: str
    before: bytes | None
    after: bytes | None
    modes: tuple[int, int]

    @property
    def blob_before(self) -> Blob | None:
        """The file before."""
        return None if self.before is None else Blob(pygit2.Oid(raw=self.before), self.modes[0])

    @property
    def blob_after(self) -> Blob | None:
        """The file after."""
        return None if self.after is None else Blob(pygit2.Oid(raw=self.after), self.modes[1])


class _Raw(NamedTuple):
    """A tree object: its bytes, and where each entry starts (with the end of the last)."""

    data: bytes
    starts: list[int]


class TreeChanges:
    """Compares trees of one repository; keeps what it has read, so walking a history reads each tree once."""

    def __init__(self, repo: pygit2.Repository) -> None:
        self._repo = repo
        self._odb = repo.odb
        self._kept: dict[bytes, _Raw] = {}

    def between(self, before: pygit2.Oid | None, after: pygit2.Oid | None) -> list[FileChange]:
        """The files that differ between two trees, by path; submodules are left out."""
        found: list[FileChange] = []
        if before != after:
            self._compare(_raw(before), _raw(after), b"", found)
        return found

    def of_id(self, commit_id: str) -> list[FileChange]:
        """`of` the commit with a full id."""
        return self.of(self._repo[commit_id].peel(pygit2.Commit))

    def of(self, commit: pygit2.Commit) -> list[FileChange]:
        """The files a commit changed, against its first parent; of a first commit, every file."""
        try:
            before = commit.parents[0].tree_id if commit.parent_ids else None
        except KeyError:  # a shallow clone ends here
            before = None
        return self.between(before, commit.tree_id)

    def _compare(self, before: bytes | None, after: bytes | None, prefix: bytes, found: list[FileChange]) -> None:
        left, right = self._differing(before, after)
        for name in sorted({*left, *right}):
            old, new = left.get(name), right.get(name)
            if old == new:
                continue
            old_tree, old_file = _split(old)
            new_tree, new_file = _split(new)
            if old_tree is not None or new_tree is not None:
                self._compare(old_tree, new_tree, prefix + name + b"/", found)
            if old_file is not None or new_file is not None:
                modes = (_mode(old) if old_file else 0, _mode(new) if new_file else 0)
                found.append(FileChange(os.fsdecode(prefix + name), old_file, new_file, modes))

    def _differing(self, before: bytes | None, after: bytes | None) -> tuple[dict[bytes, _Entry], dict[bytes, _Entry]]:
        """The entries of each tree in the stretch where they differ: what is equal at both ends is not parsed."""
        if before is None or after is None:
            return self._all(before), self._all(after)
        left, right = self._read(before), self._kept.get(after)
        data = self._load(after) if right is None else right.data
        head = left.starts[bisect_right(left.starts, _common_head(left.data, data)) - 1]
        tail = _common_tail(left.data, data, len(left.data) - head, len(data) - head)
        end = left.starts[bisect_left(left.starts, len(left.data) - tail)]
        stop = end + len(data) - len(left.data)
        if _ENTRIES.fullmatch(data, head, stop) is None:  # equal bytes that are not equal entries
            return self._all(before), self._all(after)
        if right is None:
            self._keep(after, _Raw(data, _moved_starts(left, data, head, end, stop)))
        return _parse(left.data, head, end), _parse(data, head, stop)

    def _all(self, tree: bytes | None) -> dict[bytes, _Entry]:
        if tree is None:
            return {}
        raw = self._read(tree)
        return _parse(raw.data, 0, len(raw.data))

    def _read(self, tree: bytes) -> _Raw:
        raw = self._kept.get(tree)
        if raw is None:
            data = self._load(tree)
            starts = [match.start() for match in _ENTRY.finditer(data)]
            raw = self._keep(tree, _Raw(data, [*starts, len(data)]))
        return raw

    def _load(self, tree: bytes) -> bytes:
        data = self._odb.read(pygit2.Oid(raw=tree))[1]
        assert isinstance(data, bytes)
        return data

    def _keep(self, tree: bytes, raw: _Raw) -> _Raw:
        if len(self._kept) >= _KEPT:
            self._kept.clear()
        self._kept[tree] = raw
        return raw


def _raw(oid: pygit2.Oid | None) -> bytes | None:
    return None if oid is None else oid.raw


def _parse(data: bytes, start: int, end: int) -> dict[bytes, _Entry]:
    return {match[2]: (match[1], match[3]) for match in _ENTRY.finditer(data, start, end)}


def _moved_starts(left: _Raw, data: bytes, head: int, end: int, stop: int) -> list[int]:
    """Where the entries of `data` start, given that it is `left` outside head:end, which became head:stop."""
    before = left.starts[: bisect_left(left.starts, head)]
    after = left.starts[bisect_left(left.starts, end) :]
    shift = stop - end
    if shift:
        after = [start + shift for start in after]
    return [*before, *(match.start() for match in _ENTRY.finditer(data, head, stop)), *after]


def _common_head(left: bytes, right: bytes) -> int:
    """How many bytes two strings have in common at their start."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_tail(left: bytes, right: bytes, left_room: int, right_room: int) -> int:
    """How many bytes two strings have in common at their end, at most the room of each."""
    low, high = 0, min(left_room, right_room)
    while low < high:
        middle = (low + high + 1) // 2
        if left[len(left) - middle : len(left) - low] == right[len(right) - middle : len(right) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _split(entry: _Entry | None) -> tuple[bytes | None, bytes | None]:
    """The id as (tree, file), whichever it is."""
    if entry is None or entry[0] == _SUBMODULE:
        return None, None
    return (entry[1], None) if entry[0] == _FOLDER else (None, entry[1])


def _mode(entry: _Entry | None) -> int:
    return 0 if entry is None else int(entry[0], 8)
