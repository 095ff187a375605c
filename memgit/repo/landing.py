"""From objects to branch: carries a journalled change out on disk and moves the branch, or leaves all as it was.

The same code finishes a live change and one that a killed process left behind: everything it needs is in the journal
and in the object store. Another writer's version that a replaced file turns out to have held becomes a commit of its
own below ours, and is merged into what we wrote.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pygit2

from memgit.errors import Busy, MemgitError, SystemRefused
from memgit.repo import agent_lock, branch, swap, trees
from memgit.repo import journal as journals
from memgit.repo.failpoint import reach
from memgit.repo.files import FileState
from memgit.repo.gitindex import GitIndex
from memgit.repo.journal import Journal, Step
from memgit.repo.place import Placer
from memgit.repo.trees import Blob

_ROUNDS = 20
_SLACK = 64 * 1024
"""Bytes that compressing and a folder may take on top of a file's own."""

Merge = Callable[[str, FileState | None, FileState | None, FileState | None], FileState | None]
"""merge(path, base, ours, theirs): both sides in one; ours where they cannot be reconciled."""
Describe = Callable[[Mapping[str, tuple[FileState | None, FileState | None]]], str]
"""The commit message for outside edits, given path to (before, after)."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One commit to be made: its message, its moment (epoch seconds), the blobs it sets or removes."""

    message: str
    time: int
    edits: Mapping[str, Blob | None]


