"""What is in history and no longer in the branch: where a file, a folder or an entry was last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pygit2

from memgit.errors import MemgitError
from memgit.formats.entries import EntryFile
from memgit.model.entry import Entry
from memgit.model.layout import ENTRY_ROLES, Dialect, Layout
from memgit.repo import outside, trees
from memgit.repo.tree_changes import TreeChanges


@dataclass(frozen=True, slots=True)
class LostEntry:
    """An entry that a commit took out. before: the texts of the entries that preceded it then, nearest first."""

    path: str
    entry: Entry
    before: tuple[str, ...]
    commit: str


def last_with(repo: pygit2.Repository, path: str) -> tuple[str, str | None] | None:
    """The newest commit whose tree has the file or folder `path`, and the one after it, in which it left.

    None when no commit ever had it; the second is None when the branch has it.
    """
    if repo.head_is_unborn:
        return None
    left: str | None = None
    for commit in repo.walk(repo.head.target):
        if path in commit.tree:
            return str(commit.id), left
        left = str(commit.id)
    return None


def lost_entries(repo: pygit2.Repository, layout: Layout, text: str) -> Iterator[LostEntry]:
    """Entries containing `text` that commits took out and the branch does not hold, newest first, each text once."""
    if repo.head_is_unborn or layout.dialect is Dialect.FREE:
        return
    seen: set[tuple[str, str]] = set()
    tip = outside.head_tree(repo)
    changes = TreeChanges(repo)
    for commit in repo.walk(repo.head.target):
        for file in changes.of(commit):
            path, left, right = file.path, file.blob_before, file.blob_after
            place = layout.place(path)
            if left is None or place is None or place.role not in ENTRY_ROLES:
                continue
            old, new = _entries(repo, layout, left), {item.text for item in _entries(repo, layout, right)}
            here = {item.text for item in _entries(repo, layout, trees.find(tip, path))}
            for at, entry in enumerate(old):
                gone = entry.text not in new and entry.text not in here
                if gone and text in entry.text and (path, entry.text) not in seen:
                    seen.add((path, entry.text))
                    earlier = tuple(item.text for item in reversed(old[:at]))
                    yield LostEntry(path, entry, earlier, str(commit.id))


def _entries(repo: pygit2.Repository, layout: Layout, blob: trees.Blob | None) -> tuple[Entry, ...]:
    state = outside.stored(repo, blob)
    if state is None:
        return ()
    try:
        return EntryFile.parse(state.data, layout.dialect).entries
    except MemgitError:
        return ()
