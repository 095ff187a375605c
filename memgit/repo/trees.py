"""Git trees, read and rewritten by path: only the trees on the way to a touched path are written again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pygit2
from pygit2.enums import FileMode

FILE = int(FileMode.BLOB)
EXECUTABLE = int(FileMode.BLOB_EXECUTABLE)
LINK = int(FileMode.LINK)
FOLDER = int(FileMode.TREE)


class Blob(NamedTuple):
    """A file as git keeps it: object id and one of FILE, EXECUTABLE, LINK."""

    id: pygit2.Oid
    mode: int


def find(tree: pygit2.Tree | None, path: str) -> Blob | None:
    """The file at `path`, or None when there is none (a folder is none)."""
    if tree is None:
        return None
    try:
        item = tree[path]
    except KeyError:
        return None
    mode = int(item.filemode)
    return None if mode == FOLDER else Blob(item.id, mode)


def subtree(tree: pygit2.Tree | None, path: str) -> pygit2.Tree | None:
    """The folder at `path`, or None."""
    if tree is None or not path:
        return tree
    try:
        item = tree[path]
    except KeyError:
        return None
    return item if isinstance(item, pygit2.Tree) else None


def walk(tree: pygit2.Tree | None, prefix: str = "") -> Iterator[tuple[str, Blob]]:
    """Every file below a tree as (path, blob), in git's order; submodules are left out."""
    for item in tree or ():
        path = f"{prefix}{item.name}"
        if isinstance(item, pygit2.Tree):
            yield from walk(item, f"{path}/")
        elif isinstance(item, pygit2.Blob):
            yield path, Blob(item.id, int(item.filemode))


def rewrite(repo: pygit2.Repository, tree: pygit2.Tree | None, edits: Mapping[str, Blob | None]) -> pygit2.Oid:
    """The id of `tree` with each path of `edits` set, or removed where the value is None; folders left empty go too."""
    written = _rewrite(repo, tree, edits)
    return written if written is not None else repo.TreeBuilder().write()


def _rewrite(repo: pygit2.Repository, tree: pygit2.Tree | None, edits: Mapping[str, Blob | None]) -> pygit2.Oid | None:
    builder = repo.TreeBuilder(tree) if tree is not None else repo.TreeBuilder()
    deeper: dict[str, dict[str, Blob | None]] = {}
    for path, blob in edits.items():
        name, slash, rest = path.partition("/")
        if slash:
            deeper.setdefault(name, {})[rest] = blob
        elif blob is not None:
            builder.insert(name, blob.id, FileMode(blob.mode))
        elif builder.get(name) is not None:
            builder.remove(name)
    for name, below in deeper.items():
        item = builder.get(name)
        child = _rewrite(repo, item if isinstance(item, pygit2.Tree) else None, below)
        if child is not None:
            builder.insert(name, child, FileMode.TREE)
        elif isinstance(item, pygit2.Tree):
            builder.remove(name)
    return builder.write() if len(builder) else None
