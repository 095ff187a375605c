"""The home as it was at a commit, or as it is on disk now: files by path; commits are named by their full id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pygit2

from memgit.home import walk
from memgit.model.layout import Layout
from memgit.repo import files, outside, trees
from memgit.repo.difference import Difference, of_changes, of_file, stored
from memgit.repo.files import FileState
from memgit.repo.outside import Edits
from memgit.repo.tree_changes import TreeChanges

Files = Mapping[str, FileState]
"""The files of one thing, by what follows the thing's own path: `""` for the thing itself, else `/references/x.md`."""


def head(repo: pygit2.Repository) -> str | None:
    """The newest commit of the branch, None before the first."""
    return None if repo.head_is_unborn else str(repo.head.peel(pygit2.Commit).id)


def paths_at(repo: pygit2.Repository, commit: str) -> list[str]:
    """Every path in a commit."""
    return [path for path, _ in trees.walk(_tree(repo, commit))]


def there(repo: pygit2.Repository, commit: str | None, path: str) -> bool:
    """Whether a commit has a file or a folder."""
    tree = _tree(repo, commit)
    return tree is not None and path in tree


def blob_id(repo: pygit2.Repository, commit: str | None, path: str) -> bytes | None:
    """The raw id of the bytes of a file in a commit, None when it has no such file."""
    blob = trees.find(_tree(repo, commit), path)
    return None if blob is None else blob.id.raw


def file_at(repo: pygit2.Repository, commit: str | None, path: str) -> FileState | None:
    """A file as a commit has it."""
    return outside.stored(repo, trees.find(_tree(repo, commit), path))


def files_at(repo: pygit2.Repository, commit: str | None, path: str) -> Files:
    """The files of a thing as a commit has them."""
    tree = _tree(repo, commit)
    own = file_at(repo, commit, path)
    if own is not None:
        return {"": own}
    below = trees.walk(trees.subtree(tree, path), "/")
    states = ((inside, outside.stored(repo, blob)) for inside, blob in below)
    return {inside: state for inside, state in states if state is not None}


def sizes_at(repo: pygit2.Repository, commit: str, path: str) -> list[tuple[str, int]]:
    """The files of a folder in a commit: path and size in bytes."""
    below = trees.walk(trees.subtree(_tree(repo, commit), path), f"{path}/")
    return [(name, repo.odb.read_header(blob.id)[1]) for name, blob in below]


def files_on_disk(home: Path, layout: Layout, path: str, limit: int) -> Files:
    """The files of a thing as they are on disk, as far as the layout tracks them."""
    found = walk.tracked(home, layout, [], path)
    inside = (name[len(path) :] for name in found if name == path or name.startswith(f"{path}/"))
    states = ((part, files.read(home, path + part, limit)) for part in inside)
    return {part: state for part, state in states if state is not None}


def between(repo: pygit2.Repository, layout: Layout, old: str | None, new: str) -> Iterator[Difference]:
    """What differs from one commit to another."""
    return of_changes(repo, layout, TreeChanges(repo).between(_tree_id(repo, old), _tree_id(repo, new)))


def against_disk(repo: pygit2.Repository, layout: Layout, old: str | None, edits: Edits) -> Iterator[Difference]:
    """What differs from a commit to the files on disk. edits: what on disk differs from the branch.

    Usage counters ride with the next change: they are no difference of their own.
    """
    changes = TreeChanges(repo).between(_tree_id(repo, old), _tree_id(repo, head(repo)))
    since = {change.path: change for change in changes}
    for path in sorted({*since, *edits} - {layout.usage or ""}):
        change = since.get(path)
        if change is None:
            before, after = edits[path]
        else:
            before = stored(repo, change.before, change.modes[0])
            after = edits[path][1] if path in edits else stored(repo, change.after, change.modes[1])
        yield from of_file(layout, path, before, after)


def _tree(repo: pygit2.Repository, commit: str | None) -> pygit2.Tree | None:
    return None if commit is None else repo[commit].peel(pygit2.Tree)


def _tree_id(repo: pygit2.Repository, commit: str | None) -> pygit2.Oid | None:
    tree = _tree(repo, commit)
    return None if tree is None else tree.id
