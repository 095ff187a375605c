"""Edits made by others: what on disk differs from the branch, file by file, and what to call it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from pathlib import Path

import pygit2

from memgit.errors import SystemRefused, UsageError
from memgit.home import walk
from memgit.home.walk import Note
from memgit.model.layout import Layout
from memgit.repo import files, trees
from memgit.repo.files import FileState
from memgit.repo.seen import NOTHING, Seen, SeenFile, Sitting
from memgit.repo.tree_changes import TreeChanges

Edits = Mapping[str, tuple[FileState | None, FileState | None]]
"""Path to (before, after); None where there is no file."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What differs from the branch: path to (before, after); and what was left alone."""

    edits: Edits
    notes: tuple[Note, ...]


def scan(repo: pygit2.Repository, layout: Layout, limit: int, cache: SeenFile | None = None) -> Scan:
    """Compare the whole home with the branch; the cache spares reading what has not changed since the last scan."""
    if cache is None:
        return _scan(repo, layout, limit, Sitting(NOTHING, None))
    with cache.sitting() as sitting:
        return _scan(repo, layout, limit, sitting)


def _scan(repo: pygit2.Repository, layout: Layout, limit: int, sitting: Sitting) -> Scan:
    home, tree, last = Path(repo.workdir), head_tree(repo), sitting.last
    committed = _committed_since(repo, tree, last)

    def held(path: str) -> trees.Blob | None:
        return committed[path] if path in committed else trees.find(tree, path)

    looked = _look(home, layout, sitting)
    unsure = {
        path
        for path, stamp in looked.files.items()
        if stamp is None or stamp != last.files.get(path) or path in committed
    }
    absent = {
        path
        for path in (*last.files, *last.absent, *committed)
        if path not in looked.files and layout.place(path) is not None and held(path) is not None
    }
    notes = list(looked.notes)
    found = _taken(home, tree, sorted(unsure | absent), limit, notes)
    edits = _differing(repo, found, held)
    differ = {path for path in unsure if path in edits or found.get(path) is None}
    files = {path: None if path in differ else stamp for path, stamp in looked.files.items()}
    sitting.keep(
        replace(looked, tree=None if tree is None else str(tree.id), files=files, absent=tuple(sorted(absent)))
    )
    return Scan(edits, tuple(notes))


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
    notes = [] if notes is None else notes
    tree = head_tree(repo)
    found = _taken(Path(repo.workdir), tree, (path for path in paths if layout.place(path) is not None), limit, notes)
    return Scan(_differing(repo, found, partial(trees.find, tree)), tuple(notes))


def _look(home: Path, layout: Layout, sitting: Sitting) -> Seen:
    """What is on disk now, by name and stamp. Where no folder changed since the last scan none is listed again."""
    last, base = sitting.last, f"{home}/"
    if _same_folders(base, layout, sitting):
        return replace(last, files={path: sitting.stamp(base + path) for path in last.files})
    folders: dict[str, str | None] = {}
    notes: list[Note] = []

    def entering(folder: str) -> bool:
        folders[folder] = sitting.stamp(base + folder)
        return True

    paths = list(walk.tracked(home, layout, notes, entering=entering))
    if any(note.refused or os.path.islink(base + note.path) for note in notes):
        folders.clear()  # whether that is still so depends on more than the folder: it is listed again
    return Seen(None, {path: sitting.stamp(base + path) for path in paths}, (), folders, tuple(notes))


def _same_folders(base: str, layout: Layout, sitting: Sitting) -> bool:
    last = sitting.last
    return (
        bool(last.folders)
        and all(stamp is not None and stamp == sitting.stamp(base + path) for path, stamp in last.folders.items())
        and not any(
            os.path.lexists(base + root) for root in layout.roots if root not in last.folders and root not in last.files
        )
    )


def _committed_since(repo: pygit2.Repository, tree: pygit2.Tree | None, last: Seen) -> dict[str, trees.Blob | None]:
    """What the branch holds of the files that were not so in it at the last scan."""
    now = None if tree is None else tree.id
    then = None if last.tree is None else pygit2.Oid(hex=last.tree)
    try:
        return {change.path: change.blob_after for change in TreeChanges(repo).between(then, now)}
    except KeyError:  # that tree was pruned by git: any file may be another now
        held = {change.path: change.blob_after for change in TreeChanges(repo).between(None, now)}
        return {**dict.fromkeys(last.files), **held}


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


def _taken(
    home: Path, tree: pygit2.Tree | None, paths: Iterable[str], limit: int, notes: list[Note]
) -> dict[str, FileState | None]:
    """Files as they are on disk, as far as they can be taken: new links that lead out of the home cannot."""
    found = _read_all(home, paths, limit, notes)
    for path, state in list(found.items()):
        new_link = state is not None and state.mode == trees.LINK and trees.find(tree, path) is None
        if new_link and walk.leads_out(home, path):
            del found[path]
    return found


def _read_all(home: Path, paths: Iterable[str], limit: int, notes: list[Note]) -> dict[str, FileState | None]:
    """Read each file; what cannot be taken becomes a note."""
    found: dict[str, FileState | None] = {}
    for path in paths:
        try:
            found[path] = files.read(home, path, limit)
        except SystemRefused as error:
            reason = error.message.replace(f"'{path}' is", "it is", 1)
            notes.append(Note(path, reason, refused=True))
        except PermissionError:
            notes.append(Note(path, "it cannot be read: no permission", refused=True))
        except UsageError:  # a folder on the way became a link: what it held here is gone
            found[path] = None
    return found


def against_head(repo: pygit2.Repository, layout: Layout, states: Mapping[str, FileState | None]) -> Edits:
    """Which of the given tracked files are not what the branch holds."""
    tracked = {path: state for path, state in states.items() if layout.place(path) is not None}
    return _differing(repo, tracked, partial(trees.find, head_tree(repo)))


def _differing(
    repo: pygit2.Repository, states: Mapping[str, FileState | None], held: Callable[[str], trees.Blob | None]
) -> Edits:
    """held: what the branch has at a path."""
    edits: dict[str, tuple[FileState | None, FileState | None]] = {}
    for path, after in states.items():
        before = held(path)
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
