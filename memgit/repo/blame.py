"""Which commit each entry or line of a file came in with, following the file through its moves and through merges."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygit2

from memgit.errors import MemgitError
from memgit.formats.entries import EntryFile
from memgit.model.layout import Dialect
from memgit.repo import trees
from memgit.repo.path_cache import Touch

Split = Callable[[bytes], Sequence[str]]
"""The items of a version: its entries, or its lines."""

Match = Callable[[Sequence[str], Sequence[str]], Mapping[int, int]]
"""Which items of a newer version are in an older one: newer index to older."""

_Wanted = list[tuple[int, int]]
"""Items still to be traced: (where in the version asked about, where in the version at hand)."""

_LONG = 2000


class Blame:
    """Traces the items of one file back. touches: its whole life, newest first (`lineage.touches`)."""

    def __init__(self, repo: pygit2.Repository, touches: Sequence[Touch], split: Split, match: Match) -> None:
        self._repo = repo
        self._touches = touches
        self._split = split
        self._match = match
        self._items: dict[bytes, Sequence[str]] = {}

    def of(self, items: Sequence[str], head: bytes | None) -> list[str | None]:
        """The commit of each item of the version on disk; None for an item that is not committed.

        head: raw blob id of the version in the branch, None when there is none.
        """
        found: list[str | None] = [None] * len(items)
        if head is None:
            return found
        same = self._match(items, self._read(head))
        pending: dict[bytes, _Wanted] = {head: list(same.items())}
        for touch in self._touches:
            wanted = pending.pop(touch.after, None) if touch.after is not None else None
            for final, _ in self._step(touch, wanted, pending) if wanted else ():
                found[final] = touch.commit
            if not pending:
                break
        if self._touches:  # older than the cache reaches
            for wanted in pending.values():
                for final, _ in wanted:
                    found[final] = self._touches[-1].commit
        return found

    def _step(self, touch: Touch, wanted: _Wanted, pending: dict[bytes, _Wanted]) -> _Wanted:
        """Hand items on to the versions before a commit; answers those that came in with it."""
        assert touch.after is not None
        before = self._before(touch)
        if touch.after in before:
            pending.setdefault(touch.after, []).extend(wanted)
            return []
        for blob in before:
            same = self._match(self._read(touch.after), self._read(blob))
            older = [(final, same[at]) for final, at in wanted if at in same]
            if older:
                pending.setdefault(blob, []).extend(older)
            wanted = [(final, at) for final, at in wanted if at not in same]
        return wanted

    def _before(self, touch: Touch) -> list[bytes]:
        """The file's versions before a commit: in its first parent, and for a merge in the others too."""
        found = [] if touch.before is None else [touch.before]
        for parent in self._repo[touch.commit].peel(pygit2.Commit).parents[1:]:
            blob = trees.find(parent.tree, touch.path)
            if blob is not None and blob.id.raw not in found:
                found.append(blob.id.raw)
        return found

    def _read(self, blob: bytes) -> Sequence[str]:
        items = self._items.get(blob)
        if items is None:
            items = self._items[blob] = self._split(self._repo[pygit2.Oid(raw=blob)].peel(pygit2.Blob).data)
        return items


def lines(data: bytes) -> list[str]:
    """The lines of a version, without their newlines."""
    found = data.decode("utf-8", "replace").split("\n")
    if found[-1] == "":
        found.pop()
    return [line.removesuffix("\r") for line in found]


def entries(dialect: Dialect) -> Split:
    """The texts of the entries of a version; a version that is not text has none."""

    def split(data: bytes) -> list[str]:
        try:
            return [entry.text for entry in EntryFile.parse(data, dialect).entries]
        except MemgitError:
            return []

    return split


def match_entries(newer: Sequence[str], older: Sequence[str]) -> Mapping[int, int]:
    """An entry is the same when its text is, wherever it stands."""
    places = {text: n for n, text in enumerate(older)}
    return {n: places[text] for n, text in enumerate(newer) if text in places}


def match_lines(newer: Sequence[str], older: Sequence[str]) -> Mapping[int, int]:
    """Lines are the same in a longest common sequence, as in a diff."""
    shortest = min(len(newer), len(older))
    head = next((n for n in range(shortest) if newer[n] != older[n]), shortest)
    room = shortest - head
    tail = next((n for n in range(room) if newer[-1 - n] != older[-1 - n]), room)
    same = {n: n for n in range(head)}
    same |= {len(newer) - 1 - n: len(older) - 1 - n for n in range(tail)}
    left, right = newer[head : len(newer) - tail], older[head : len(older) - tail]
    if left and right:
        from difflib import SequenceMatcher

        matcher = SequenceMatcher(None, left, right, autojunk=len(left) > _LONG)
        for block in matcher.get_matching_blocks():
            same |= {head + block.a + n: head + block.b + n for n in range(block.size)}
    return same
