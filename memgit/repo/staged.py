"""What git's index holds that the last commit does not: what `git commit` is about to record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygit2
from pygit2.enums import DeltaStatus

from memgit.repo.refused import system_errors
from memgit.repo.store import Store, open_repository


def staged(store: Store, index: Path | None = None) -> Iterator[tuple[str, bytes]]:
    """Each file that is added or changed in git's index, with its bytes there; links are none.

    index: another file than the repository's own: `git commit -a` gives a hook one of these (`GIT_INDEX_FILE`).
    """
    with system_errors():
        repo = open_repository(store.home)
        held = repo.index if index is None else pygit2.Index(str(store.home / index))
        held.read()
        base = repo.TreeBuilder().write() if repo.head_is_unborn else repo.head.peel(pygit2.Commit).tree.id
        diff = repo[base].peel(pygit2.Tree).diff_to_index(held)
        for delta in diff.deltas:
            side = delta.new_file
            if delta.status is not DeltaStatus.DELETED and side.mode & 0o170000 == 0o100000:
                yield side.path, repo[side.id].peel(pygit2.Blob).data
