"""When each tracked file, and each piece of it, came into history: what every commit did to it, newest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import pygit2

from memgit.repo import history, trees
from memgit.repo.tree_changes import FileChange, TreeChanges

if TYPE_CHECKING:
    from memgit.repo.store import Store


class Versions(NamedTuple):
    """A file's bytes around a commit. before: in each parent that has the file. after: None when there is none.

    What is in `after` and in none of `before` came in with the commit. In a merge, what was only in a later parent is
    told again by the commit that it came in with.
    """

    before: tuple[bytes, ...]
    after: bytes | None


class Touch(NamedTuple):
    """A tracked file that a commit changed.

    time: of the commit, UTC. blob: the raw id of what it became, None when it went. versions: None when they were not
    asked for.
    """

    commit: str
    time: datetime
    path: str
    blob: bytes | None
    versions: Versions | None


def touches(store: Store, since: str | None, wants: Callable[[str], bool]) -> Iterator[Touch] | None:
    """What every commit of the branch that `since` does not contain did to tracked files, newest first as `log` has it.

    since: the full id of a commit, None for all of history. A merge touched a file that is as in none of its parents.
    wants: whether the bytes of a file are to be read. A file that moved is gone at one path and new at the other.

    None when `since` is not in the branch: history was rewritten, or another branch is checked out.
    """
    repo = store.repo
    head = None if repo.head_is_unborn else repo.head.peel(pygit2.Commit)
    seen = None if since is None else pygit2.Oid(hex=since)
    if head is None:
        return iter(()) if seen is None else None
    if seen is None:
        return _Reader(store, wants).of(history.by_time(repo, head))
    if seen == head.id:
        return iter(())
    if not history.is_ancestor(repo, seen, head.id):
        return None
    return _Reader(store, wants).of(_new(repo, head, seen))


def _new(repo: pygit2.Repository, head: pygit2.Commit, seen: pygit2.Oid) -> Iterator[pygit2.Commit]:
    """The commits that `seen` does not contain, in the order of `history.by_time`."""
    walker = repo.walk(head.id)
    walker.hide(seen)
    left = {commit.id for commit in walker}
    for commit in history.by_time(repo, head):
        if commit.id in left:
            left.remove(commit.id)
            yield commit
        if not left:
            return


class _Reader:
    """Reads commits, newest first; the bytes before a change are, as a rule, those after the one before it."""

    def __init__(self, store: Store, wants: Callable[[str], bool]) -> None:
        self._repo = store.repo
        self._trees = TreeChanges(store.repo)
        self._is_tracked = cache(lambda path: store.layout.place(path) is not None)
        self._wants = cache(wants)
        self._last: dict[str, tuple[bytes, bytes]] = {}

    def of(self, commits: Iterator[pygit2.Commit]) -> Iterator[Touch]:
        for commit in commits:
            time = datetime.fromtimestamp(commit.commit_time, UTC)
            others = self._other_trees(commit)
            for change in self._trees.of(commit):
                if not self._is_tracked(change.path):
                    continue
                beside = [trees.find(tree, change.path) for tree in others]
                if change.blob_after not in beside:
                    versions = self._versions(change, beside) if self._wants(change.path) else None
                    yield Touch(str(commit.id), time, change.path, change.after, versions)

    def _other_trees(self, commit: pygit2.Commit) -> list[pygit2.Tree]:
        """The trees of a merge's parents but the first; a shallow clone has not all of them."""
        found = (self._repo.get(parent) for parent in commit.parent_ids[1:])
        return [parent.peel(pygit2.Tree) for parent in found if parent is not None]

    def _versions(self, change: FileChange, beside: list[trees.Blob | None]) -> Versions:
        after = None if change.after is None else self._bytes(change.path, change.after)
        before = dict.fromkeys([change.before, *(None if blob is None else blob.id.raw for blob in beside)])
        return Versions(tuple(self._bytes(change.path, blob) for blob in before if blob is not None), after)

    def _bytes(self, path: str, blob: bytes) -> bytes:
        known = self._last.get(path)
        if known is None or known[0] != blob:
            known = self._last[path] = blob, self._repo[pygit2.Oid(raw=blob)].peel(pygit2.Blob).data
        return known[1]
