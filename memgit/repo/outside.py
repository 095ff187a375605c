"""Edits made by others: what on disk differs from the branch, file by file, and what to call it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import pygit2

from memgit.errors import SystemRefused, UsageError
from memgit.home import walk
from memgit.home.walk import Note
from memgit.model.layout import Layout
from memgit.repo import files, gitindex, trees
from memgit.repo.files import FileState

Edits = Mapping[str, tuple[FileState | None, FileState | None]]
"""Path to (before, after); None where there is no file."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What differs from the branch: path to (before, after); and what was left alone."""

    edits: Edits
    notes: tuple[Note, ...]


def scan(repo: pygit2.Repository, layout: Layout, limit: int) -> Scan:
    """Compare the whole home with the branch; git's stat cache spares reading what has not changed."""
    home = Path(repo.workdir)
    notes: list[Note] = []
    tree = head_tree(repo)
    index = gitindex.read(repo)
    known = {entry.path for entry in index}
    changed: set[str] = set()
    for delta in index.diff_to_workdir().deltas:
        changed.add(delta.old_file.path)
    if tree is not None:
        for delta in tree.diff_to_index(index).deltas:
            changed.update((delta.old_file.path, delta.new_file.path))
    else:
        changed |= known
    changed.update(path for path in walk.tracked(home, layout, notes) if path not in known)
    return compare(repo, layout, sorted(changed), limit, notes)


def scan_at(repo: pygit2.Repository, layout: Layout, paths: Iterable[str], limit: int) -> Scan:
    """Compare what is at or below some paths, on disk or in the branch, with the branch; nothing else is looked at."""
    home = Path(repo.workdir)
    notes: list[Note] = []
    tree = head_tree(repo)
    found: set[str] = set()
    for path in paths:
        found.update(_in_branch(tree, path))
        found.update(_on_disk(home, layout, path, notes))
    return compare(repo, layout, sorted(found), limit, list(dict.fromkeys(notes)))


def first_scan(home: Path, layout: Layout, limit: int) -> Scan:
    """Everything on disk, for a home that has no repository yet."""
    notes: list[Note] = []
    found = _read_all(home, walk.tracked(home, layout, notes), limit, notes)
    return Scan({path: (None, state) for path, state in found.items() if state is not None}, tuple(notes))


def compare(
    repo: pygit2.Repository, layout: Layout, paths: Iterable[str], limit: int, notes: list[Note] | None = None
) -> Scan:
    """Compare the given paths with the branch."""
    home = Path(repo.workdir)
    notes = [] if notes is None else notes
    tree = head_tree(repo)
    found = _read_all(home, (path for path in paths if layout.place(path) is not None), limit, notes)
    for path, state in list(found.items()):
        new_link = state is not None and state.mode == trees.LINK and trees.find(tree, path) is None
        if new_link and walk.leads_out(home, path):
            del found[path]
    return Scan(against_head(repo, layout, found), tuple(notes))


def _in_branch(tree: pygit2.Tree | None, path: str) -> Iterator[str]:
    """The file at a path, or the files below it."""
    if trees.find(tree, path) is not None:
        yield path
    elif (below := trees.subtree(tree, path)) is not None:
        yield from (name for name, _ in trees.walk(below, f"{path}/" if path else ""))


def _on_disk(home: Path, layout: Layout, path: str, notes: list[Note]) -> Iterator[str]:
    """The tracked files at or below a path that a walk over the whole home would come to."""
    root = next((root for root in layout.roots if path.startswith(f"{root}/")), None)
    if root is not None:
        above = path[len(root) + 1 :].split("/")[:-1]
        for folder in accumulate(above, "{}/{}".format, initial=root):
            if folder != root and not layout.enters(folder):
                return
            if os.path.lexists(home / folder / ".git"):
                path = folder  # the walk says of it that it is left alone
                break
    try:
        yield from walk.tracked(home, layout, notes, path)
    except PermissionError:
        notes.append(Note(path, "it cannot be read: no permission", refused=True))


def _read_all(home: Path, paths: Iterable[str], limit: int, notes: list[Note]) -> dict[str, FileState | None]:
    """Read each file; what cannot be taken becomes a note."""
    found: dict[str, FileState | None] = {}
    for path in paths:
        try:
            found[path] = files.read(home, path, limit)
        except SystemRefused as error:
            notes.append(Note(path, error.message, refused=True))
        except PermissionError:
            notes.append(Note(path, "it cannot be read: no permission", refused=True))
        except UsageError:  # a folder on the way became a link: what it held here is gone
            found[path] = None
    return found


def against_head(repo: pygit2.Repository, layout: Layout, states: Mapping[str, FileState | None]) -> Edits:
    """Which of the given tracked files are not what the branch holds."""
    tree = head_tree(repo)
    edits: dict[str, tuple[FileState | None, FileState | None]] = {}
    for path, after in states.items():
        if layout.place(path) is None:
            continue
        before = trees.find(tree, path)
        if before != (None if after is None else after.blob):
            edits[path] = (stored(repo, before), after)
    return edits


def stored(repo: pygit2.Repository, blob: trees.Blob | None) -> FileState | None:
    """The bytes git holds for a blob."""
    if blob is None:
        return None
    found = repo[blob.id]
    assert isinstance(found, pygit2.Blob)
    return FileState(found.data, blob.mode)


def head_tree(repo: pygit2.Repository) -> pygit2.Tree | None:
    """The tree of the branch, None before the first commit."""
    return None if repo.head_is_unborn else repo.head.peel(pygit2.Tree)
