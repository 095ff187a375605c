"""What commits changed, read when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from memgit.model.change import Commit
from memgit.repo.store import Store
from memgit.repo.tree_changes import FileChange, TreeChanges

if TYPE_CHECKING:
    from memgit.repo.difference import Difference


class Changes:
    """What commits changed, read when asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._trees = TreeChanges(store.repo)

    def of(self, commit: Commit) -> list[FileChange]:
        """The files a commit changed, against its first parent."""
        return self._trees.of_id(commit.id)

    def paths(self, commit: Commit) -> tuple[str, ...]:
        """The paths a commit changed."""
        return tuple(change.path for change in self.of(commit))

    def differences(self, commit: Commit, only: Iterable[FileChange] | None = None) -> Iterator[Difference]:
        """What differs through a commit, or in the files of `only`."""
        from memgit.repo import difference

        changes = self.of(commit) if only is None else only
        return difference.of_changes(self._store.repo, self._store.layout, changes)
