"""What git's index holds that the last commit does not: what `git commit` is about to record."""

from __future__ import annotations

from collections.abc import Iterator

import pygit2
from pygit2.enums import DeltaStatus

from memgit.repo.refused import system_errors
from memgit.repo.store import Store, open_repository


def staged(store: Store) -> Iterator[tuple[str, bytes]]:
    """Each file that is added or changed in git's index, with its bytes there; links are none."""
    with system_errors():
        repo = open_repository(store.home)
        repo.index.read()
        base = repo.TreeBuilder().write() if repo.head_is_unborn else repo.head.peel(pygit2.Commit).tree.id
        diff = repo.index.diff_to_tree(repo[base].peel(pygit2.Tree))
        for delta in diff.deltas:
            side = delta.new_file
            if delta.status is not DeltaStatus.DELETED and side.mode & 0o170000 == 0o100000:
                yield side.path, repo[side.id].peel(pygit2.Blob).data
