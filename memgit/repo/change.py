"""The unit of work: several file edits, one commit, all or nothing.

Edits gather in memory; `commit` does, in this order: commit what others changed in the touched files, write our
objects, write the journal, put the files in place, move the branch with git's index, delete the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from shlex import quote
from typing import TYPE_CHECKING

import pygit2

from memgit.errors import MemgitError, Refused
from memgit.home import walk
from memgit.model.change import Message, Recorded
from memgit.repo import branch, describe, files, journal, merging, message, outside, trees
from memgit.repo.failpoint import reach
from memgit.repo.files import FileState
from memgit.repo.journal import Journal, Step
from memgit.repo.landing import Landing, Layer
from memgit.repo.outside import Edits, Scan
from memgit.repo.place import Placer
from memgit.repo.state import write as write_store_file
from memgit.repo.trees import Blob

if TYPE_CHECKING:
    from memgit.repo.store import Store

_WORTH_A_PACK = 200
"""From this many files on, one pack is faster than loose objects."""


class Change:
    """Edits being gathered on a locked store. Paths are POSIX, relative to the home."""

    def __init__(self, store: Store, now: datetime) -> None:
        self.store = store
        self.now = now
        self._base: dict[str, FileState | None] = {}
        self._edits: dict[str, FileState | None] = {}
        self._moves: list[tuple[str, str]] = []

    def state(self, path: str) -> FileState | None:
        """A file as this change sees it: as edited so far, else as it is on disk."""
        if path in self._edits:
            return self._edits[path]
        return self._read(path)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file as this change sees it, through a link if it is one; None when there is none."""
        state = self.state(self.actual(path))
        return None if state is None else state.data

    def write(self, path: str, data: bytes, executable: bool | None = None) -> None:
        """Set the bytes of a file, through a link if it is one; the execute bit stays unless given."""
        path = self.actual(path)
        before = self.state(path)
        mode = before.mode if before is not None else trees.FILE
        if executable is not None:
            mode = trees.EXECUTABLE if executable else trees.FILE
        self.put(path, FileState(data, mode))

    def put(self, path: str, state: FileState | None) -> None:
        """Set a file, a link or (None) its absence, exactly."""
        if self.store.layout.place(path) is None:
            raise Refused(f"'{path}' is not something memgit tracks", "memgit help layouts")
        files.require_inside(self.store.home, path)
        self._read(path)
        self._edits[path] = state

    def remove(self, path: str) -> None:
        """Take a file away; folders left empty go too."""
        self.put(path, None)

    def move(self, source: str, target: str) -> None:
        """Move a folder with all that is in it, tracked or not. The target must be free."""
        if (self.store.home / target).exists():
            raise Refused(f"'{target}' is there already")
        for path in self.files(source):
            state = self.state(path)
            moved = target + path[len(source) :]
            if self.store.layout.place(moved) is not None:
                self._base[moved] = state
                self._edits[moved] = state
            self._edits[path] = None
        self._moves.append((source, target))

    def files(self, prefix: str) -> list[str]:
        """The tracked paths at or below `prefix`, sorted, as this change sees them."""
        found = set(walk.tracked(self.store.home, self.store.layout, [], prefix))
        for path, state in self._edits.items():
            if path == prefix or path.startswith(f"{prefix}/"):
                (found.discard if state is None else found.add)(path)
        return sorted(found)

    def actual(self, path: str) -> str:
        """Where the bytes of `path` live: `path`, or the tracked file that a link inside the home leads to."""
        state = self.state(path)
        if state is None or state.mode != trees.LINK:
            return path
        home = self.store.home
        if walk.leads_out(home, path):
            raise files.behind_link(home, path, home / path)
        target = (home / path).resolve().relative_to(home).as_posix()
        if self.store.layout.place(target) is None:
            raise Refused(
                f"'{path}' is a link to '{target}', which memgit does not track", "replace the link by a file"
            )
        return target

    def edits(self) -> Edits:
        """What this change would do so far: path to (before, after). A file that moves is told at both its places."""
        return {
            path: (self._base.get(path), state)
            for path, state in self._edits.items()
            if state != self._base.get(path) or self._moved(path)
        }

    def commit(self, text: Message) -> Recorded:
        """Make it so: one commit, or nothing at all when nothing differs. See the module for the order."""
        edits = {path: after for path, (_, after) in self.edits().items()}
        if not edits:
            return self._recorded(None, text, ())
        self._require_not_withheld(edits)
        self._require_places(edits)
        if self.store.options.dry_run:
            return self._recorded(None, text, sorted(edits))
        return self._land(text, edits, self._outside_edits())

    def record(self, text: Message, scan: Scan) -> Recorded:
        """Commit files as they are on disk; none is written."""
        if self.store.options.dry_run or (not scan.edits and not self.store.repo.head_is_unborn):
            return self._recorded(None, text, sorted(scan.edits))
        edits = {path: after for path, (_, after) in scan.edits.items()}
        if len(edits) >= _WORTH_A_PACK:
            from memgit.repo.bulk import Bulk

            pack = Bulk(self.store.repo.path)
            scratch = self._landing(pack.repo)
            layer = self._layer(scratch, text, edits)
            scratch.chain(self._head(), [layer])
            pack.write()
        else:
            layer = self._layer(self._landing(), text, edits)
        tip = self._finish(self._landing(), [layer], (), ())
        self._forget_withheld(edits)
        return self._recorded(tip, text, sorted(edits))

    def recover(self) -> None:
        """Finish the change that a killed process left behind, path by path; drop temp files nobody needs."""
        left = journal.read(self.store.paths.journal)
        landing = self._landing()
        if left is not None and left.commit in self.store.repo:
            branch.drop_stale_lock(self.store.repo, left.branch)
            landing.land(left, self._layers_between(left), self._merge, self._describe, live=False)
        elif left is not None:  # pruned by git: nothing pointed to it
            landing.give_up(left)
        self.store.paths.journal.unlink(missing_ok=True)
        self._placer.drop_left_over()
        reach("locked")

    def _land(self, text: Message, edits: Mapping[str, FileState | None], others: Edits) -> Recorded:
        landing = self._landing()
        layers: list[Layer] = []
        if others:
            said = describe.outside_message(others, self.store.layout)
            layers.append(self._layer(landing, said, {path: after for path, (_, after) in others.items()}))
        edits = {**edits, **self._riding_usage(edits)}
        layers.append(self._layer(landing, text, edits))
        placed = [(path, state) for path, state in edits.items() if not self._moved(path)]
        placed.sort(key=lambda item: item[1] is not None)  # what goes makes room for what comes
        tip = self._finish(landing, layers, tuple(self._moves), placed)
        self._forget_withheld(edits)
        external = landing.commits[0] if others else None  # as it landed: the branch may have moved meanwhile
        return self._recorded(tip, text, sorted(edits), describe.findings(others), external)

    def _finish(
        self,
        landing: Landing,
        layers: list[Layer],
        moves: tuple[tuple[str, str], ...],
        placed: Iterable[tuple[str, FileState | None]],
    ) -> pygit2.Oid:
        head = self._head()
        tip = landing.chain(head, layers)
        reach("objects-written")
        steps: list[Step] = []
        placer = self._placer
        try:
            for path, state in placed:
                base = self._base.get(path)
                if state != base:
                    old = None if base is None else base.blob
                    if path == self.store.layout.usage:  # in no commit: a merge with the agent's counts needs it
                        landing.blob(base)
                    temp = placer.prepare(path, state, self._came_from(path))
                    steps.append(Step(path, temp, _pair(old), _pair(landing.blob(state))))
        except OSError:
            self._placer.drop_left_over()
            raise
        reach("temps-written")
        plan = Journal(self._branch(), str(head) if head else None, str(tip), moves, tuple(steps))
        return landing.land(plan, layers, self._merge, self._describe, live=True)

    def _layer(self, landing: Landing, text: Message, edits: Mapping[str, FileState | None]) -> Layer:
        when = int(self.now.timestamp())
        written = message.compose(text, self.store.options.device)
        return Layer(written, when, {path: landing.blob(state) for path, state in edits.items()})

    def _layers_between(self, left: Journal) -> list[Layer]:
        """The commits of a left-over journal, as layers that can be put on another parent."""
        layers: list[Layer] = []
        commit = self.store.repo[left.commit].peel(pygit2.Commit)
        while str(commit.id) != left.parent:
            parent = commit.parents[0] if commit.parents else None
            before = dict(trees.walk(parent.tree)) if parent else {}
            after = dict(trees.walk(commit.tree))
            touched = {path for path in {*before, *after} if before.get(path) != after.get(path)}
            edits: dict[str, Blob | None] = {path: after.get(path) for path in touched}
            layers.insert(0, Layer(commit.message, commit.commit_time, edits))
            if parent is None:
                break
            commit = parent
        return layers

    def _read(self, path: str) -> FileState | None:
        if path not in self._base:
            self._base[path] = files.read(self.store.home, path, self.store.options.max_file_size)
        return self._base[path]

    def _base_paths(self) -> list[str]:
        """Paths read or edited, but not those that a move of ours created."""
        targets = tuple(f"{target}/" for _, target in self._moves)
        return sorted(path for path in self._base if not path.startswith(targets) or not targets)

    def _moved(self, path: str) -> bool:
        """Whether a folder move of this change carries the file, so that it needs no step of its own."""
        for source, target in self._moves:
            if path.startswith(f"{source}/"):
                return self._edits[path] is None
            if path.startswith(f"{target}/"):
                return self._edits[path] == self._base.get(path)
        return False

    def _came_from(self, path: str) -> str:
        """Where a file is now that is at `path` after the moves of this change."""
        for source, target in reversed(self._moves):
            if path.startswith(f"{target}/"):
                path = source + path[len(target) :]
        return path

    def _outside_edits(self) -> Edits:
        """What others did to the files this change has read, against the branch; usage counters ride instead."""
        withheld = self.store.file.withheld
        arrived = tuple(f"{target}/" for _, target in self._moves)
        seen = {
            path: state
            for path, state in self._base.items()
            if path != self.store.layout.usage and path not in withheld and not path.startswith(arrived)
        }
        return outside.against_head(self.store.repo, self.store.layout, seen)

    def _riding_usage(self, edits: Mapping[str, FileState | None]) -> dict[str, FileState | None]:
        """Usage counters that changed on disk: they ride with this change."""
        usage = self.store.layout.usage
        if usage is None or usage in edits:
            return {}
        with suppress(MemgitError):
            state = self._read(usage)
            if outside.against_head(self.store.repo, self.store.layout, {usage: state}):
                return {usage: state}
        return {}

    def _require_not_withheld(self, edits: Mapping[str, FileState | None]) -> None:
        """A file left out because of a secret may be written only in a way that mends it."""
        withheld = self.store.file.withheld
        for path, state in edits.items():
            if path in withheld and state is not None and describe.secrets(state.data):
                raise Refused(
                    f"'{path}' is left out of history because of {', '.join(withheld[path])}",
                    f"take the secret out of {path}, then: memgit commit",
                    f"or record it all the same: memgit init {quote(str(self.store.home))} --allow-secrets",
                )

    def _require_places(self, edits: Mapping[str, FileState | None]) -> None:
        """No folder or pipe may be where a file goes, unless this change empties it."""
        leaving = {path for path, state in edits.items() if state is None}
        for path in edits.keys() - leaving:
            if not self._moved(path):
                files.require_place(self.store.home, path, leaving)

    def _forget_withheld(self, recorded: Iterable[str]) -> None:
        """Files that are in history now are no longer left out of it."""
        file = self.store.file
        kept = {path: codes for path, codes in file.withheld.items() if path not in set(recorded)}
        if len(kept) != len(file.withheld):
            write_store_file(self.store.home, replace(file, withheld=kept))

    def _merge(
        self, path: str, base: FileState | None, ours: FileState | None, theirs: FileState | None
    ) -> FileState | None:
        return merging.both(self.store.repo, self.store.layout, path, (base, ours, theirs))

    def _describe(self, found: Edits) -> str:
        return message.compose(describe.outside_message(found, self.store.layout), self.store.options.device)

    def _landing(self, repo: pygit2.Repository | None = None) -> Landing:
        store = self.store
        places = (self._placer, store.paths.journal)
        return Landing(repo or store.repo, store.index, places, store.options.author, store.options.wait)

    @cached_property
    def _placer(self) -> Placer:
        return Placer(self.store.home, self.store.paths.temps)

    def _branch(self) -> str:
        return self.store.branch

    def _head(self) -> pygit2.Oid | None:
        return None if self.store.repo.head_is_unborn else self.store.repo.head.peel(pygit2.Commit).id

    def _recorded(
        self,
        tip: pygit2.Oid | None,
        text: Message,
        paths: Iterable[str],
        warnings: Iterable[str] = (),
        external: pygit2.Oid | None = None,
    ) -> Recorded:
        return Recorded(
            id=None if tip is None else str(tip),
            time=self.now,
            origin=text.origin,
            action=text.action,
            subject=text.subject,
            paths=tuple(paths),
            external=None if external is None else str(external),
            warnings=tuple(warnings),
            dry_run=self.store.options.dry_run,
        )


def _pair(blob: Blob | None) -> tuple[str, int] | None:
    return None if blob is None else (str(blob.id), blob.mode)
