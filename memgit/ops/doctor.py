"""Checks a store and mends what is wrong; each check is a function that answers its findings."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from memgit import layouts
from memgit.errors import MemgitError, SystemRefused
from memgit.formats import bundle, skill, usage
from memgit.model.change import Action, Message, Origin
from memgit.model.layout import Role
from memgit.ops import index
from memgit.ops.commit import EXTERNAL, commit
from memgit.ops.usage import mend
from memgit.repo import creating, gitindex, lock, stray
from memgit.repo.refused import system_errors
from memgit.repo.store import Store

Result = Literal["ok", "info", "warning", "error", "skipped"]


@dataclass(frozen=True, slots=True)
class Check:
    """One finding. fix: what mends it, None when nothing is wrong; mended: whether `--fix` did."""

    check: str
    result: Result
    message: str
    fix: str | None = None
    mended: bool = False


FIX = "memgit doctor --fix"


class Doctor:
    """The checks of one store, in the order in which they are mended."""

    def __init__(self, store: Store, where: index.Where, fix: bool) -> None:
        self.store = store
        self.where = where
        self.fix = fix and not store.options.dry_run

    def run(self) -> Iterator[Check]:
        """Every check; a check that itself fails is a finding."""
        checks: tuple[Callable[[], Iterator[Check]], ...] = (
            self._git_lock,
            self._index_file,
            self._journal,
            self._branch,
            self._objects,
            self._index,
            self._whitelist,
            self._ignored,
            self._permissions,
            self._usage,
            self._bundles,
            self._archive,
            self._files,
            self._search_index,
            self._watcher,
        )
        told: set[str] = set()
        for check in checks:
            name = check.__name__.strip("_").replace("_", "-")
            try:
                with system_errors():
                    found = list(check())
            except MemgitError as error:
                again = error.message in told
                found = [Check(name, "skipped" if again else "error", error.message, next(iter(error.hints), None))]
            told.update(one.message for one in found)
            yield from found or [Check(name, "ok", _FINE[name])]

    def _git_lock(self) -> Iterator[Check]:
        names = ("index.lock", "HEAD.lock", "packed-refs.lock", f"{self.store.branch}.lock")
        git_dir = Path(self.store.repo.path)
        left = [path for name in names if (path := git_dir / name).exists() and stray.outlived(path)]
        if not left:
            return
        if lock.is_held(self.store.paths.lock):
            yield Check("git-lock", "info", "another memgit is writing now")
            return
        if pid := stray.git_at_work(self.store.home, git_dir):
            yield Check("git-lock", "info", f"a git command is at work (pid {pid})", "wait for it to end")
            return
        for path in left:
            if self.fix:
                path.unlink(missing_ok=True)
            yield self._found("git-lock", "error", f"git is locked, and no git command is at work here ({path})")

    def _index_file(self) -> Iterator[Check]:
        try:
            gitindex.read(self.store.repo)
        except SystemRefused as error:
            if self.fix:
                self.store.rebuild_index()
            yield self._found("index-file", "error", error.message)

    def _journal(self) -> Iterator[Check]:
        if not self.store.interrupted:
            return
        if self.fix:
            with self.store.change():
                pass
        yield self._found("journal", "warning", "a change was interrupted; the next write finishes it")

    def _branch(self) -> Iterator[Check]:
        if problem := self.store.problem():
            yield Check("branch", "error", problem.message, problem.hints[0])

    def _objects(self) -> Iterator[Check]:
        """Git's own check of every object; the only use of the git program."""
        try:
            done = subprocess.run(
                ["git", "--git-dir", self.store.repo.path, "fsck", "--no-dangling", "--no-progress"],
                capture_output=True,
                text=True,
                check=False,
            )
        except FileNotFoundError:
            yield Check("objects", "skipped", "the git program is not installed", "install git")
            return
        if done.returncode:
            lines = (done.stderr + done.stdout).strip().splitlines()
            yield Check(
                "objects",
                "error",
                f"git fsck: {lines[0] if lines else 'failed'}",
                "fetch the objects from another copy",
            )

    def _index(self) -> Iterator[Check]:
        if self.store.repo.head_is_unborn:
            yield Check("index", "error", "the first commit is missing", f"memgit init {self.store.home}")
            return
        if self.store.in_progress:
            yield Check("index", "skipped", "git's index is left to the merge, rebase or revert that is in progress")
            return
        repo = self.store.repo
        repo.index.read(False)
        tree = repo.head.peel().tree
        paths = {
            path
            for delta in tree.diff_to_index(repo.index).deltas
            for path in (delta.old_file.path, delta.new_file.path)
            if self.store.layout.place(path) is not None
        }
        if not paths:
            return
        if self.fix:
            self.store.reset_index(sorted(paths))
        yield self._found("index", "warning", f"git's index is out of step with the branch in {_some(paths)}")

    def _whitelist(self) -> Iterator[Check]:
        lines = layouts.exclude_lines(self.store.layout)
        missing = creating.info_problems(self.store.repo, lines)
        if missing:
            if self.fix:
                creating.repair_info(self.store.repo, lines)
            yield self._found("whitelist", "error", f"{' and '.join(missing)} do not hold what memgit wrote")

    def _ignored(self) -> Iterator[Check]:
        """Files of the roles that a .gitignore hides from plain git and that are not in history yet."""
        new = {path for path, (before, _) in self.store.scan().edits.items() if before is None}
        hidden = sorted(path for path in new if self.store.repo.path_is_ignored(path))
        if hidden:
            if self.fix:
                commit(self.store, EXTERNAL)
            yield self._found("ignored", "warning", f"a .gitignore hides {_some(hidden)} from git; memgit records them")

    def _permissions(self) -> Iterator[Check]:
        loose = creating.loose_permissions(self.store.home)
        if loose:
            if self.fix:
                creating.tighten(self.store.home)
            names = _some([path.relative_to(self.store.home).as_posix() for path in loose])
            yield self._found("permissions", "warning", f"others can read {names}")

    def _usage(self) -> Iterator[Check]:
        path = self.store.layout.usage
        if path is None or not (self.store.home / path).exists():
            return
        try:
            usage.UsageFile.parse((self.store.home / path).read_bytes())
        except MemgitError as error:
            told = mend(self.store) if self.fix else ()
            yield self._found("usage", "error", told[0] if told else f"{path}: {error.message}")

    def _bundles(self) -> Iterator[Check]:
        cloned = {note.path.rpartition("/")[2] for note in self.store.scan().notes}
        names = self._skill_names() | cloned
        for path in self.store.tracked():
            place = self.store.layout.place(path)
            if place is None or place.role is not Role.BUNDLE:
                continue
            try:
                read = bundle.parse((self.store.home / path).read_bytes(), place.name)
            except MemgitError as error:
                yield Check("bundles", "error", f"{path}: {error.message}", f"mend {path}")
                continue
            missing = [name for name in read.skills if name.rsplit("/", 1)[-1] not in names]
            if missing:
                mended = self.fix and self._drop_members(path, place.name, missing)
                fix = f"memgit restore {missing[0]}, or take the name out: {FIX}"
                yield Check("bundles", "warning", f"{path} names {_some(missing)}, which is no skill here", fix, mended)

    def _drop_members(self, path: str, name: str, missing: list[str]) -> bool:
        """Take names out of a bundle, their own lines and nothing else; whether it could be done so."""
        with self.store.change() as change:
            data = change.read(path) or b""
            edited = b"".join(line for line in data.splitlines(keepends=True) if _member(line) not in missing)
            try:
                left = set(bundle.parse(edited, name).skills)
            except MemgitError:
                return False
            if left & set(missing):
                return False
            change.write(path, edited)
            subject = f"bundle({name}): drop {_some(missing)}"
            return change.commit(Message(subject, Origin.USER, Action.PATCH, "no such skills")).id is not None

    def _archive(self) -> Iterator[Check]:
        """Skills whose usage record says archived although their folder is back."""
        stale = self._stale_archived()
        if stale:
            if self.fix:
                now = self.store.clock()
                self.store.touch_usage(lambda data: usage.mark_active(data, stale, now))
            yield self._found(
                "archive", "warning", f"the record of {_some(stale)} says archived, but the folder is back"
            )

    def _files(self) -> Iterator[Check]:
        for note in self.store.scan().notes:
            yield Check("files", "warning" if note.refused else "info", f"{note.path} is left alone: {note.reason}")

    def _search_index(self) -> Iterator[Check]:
        """The index against the files; that it is missing or behind is no fault, the next search mends it."""
        found = index.freshness(self.where)
        if found.state == "missing":
            yield Check("search-index", "info", "there is no search index yet; the next search makes it")
            return
        problem = _UNUSABLE.get(found.state)
        differ: list[str] = []
        if problem is None:
            checked = index.check(self.where)
            problem, differ = checked.problem, [one.path for one in checked.differences]
        if problem is not None or len(differ) > found.pending:
            mended = self.fix and index.rebuild(self.where).stale is None
            message = f"the search index {problem or f'does not tell of {_some(differ)} as it is'}"
            yield Check("search-index", "warning", message, "memgit index --rebuild", mended)
        elif differ:
            message = f"the search index is behind in {_some(differ)}; the next search reads it"
            yield Check("search-index", "info", message, "memgit index")

    def _watcher(self) -> Iterator[Check]:
        if index.freshness(self.where).watcher is None:
            message = "no watcher runs; outside edits are recorded by the next write or memgit commit"
            yield Check("watcher", "info", message, "memgit watch")

    def _skill_names(self) -> set[str]:
        """Folder and frontmatter names of the skills in use."""
        names: set[str] = set()
        for path in self.store.tracked():
            place = self.store.layout.place(path)
            if place is not None and place.role is Role.SKILL and path.endswith("/SKILL.md"):
                names.add(path.split("/")[-2])
                head = skill.SkillHead.parse((self.store.home / path).read_bytes())
                names.add(head.name or "")
        return names

    def _stale_archived(self) -> list[str]:
        path = self.store.layout.usage
        if path is None or not (self.store.home / path).exists():
            return []
        try:
            records = usage.UsageFile.parse((self.store.home / path).read_bytes()).records
        except MemgitError:
            return []
        names = self._skill_names()
        return sorted(name for name, record in records.items() if record.get("state") == "archived" and name in names)

    def _found(self, check: str, result: Result, message: str) -> Check:
        return Check(check, result, message, FIX, mended=self.fix)


_FINE = {
    "git-lock": "git is not locked",
    "index-file": "git's index can be read",
    "journal": "no change was interrupted",
    "branch": "a branch to record on",
    "objects": "git fsck finds nothing",
    "index": "git's index is in step",
    "whitelist": "the whitelist and attributes are in place",
    "ignored": "git ignores no file that memgit records",
    "permissions": "the state folder is closed to others",
    "usage": "the usage records can be read",
    "bundles": "every bundle names skills that exist",
    "archive": "the records and the archive agree",
    "files": "every file of the roles can be recorded",
    "search-index": "the search index and the files agree",
    "watcher": "a watcher keeps the index and records outside edits",
}

_UNUSABLE = {"corrupt": "is damaged", "outdated": "was written by another version of memgit"}


def _some(names: list[str] | set[str]) -> str:
    names = sorted(names)
    return ", ".join(f"'{name}'" for name in names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _member(line: bytes) -> str:
    """The name in a line `- name` of a YAML list, else nothing."""
    text = line.decode("utf-8", "replace").strip()
    return text[1:].strip().strip("'\"") if text.startswith("-") else ""
