"""Names looked up in the past, and what commits did to what they name; shared by log, show, diff and blame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgit.errors import NotFound, UsageError
from memgit.home import walk
from memgit.model.change import Commit
from memgit.ops import names
from memgit.ops.changes import Changes
from memgit.ops.names import Named
from memgit.repo import difference, trees, versions
from memgit.repo.store import Store
from memgit.repo.tree_changes import FileChange

if TYPE_CHECKING:  # loads sqlite3, which a plain log does without
    from memgit.repo.path_cache import PathCache, Touch

Follow = Callable[[int, int], None]
"""Told how much of history has been read so far: commits done, of how many."""

_SKILL = "SKILL.md"


@dataclass(frozen=True, slots=True)
class Thing:
    """What a name means. folder: whether `path` is one. present: whether it is on disk or in the branch now."""

    name: str
    path: str
    folder: bool
    present: bool

    def holds(self, path: str) -> bool:
        """Whether a path is the thing's file, or in its folder."""
        return path == self.path or (self.folder and path.startswith(f"{self.path}/"))


def opened(store: Store, follow: Follow | None = None) -> PathCache:
    """The path cache, brought up to date."""
    from memgit.repo.path_cache import open_cache

    return open_cache(store.paths.path_cache, store.repo, follow)


def find(store: Store, name: str, follow: Follow | None = None) -> Thing:
    """What a name means now, or meant in the past.

    Raises NotFound when nothing ever had it, UsageError with the candidates when several things have.
    """
    try:
        return _named_now(store, name)
    except NotFound as error:
        with opened(store, follow) as cache:
            found = _once(store, cache, name)
        if found is None:
            raise error from None
        return found


def is_name_now(store: Store, name: str) -> bool:
    """Whether something on disk has the name."""
    try:
        _named_now(store, name)
    except UsageError:
        return True
    except NotFound:
        return False
    return True


def touches(cache: PathCache, thing: Thing) -> list[Touch]:
    """What every commit did to a thing, newest first."""
    from memgit.repo import lineage

    return lineage.touches(cache, thing.path, thing.present)


def touched(store: Store, thing: Thing, commit: Commit, follow: Follow | None = None) -> tuple[FileChange, ...]:
    """What one commit did to a thing, wherever it was then."""
    with opened(store, follow) as cache:
        if cache.number(commit.id) is not None:
            return by_commit(touches(cache, thing)).get(commit.id, ())
    return tuple(change for change in Changes(store).of(commit) if thing.holds(change.path))


def path_at(store: Store, thing: Thing, commit: str | None, follow: Follow | None = None) -> str:
    """Where a thing was after a commit; where it is now, if the commit is not in the branch."""
    if commit is None:
        return thing.path
    from memgit.repo import lineage

    with opened(store, follow) as cache:
        number = cache.number(commit)
        return thing.path if number is None else lineage.path_at(cache, thing.path, thing.present, number)


def place_at(store: Store, name: str, commit: str, follow: Follow | None = None) -> str | None:
    """The path that a name had after a commit: of what it means now if that was there, else of what it meant then.

    Raises as `find` does, unless the name had one meaning then.
    """
    then = names.candidates(store.layout, name, versions.paths_at(store.repo, commit))
    alone = then[0].path if len(then) == 1 else None
    try:
        thing = find(store, name, follow)
    except UsageError:
        if alone is None:
            raise
        return alone
    path = path_at(store, thing, commit, follow)
    return path if versions.there(store.repo, commit, path) else alone


def main_file(store: Store, thing: Thing) -> str:
    """The file of a thing; of a skill its SKILL.md. Raises UsageError for another folder."""
    if not thing.folder:
        return thing.path
    path = f"{thing.path}/{_SKILL}"
    if (store.home / path).is_file() or versions.there(store.repo, versions.head(store.repo), path):
        return path
    if (store.home / thing.path).is_dir():
        raise UsageError(f"'{thing.name}' is a folder without a {_SKILL}", f"name one of its files: ls {thing.path}")
    return path


def by_commit(found: Iterable[Touch]) -> dict[str, tuple[FileChange, ...]]:
    """Touches as changes of files, commit by commit, in the order given."""
    grouped: dict[str, list[FileChange]] = {}
    for touch in found:
        modes = (trees.FILE if touch.before else 0, trees.FILE if touch.after else 0)
        grouped.setdefault(touch.commit, []).append(FileChange(touch.path, touch.before, touch.after, modes))
    return {commit: tuple(changes) for commit, changes in grouped.items()}


class Mentions:
    """Which versions of entry files have an entry that contains a text; each version is read once."""

    def __init__(self, store: Store, text: str) -> None:
        self._store = store
        self._text = text
        self._needle = b"" if "\n" in text else text.encode("utf-8", "surrogateescape")
        self._found: dict[bytes | None, frozenset[str]] = {None: frozenset()}

    def changed(self, touch: Touch) -> bool:
        """Whether an entry containing the text was added, removed or changed."""
        return self._in(touch.path, touch.before) != self._in(touch.path, touch.after)

    def _in(self, path: str, blob: bytes | None) -> frozenset[str]:
        found = self._found.get(blob)
        if found is None:
            assert blob is not None
            found = self._found[blob] = frozenset(self._read(path, blob))
        return found

    def _read(self, path: str, blob: bytes) -> Iterator[str]:
        state = difference.stored(self._store.repo, blob, trees.FILE)
        if state is None or self._needle not in state.data:
            return
        for entry in difference.entries_of(self._store.layout, path, state) or ():
            if self._text in entry.text:
                yield entry.text


def _named_now(store: Store, name: str) -> Thing:
    """What a name means on disk."""

    def read(path: str) -> bytes | None:
        try:
            with open(f"{store.home}/{path}", "rb", buffering=0) as file:
                return file.readall()
        except OSError:
            return None

    paths = walk.tracked(store.home, store.layout, [])
    return _thing(store, name, names.resolve(store.layout, name, paths, read))


def _once(store: Store, cache: PathCache, name: str) -> Thing | None:
    """What a name meant in the past; places that one thing went through are one meaning."""
    from memgit.repo import lineage

    def read(path: str) -> bytes | None:
        blob = cache.blob_before(path, cache.last + 1)
        state = difference.stored(store.repo, blob, trees.FILE)
        return None if state is None else state.data

    ever = cache.paths()
    found = names.candidates(store.layout, name, ever, read)
    if not found:
        return None
    if len({lineage.where_it_went(cache, named.path) for named in found}) > 1:
        return _thing(store, name, names.resolve(store.layout, name, ever, read))
    return _thing(store, name, found[0])


def _thing(store: Store, name: str, named: Named) -> Thing:
    there = (store.home / named.path).exists() or versions.there(store.repo, versions.head(store.repo), named.path)
    return Thing(name, named.path, named.prefix, there)