class Landing:
    """One change on its way to the branch. `layers` go on top of the branch's tip, oldest first."""

    def __init__(
        self,
        repo: pygit2.Repository,
        index: GitIndex,
        places: tuple[Placer, Path],
        signature: tuple[str, str],
        wait: float,
    ) -> None:
        """places: what puts the files, and where the journal is. wait: seconds for git's own lock."""
        self._repo = repo
        self._index = index
        self._placer, self._journal_path = places
        self._signature = signature
        self._wait = wait
        self._home = Path(repo.workdir)
        self._done: list[Step] = []
        self._moved: list[tuple[str, str]] = []
        self._branch_moved = False
        self._live = True
        self.commits: list[pygit2.Oid | None] = []
        """Of each layer chained last, its commit; None where it made none."""

    def chain(self, parent: pygit2.Oid | None, layers: list[Layer]) -> pygit2.Oid:
        """Write the commits of `layers` on `parent`; they are objects only, nothing points to them yet.

        A layer that changes nothing there makes no commit.
        """
        tip = parent
        self.commits = []
        for layer in layers:
            self.commits.append(None)
            tree = self._repo[tip].peel(pygit2.Tree) if tip is not None else None
            tree_id = trees.rewrite(self._repo, tree, layer.edits)
            if tree is not None and tree_id == tree.id:
                continue
            who = pygit2.Signature(*self._signature, layer.time, 0)
            tip = self._repo.create_commit(None, who, who, layer.message, tree_id, [tip] if tip is not None else [])
            self.commits[-1] = tip
        assert tip is not None
        return tip

    def blob(self, state: FileState | None) -> Blob | None:
        """Store a file's bytes."""
        if state is None:
            return None
        try:
            return Blob(self._repo.create_blob(state.data), state.mode)
        except pygit2.GitError:
            self._require_room(len(state.data))
            raise

    def _require_room(self, size: int) -> None:
        """`OSError` when the disk is full: libgit2 forgets why it could not write a compressed stream."""
        disk = os.statvfs(self._repo.path)
        if disk.f_bavail * disk.f_frsize < size + _SLACK:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self._repo.path)

    def land(self, journal: Journal, layers: list[Layer], merge: Merge, describe: Describe, live: bool) -> pygit2.Oid:
        """Write the journal, do its steps, move the branch. A live change that fails leaves files as they were.

        One that was left over goes forward: where something else is in the place of a file, that is an outside edit.
        """
        self._live = live
        try:
            if live:
                journals.write(self._journal_path, journal)
                reach("journal-written")
            with agent_lock.held(self._home, (step.path for step in journal.steps)):
                return self._carry_out(journal, layers, merge, describe)
        except BaseException:
            if live and not self._branch_moved:
                self._roll_back(journal)
            raise

    def give_up(self, journal: Journal) -> None:
        """Take back a left-over change whose objects are gone: what its steps displaced is in place again."""
        self._done = list(journal.steps)
        self._moved = list(journal.moves)
        self._roll_back(journal)

    def _carry_out(self, journal: Journal, layers: list[Layer], merge: Merge, describe: Describe) -> pygit2.Oid:
        for source, target in journal.moves:
            self._move(source, target)
        reach("moved")
        journal = replace(journal, steps=tuple(step for step in journal.steps if self._place(step)))
        journal, layers = self._settle(journal, layers, merge, describe)
        reach("files-placed")
        with self._index.locked(self._wait):
            # The second look: a writer that still had the old file open may have written since.
            for step in journal.steps:
                if step.new is None:
                    self._placer.place(step)
            journal, layers = self._settle(journal, layers, merge, describe)
            tip = self._publish(journal, layers)
        self._clean_up(journal)
        return tip

    def _move(self, source: str, target: str) -> None:
        here, there = self._home / source, self._home / target
        if not here.exists() and there.exists():
            return
        try:
            self._placer.make_folders(there.parent)
            swap.move_to_free_name(here, there)
        except (FileNotFoundError, FileExistsError, NotADirectoryError) as error:
            if self._live:
                raise Busy(
                    f"'{source}' cannot move to '{target}': another program moved one of them", "try again"
                ) from error
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            raise SystemRefused(
                f"'{source}' and '{target}' are on different file systems",
                "move the folder by hand, then: memgit commit",
            ) from error
        else:
            self._moved.append((source, target))

    def _place(self, step: Step) -> bool:
        """Do a step; False when a left-over one cannot be done, because a folder or a link is in the place now."""
        self._done.append(step)
        try:
            self._placer.place(step)
        except (MemgitError, FileExistsError, NotADirectoryError):
            if self._live:
                raise
            return False
        reach("file-placed")
        return True

    def _settle(
        self, journal: Journal, layers: list[Layer], merge: Merge, describe: Describe
    ) -> tuple[Journal, list[Layer]]:
        """While another writer's version is what a file displaced, record it below ours, merge, and place again."""
        for _ in range(_ROUNDS):
            raced = self._raced(journal.steps)
            if not raced:
                return journal, layers
            journal, layers, again = self._absorb(journal, layers, raced, merge, describe)
            for step in again:
                self._place(step)
        raise Busy(
            f"another program keeps rewriting {', '.join(sorted(raced))}", "stop it, or try again when it is quiet"
        )

    def _raced(self, steps: tuple[Step, ...]) -> dict[str, tuple[Step, FileState | None]]:
        """The steps that displaced something else than what we had read, with what it was."""
        raced: dict[str, tuple[Step, FileState | None]] = {}
        for step in steps:
            found = self._placer.displaced(step)
            gone_twice = step.new is None and found is None
            if not gone_twice and _pair(found.blob if found is not None else None) != step.old:
                raced[step.path] = (step, found)
        return raced

    def _absorb(
        self,
        journal: Journal,
        layers: list[Layer],
        raced: Mapping[str, tuple[Step, FileState | None]],
        merge: Merge,
        describe: Describe,
    ) -> tuple[Journal, list[Layer], list[Step]]:
        """Record what came out as an outside edit below our commit; answer the steps that place the merged files.

        What came out stays watched, now as what is expected there: its writer may still have it open.
        """
        found = {path: (self._state(step.old), theirs) for path, (step, theirs) in raced.items()}
        outside = Layer(
            describe(found), layers[-1].time, {path: self.blob(after) for path, (_, after) in found.items()}
        )
        edits = dict(layers[-1].edits)
        newest = {step.path: step.new for step in journal.steps}
        again: list[Step] = []
        for path, (step, theirs) in raced.items():
            ours = self._state(newest[path])
            merged = merge(path, self._state(step.old), ours, theirs)
            edits[path] = self.blob(merged)
            if merged != ours:
                temp = self._placer.prepare(path, merged)
                again.append(Step(path, temp, newest[path], _pair(edits[path])))
        layers = [*layers[:-1], outside, replace(layers[-1], edits=edits)]
        tip = self.chain(pygit2.Oid(hex=journal.parent) if journal.parent else None, layers)
        seen = {step.temp: _pair(outside.edits[path]) for path, (step, _) in raced.items()}
        steps = (replace(step, old=seen[step.temp]) if step.temp in seen else step for step in journal.steps)
        journal = replace(journal, commit=str(tip), steps=(*steps, *again))
        journals.write(self._journal_path, journal)
        return journal, layers, again

    def _publish(self, journal: Journal, layers: list[Layer]) -> pygit2.Oid:
        """Move the branch and git's index together; rebase our commits if somebody committed meanwhile."""
        journal = replace(journal, branch=branch.current(self._repo) or journal.branch)
        tip = pygit2.Oid(hex=journal.commit)
        head = branch.tip(self._repo, journal.branch)
        if (str(head) if head is not None else None) not in (journal.parent, journal.commit):
            tip = self.chain(head, layers)
            journals.write(self._journal_path, replace(journal, parent=str(head), commit=str(tip)))
        edits: dict[str, Blob | None] = {}
        for layer in layers:
            edits.update(layer.edits)
        self._index.prepare(edits)
        reach("index-prepared")
        if head != tip:
            branch.move(self._repo, journal.branch, head, tip, self._wait)
        self._branch_moved = True
        reach("branch-moved")
        self._index.publish()
        reach("index-published")
        return tip

    def _clean_up(self, journal: Journal) -> None:
        self._journal_path.unlink()
        reach("journal-deleted")
        for step in {step.temp: step for step in (*journal.steps, *self._done)}.values():
            self._placer.discard(step)
        for source, _ in journal.moves:
            self._placer.drop_empty_folders(source)

    def _roll_back(self, journal: Journal) -> None:
        for step in reversed(self._done):
            with suppress(OSError):
                self._placer.undo(step)
        for source, target in reversed(self._moved):
            with suppress(OSError):
                (self._home / source).parent.mkdir(parents=True, exist_ok=True)
                swap.move_to_free_name(self._home / target, self._home / source)
        self._placer.drop_made_folders()
        with suppress(OSError):
            self._journal_path.unlink()
        for step in (*journal.steps, *self._done):
            with suppress(OSError):
                self._placer.discard(step)

    def _state(self, content: tuple[str, int] | None) -> FileState | None:
        if content is None or content[0] not in self._repo:  # a file left out of history has no object
            return None
        blob = self._repo[content[0]]
        assert isinstance(blob, pygit2.Blob)
        return FileState(blob.data, content[1])


def _pair(blob: Blob | None) -> tuple[str, int] | None:
    return None if blob is None else (str(blob.id), blob.mode)
