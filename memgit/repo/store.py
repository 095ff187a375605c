"""A store: a home, its git repository and its local state, opened for reading; `change` opens it for writing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

import pygit2
from pygit2.enums import RepositoryState

from memgit import __version__
from memgit.clock import Clock, rfc3339
from memgit.errors import Busy, NotFound, SystemRefused, UsageError
from memgit.home import walk
from memgit.home.walk import Note
from memgit.model.layout import Layout
from memgit.repo import describe, gitindex, lock, outside, state, trees
from memgit.repo.change import Change
from memgit.repo.gitindex import GitIndex
from memgit.repo.outside import Scan
from memgit.repo.place import Placer, rewrite_in_place
from memgit.repo.refused import system_errors
from memgit.repo.seen import SeenFile
from memgit.repo.state import StatePaths, StoreFile

LIBGIT2 = pygit2.LIBGIT2_VERSION
"""The version of the library that reads and writes git repositories."""

AUTHOR = ("memgit", "memgit@localhost")
MAX_FILE_SIZE = 10 * 1024 * 1024
_EARLIEST_YEAR = 2020


@dataclass(frozen=True, slots=True)
class Options:
    """What settings say about a store. wait: seconds for the lock. author: name and address of commits.

    fsync: make git objects durable too.
    """

    wait: float = 10.0
    dry_run: bool = False
    max_file_size: int = MAX_FILE_SIZE
    author: tuple[str, str] = AUTHOR
    device: str | None = None
    fsync: bool = False


class Store:
    """An opened store. Reading takes no lock; writing goes through `change`."""

    def __init__(self, home: Path, layout: Layout, repo: pygit2.Repository, clock: Clock, options: Options) -> None:
        self.home = home
        self.layout = layout
        self.repo = repo
        self.clock = clock
        self.options = options
        self.paths: StatePaths = state.paths_of(home)

    @classmethod
    def open(
        cls, home: Path, layout_named: Callable[[str], Layout], clock: Clock, options: Options | None = None
    ) -> Store:
        """Open the store at `home`.

        Raises NotFound when it is none or its git repository is gone, SystemRefused when `store.json` makes no sense.
        """
        home = home.resolve()
        file = state.read(home)
        try:
            layout = layout_named(file.layout)
        except UsageError:
            raise state.unreadable(home) from None
        repo = open_repository(home, file.git_dir)
        options = options or Options()
        if options.fsync:
            pygit2.settings.enable_fsync_gitdir(True)
        return cls(home, layout, repo, clock, options)

    @property
    def file(self) -> StoreFile:
        """`store.json` as it is now."""
        return state.read(self.home)

    @cached_property
    def index(self) -> GitIndex:
        """Git's index file."""
        return GitIndex(Path(self.repo.path))

    @contextmanager
    def change(self) -> Iterator[Change]:
        """Lock the store, finish what a killed process left behind, gather a change; only its `commit` writes."""
        now = sane(self.clock())
        with system_errors(), lock.held(self.paths.lock, self.options.wait):
            change = Change(self, now)
            self.index.drop_own_stale_lock()
            self._require_ready()
            change.recover()
            yield change

    def scan(self, paths: Iterable[str] | None = None) -> Scan:
        """What on disk differs from the branch; files left out for their secrets are notes until mended.

        paths: files and folders, relative to the home, that alone are looked at; None for the whole home.
        """
        limit = self.options.max_file_size
        if paths is None:
            cache = SeenFile(self.paths.seen, self.paths.temps, f"{__version__} {self.layout.name}")
            found = outside.scan(self.repo, self.layout, limit, cache)
        else:
            found = outside.scan_at(self.repo, self.layout, paths, limit)
        withheld = self.file.withheld
        if not withheld:
            return found
        edits = dict(found.edits)
        notes = list(found.notes)
        for path, codes in withheld.items():
            _, after = edits.get(path, (None, None))
            if after is not None and describe.secrets(after.data):
                del edits[path]
                notes.append(Note(path, f"it is left out of history because of {', '.join(codes)}"))
        return Scan(edits, tuple(notes))

    def touch_usage(self, edit: Callable[[bytes | None], bytes]) -> None:
        """Rewrite the usage records without a commit: they ride with the next change.

        edit: answers the new bytes from the old; it is called again when the agent wrote in between.
        """
        path = self.layout.usage
        if path is None or self.options.dry_run:
            return
        with system_errors(), lock.held(self.paths.lock, self.options.wait):
            rewrite_in_place(Placer(self.home, self.paths.temps), self.home, path, edit)

    def last_good(self, path: str, parses: Callable[[bytes], bool]) -> bytes | None:
        """The newest version of a file in history that `parses`; None when there is none."""
        seen: set[pygit2.Oid] = set()
        if self.repo.head_is_unborn:
            return None
        for commit in self.repo.walk(self.repo.head.target):
            blob = trees.find(commit.tree, path)
            if blob is None or blob.id in seen:
                continue
            seen.add(blob.id)
            state = outside.stored(self.repo, blob)
            if state is not None and parses(state.data):
                return state.data
        return None

    def tracked(self) -> list[str]:
        """The tracked paths on disk, sorted."""
        return sorted(walk.tracked(self.home, self.layout, []))

    def reset_index(self, paths: Sequence[str]) -> None:
        """Put git's index in step with the branch at `paths`."""
        with system_errors(), lock.held(self.paths.lock, self.options.wait):
            tree = outside.head_tree(self.repo)
            with self.index.locked(self.options.wait):
                self.index.prepare({path: trees.find(tree, path) for path in paths})
                self.index.publish()

    def rebuild_index(self) -> None:
        """Write git's index again from the branch, when it cannot be read."""
        with system_errors(), lock.held(self.paths.lock, self.options.wait), self.index.locked(self.options.wait):
            self.index.rebuild(outside.head_tree(self.repo))
            self.index.publish()

    @property
    def interrupted(self) -> bool:
        """Whether a killed process left a change behind; the next change finishes it."""
        return self.paths.journal.exists()

    @property
    def branch(self) -> str:
        """The name of what HEAD points to, `refs/heads/…`; a commit's id when it is detached."""
        return str(self.repo.lookup_reference("HEAD").target)

    def problem(self) -> Busy | None:
        """Why nothing can be written now: a detached HEAD, a merge or rebase in progress."""
        return problem_of(self.repo, self.index.is_ours)

    @property
    def in_progress(self) -> bool:
        """Whether git is in the middle of something: its index is not memgit's then."""
        return in_progress(self.repo)

    def _require_ready(self) -> None:
        if problem := self.problem():
            raise problem


