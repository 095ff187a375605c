"""Which tracked files are in a home, folder by folder: links are listed, never followed."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from memgit.model.layout import Layout

_NAME = attrgetter("name")


@dataclass(frozen=True, slots=True)
class Note:
    """Something on disk that memgit leaves alone, and why.

    refused: it belongs into history, but cannot be taken as it is (too big, no permission).
    """

    path: str
    reason: str
    refused: bool = False


def tracked(
    home: Path,
    layout: Layout,
    notes: list[Note],
    prefix: str = "",
    entering: Callable[[str], bool] = lambda folder: True,
) -> Iterator[str]:
    """Every path on disk that the layout tracks, at or below `prefix`.

    entering: asked of each folder, before it is read, whether to go in.
    """
    for root in layout.roots:
        if root == prefix or root.startswith(f"{prefix}/") or not prefix:
            start = root
        elif prefix.startswith(f"{root}/"):
            start = prefix
        else:
            continue
        yield from _walk(home, layout, start, notes, entering)


def leads_out(home: Path, path: str) -> bool:
    """Whether the link at `path` points outside the home."""
    target = os.path.realpath(home / path)
    root = os.path.realpath(home)
    return not (target == root or target.startswith(root + os.sep))


def _walk(home: Path, layout: Layout, path: str, notes: list[Note], entering: Callable[[str], bool]) -> Iterator[str]:
    try:
        info = os.lstat(home / path)
    except (FileNotFoundError, NotADirectoryError):
        return
    if stat.S_ISDIR(info.st_mode):
        yield from _walk_folder(home, layout, path, notes, entering)
    elif stat.S_ISLNK(info.st_mode):
        yield from _link(home, layout, path, notes)
    elif layout.place(path) is not None:
        yield path


def _walk_folder(
    home: Path, layout: Layout, folder: str, notes: list[Note], entering: Callable[[str], bool]
) -> Iterator[str]:
    """Depth first, by name, on a stack: homes have thousands of folders."""
    if not entering(folder):
        return
    base = f"{home}/"
    todo = [_listed(home, folder, notes)]
    while todo:
        entry = next(todo[-1], None)
        if entry is None:
            todo.pop()
            continue
        path = entry.path[len(base) :]
        if not path.isascii() and not _is_utf8(path):
            notes.append(Note(path.encode(errors="replace").decode(), "its name is not UTF-8", refused=True))
        elif entry.is_dir(follow_symlinks=False):
            if layout.enters(path) and entering(path):
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
    if leads_out(home, path):
        notes.append(Note(path, f"it is a link out of the home, to {os.readlink(home / path)}"))
        return
    yield path
