"""Edits made by others: what on disk differs from the branch, file by file, and what to call it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

import pygit2

from memgit.errors import SystemRefused, UsageError
from memgit.model.layout import Layout
from memgit.repo import files, gitindex, trees
from memgit.repo.files import FileState

Edits = Mapping[str, tuple[FileState | None, FileState | None]]
"""Path to (before, after); None where there is no file."""

_NAME = attrgetter("name")


@dataclass(frozen=True, slots=True)
class Note:
    """Something on disk that memgit leaves alone, and why.

    refused: it belongs into history, but cannot be taken as it is (too big, no permission).
    """

    path: str
    reason: str
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Scan:
    """What differs from the branch: path to (before, after); and what was left alone."""

    edits: Edits
    notes: tuple[Note, ...]


def tracked_on_disk(home: Path, layout: Layout, notes: list[Note], prefix: str = "") -> Iterator[str]:
    """Every path on disk that the layout tracks, at or below `prefix`; links are listed, never followed."""
    for root in layout.roots:
        if root == prefix or root.startswith(f"{prefix}/") or not prefix:
            start = root
        elif prefix.startswith(f"{root}/"):
            start = prefix
        else:
            continue
        yield from _walk(home, layout, start, notes)


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
    changed.update(path for path in tracked_on_disk(home, layout, notes) if path not in known)
    return compare(repo, layout, sorted(changed), limit, notes)


def first_scan(home: Path, layout: Layout, limit: int) -> Scan:
    """Everything on disk, for a home that has no repository yet."""
    notes: list[Note] = []
    found = _read_all(home, tracked_on_disk(home, layout, notes), limit, notes)
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
        if new_link and files.leads_out(home, path):
            del found[path]
    return Scan(against_head(repo, layout, found), tuple(notes))


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


def _walk(home: Path, layout: Layout, path: str, notes: list[Note]) -> Iterator[str]:
    full = home / path
    try:
        info = os.lstat(full)
    except (FileNotFoundError, NotADirectoryError):
        return
    if stat.S_ISDIR(info.st_mode):
        yield from _walk_folder(home, layout, path, notes)
    elif stat.S_ISLNK(info.st_mode):
        yield from _link(home, layout, path, notes)
    elif layout.place(path) is not None:
        yield path


def _walk_folder(home: Path, layout: Layout, folder: str, notes: list[Note]) -> Iterator[str]:
    """Depth first, by name, on a stack: homes have thousands of folders."""
    base, todo = f"{home}/", [_listed(home, folder, notes)]
    while todo:
        entry = next(todo[-1], None)
        if entry is None:
            todo.pop()
            continue
        path = entry.path[len(base) :]
        if not path.isascii() and not _is_utf8(path):
            notes.append(Note(path.encode(errors="replace").decode(), "its name is not UTF-8", refused=True))
        elif entry.is_dir(follow_symlinks=False):
            if layout.enters(path):
                todo.append(_listed(home, path, notes))
        elif entry.is_symlink():
            yield from _link(home, layout, path, notes)
        elif entry.is_file(follow_symlinks=False) and layout.place(path) is not None:
            yield path


def _listed(home: Path, folder: str, notes: list[Note]) -> Iterator[os.DirEntry[str]]:
    """What is in a folder, by name; nothing of one that cannot be read or is a repository of its own."""
    try:
        with os.scandir(f"{home}/{folder}") as found:
            entries = sorted(found, key=_NAME)
    except OSError as error:
        notes.append(Note(folder, f"it cannot be read: {error.strerror}", refused=True))
        return iter(())
    if any(entry.name == ".git" for entry in entries):
        notes.append(Note(folder, "it is a git repository of its own"))
        return iter(())
    return iter(entries)


def _is_utf8(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _link(home: Path, layout: Layout, path: str, notes: list[Note]) -> Iterator[str]:
    if layout.place(path) is None:
        return
    if files.leads_out(home, path):
        notes.append(Note(path, f"it is a link out of the home, to {os.readlink(home / path)}"))
        return
    yield path