def problem_of(repo: pygit2.Repository, index_is_ours: bool = False) -> Busy | None:
    """Why nothing can be recorded in a repository now, None when it can.

    index_is_ours: git's index is as memgit wrote it, without conflicts; reading it costs 3 ms at 5,000 files.
    """
    if in_progress(repo, index_is_ours):
        return Busy(
            "a git merge, rebase or revert is in progress in this store",
            "finish it (git status tells how), or give it up: git merge --abort",
        )
    if repo.head_is_detached:
        return Busy("HEAD is detached: there is no branch to record on", "go back to a branch: git switch main")
    return None


def in_progress(repo: pygit2.Repository, index_is_ours: bool = False) -> bool:
    """Whether a merge, rebase or revert of git's own is under way in a repository. index_is_ours: see `problem_of`."""
    if repo.state() != RepositoryState.NONE:
        return True
    return not index_is_ours and gitindex.read(repo).conflicts is not None


def sane(now: datetime) -> datetime:
    """The moment given, unless a clock that was never set says it: history would be out of order."""
    if now.year < _EARLIEST_YEAR:
        raise SystemRefused(
            f"the clock says {rfc3339(now)}: history would be out of order", "set the clock, then try again"
        )
    return now


def open_repository(home: Path, git_dir: str | None = None) -> pygit2.Repository:
    """The git repository whose work tree is `home`; `NotFound` when there is none."""
    try:
        repo = pygit2.Repository(git_dir or str(home / ".git"))
    except pygit2.GitError as error:
        if "not owned" in str(error) or "owner" in str(error):
            raise SystemRefused(
                f"git refuses '{home}': it belongs to another user",
                f"if you trust it: git config --global --add safe.directory {home}",
            ) from None
        if "extension" in str(error) or "object format" in str(error):
            raise SystemRefused(
                f"the git repository of '{home}' uses what memgit cannot read: {error}",
                f"keep a second one elsewhere: memgit init {home} --separate-git-dir DIR",
            ) from None
        if refused := _unreadable(Path(git_dir or home / ".git"), error):
            raise refused from None
        raise NotFound(f"'{home}' has no git repository", f"make or repair it: memgit init {home}") from None
    if repo.workdir is None or Path(repo.workdir).resolve() != home.resolve():
        raise NotFound(f"the git repository of '{home}' belongs to another folder", f"memgit init {home}")
    repo.set_ident(*AUTHOR)
    return repo


def _unreadable(git_dir: Path, error: Exception) -> SystemRefused | None:
    """That a repository is there and may not be read, None if that is not what is wrong."""
    if os.path.lexists(git_dir) and not os.access(git_dir, os.R_OK | os.X_OK):
        return SystemRefused(f"no permission to read '{git_dir}'", f"see its owner and mode: ls -ld {git_dir}")
    if "failed to stat" in str(error):  # a settings file of git's that is out of reach
        return SystemRefused(f"git cannot read its settings: {error}", "let the file be read, or set HOME")
    return None
