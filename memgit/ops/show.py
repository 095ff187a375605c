"""Shows one change, or a file as it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memgit.errors import NotFound, UsageError
from memgit.model.change import Commit
from memgit.ops import past
from memgit.ops.changes import Changes
from memgit.ops.past import Follow
from memgit.repo import history, revs, versions
from memgit.repo.difference import Difference
from memgit.repo.store import Store


@dataclass(frozen=True, slots=True)
class Shown:
    """A change and what differs through it. paths: all that it touched."""

    commit: Commit
    paths: tuple[str, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class FileThen:
    """A file as it was after a commit; the bytes of a link are where it leads."""

    commit: Commit
    path: str
    data: bytes
    mode: int


@dataclass(frozen=True, slots=True)
class FolderThen:
    """A folder as it was after a commit: its files, with their sizes in bytes."""

    commit: Commit
    path: str
    files: tuple[tuple[str, int], ...]


def show(store: Store, words: Sequence[str], follow: Follow | None = None) -> Shown | FileThen | FolderThen:
    """What `REV`, `REV NAME` or `NAME@REV` asks for; the newest change without words."""
    match words:
        case []:
            return _change(store, "HEAD", None, follow)
        case [rev, name]:
            return _change(store, rev, name, follow)
        case [word]:
            name, at, rev = word.rpartition("@")
            if at and name and rev and not revs.is_revision(store.repo, word, store.clock()):
                return _as_it_was(store, name, rev, follow)
            return _change(store, word, None, follow)
        case _:
            raise UsageError("too many words", "memgit show REV [NAME]", "memgit show NAME@REV")


def _change(store: Store, rev: str, name: str | None, follow: Follow | None) -> Shown:
    commit = history.read(store.repo, _resolve(store, rev, follow))
    changes = Changes(store)
    touched = None if name is None else past.touched(store, past.find(store, name, follow), commit, follow)
    return Shown(commit, changes.paths(commit), tuple(changes.differences(commit, touched)))


def _resolve(store: Store, rev: str, follow: Follow | None) -> str:
    """The commit of a revision; a name in its place gets a hint of its own."""
    try:
        return str(revs.resolve(store.repo, rev, store.clock()))
    except NotFound as error:
        try:
            past.find(store, rev, follow)
        except (NotFound, UsageError):
            raise error from None
        raise NotFound(
            f"'{rev}' is a name, not a revision",
            f"its changes: memgit log {rev} -p",
            f"the file as recorded last: memgit show {rev}@HEAD",
        ) from None


def _as_it_was(store: Store, name: str, rev: str, follow: Follow | None) -> FileThen | FolderThen:
    commit = history.read(store.repo, str(revs.resolve(store.repo, rev, store.clock())))
    place = past.place_at(store, name, commit.id, follow)
    if place is None:
        raise NotFound(f"'{name}' was not there at '{rev}'", f"when it was: memgit log {name}")
    for path in (place, f"{place}/SKILL.md"):
        state = versions.file_at(store.repo, commit.id, path)
        if state is not None:
            return FileThen(commit, path, state.data, state.mode)
    return FolderThen(commit, place, tuple(versions.sizes_at(store.repo, commit.id, place)))
