"""What is archived: folders in the archive, and skills that only history holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from memgit.formats.skill import FILE
from memgit.model.change import Commit
from memgit.model.layout import Place, Role
from memgit.repo import history, message
from memgit.repo.path_cache import PathCache, Progress, open_cache
from memgit.repo.store import Store
from memgit.skills.archive import ARCHIVE
from memgit.skills.find import Paths, Tree, folders_of, head_folders
from memgit.skills.writer import DiskTree

_STAMPED = re.compile(r"(.+)-(\d{14})")


@dataclass(frozen=True, slots=True)
class Archived:
    """A skill out of use.

    folder: where it is in the archive; None when it was deleted and only history holds it. source: where it was when it
    was in use. id, time, origin: the commit that took it away; without one (the agent moved it, and nobody has recorded
    that yet) the time is the one in the folder's name, or None. told: what the commit's `Memgit-From` says.
    """

    name: str
    folder: str | None
    source: str
    id: str | None = None
    time: datetime | None = None
    origin: str | None = None
    absorbed_into: str | None = None
    told: Mapping[str, Any] = field(default_factory=dict)

    def answers_to(self, name: str) -> bool:
        """Whether a name means it: where it is or was, its folder's name here or there."""
        here = self.folder or self.source
        return name in (here, self.source, self.name, here.rpartition("/")[2]) or self.source.endswith(f"/{name}")


def listing(store: Store, progress: Progress | None = None) -> list[Archived]:
    """Everything archived or deleted, newest first."""
    tree = DiskTree(store)
    with open_cache(store.paths.path_cache, store.repo, progress) as cache:
        found = [*_in_archive(store, tree, cache), *_deleted(store, tree, cache)]
    return sorted(found, key=age, reverse=True)


def in_archive(store: Store, tree: Tree, name: str) -> list[Archived]:
    """The folders in the archive that a name means, newest first."""
    with open_cache(store.paths.path_cache, store.repo) as cache:
        found = [one for one in _in_archive(store, tree, cache) if one.answers_to(name)]
    return sorted(found, key=age, reverse=True)


def age(one: Archived) -> tuple[datetime, str]:
    """What to sort by: when it left; one that nobody can date is the oldest."""
    stamped = _STAMPED.fullmatch(one.folder or "")
    return one.time or datetime.min.replace(tzinfo=UTC), stamped[2] if stamped else ""


def original_name(folder_name: str) -> str:
    """A name in the archive without the time that was put behind it."""
    stamped = _STAMPED.fullmatch(folder_name)
    return stamped[1] if stamped and _moment(stamped[2]) else folder_name


def _in_archive(store: Store, tree: Tree, cache: PathCache) -> Iterator[Archived]:
    for folder, root in archive_folders(tree).items():
        name = folder.rpartition("/")[2]
        told = _arrival(store, cache, folder)
        if told is not None:
            commit, move = told
            yield _archived(str(move["from"]), folder, commit, move)
            continue
        plain = original_name(name)
        stamp = _moment(name[len(plain) + 1 :]) if plain != name else None
        last = _last_commit(store, cache, f"{folder}/{FILE}")
        if last is None:
            yield Archived(plain, folder, f"{root}/{plain}", time=stamp)
        else:
            yield Archived(plain, folder, f"{root}/{plain}", last.id, stamp or last.time, last.origin)


def archive_folders(tree: Paths) -> dict[str, str]:
    """Each skill's folder in the archive, and the skills root that the archive is in."""
    found: dict[str, str] = {}
    starts = {root.partition("/*")[0] if "*" in root else f"{root}/{ARCHIVE}" for root in tree.layout.skills_roots}
    for folder, place in head_folders({path for start in starts for path in tree.files(start)}, tree.layout):
        if place.role is not Role.ARCHIVE or folder == f"{place.root}/{ARCHIVE}":
            continue
        if not any(above in found for above in _above(folder)):
            found[folder] = place.root
    return found


def _above(folder: str) -> Iterator[str]:
    while "/" in folder:
        folder = folder.rpartition("/")[0]
        yield folder


def _deleted(store: Store, tree: Tree, cache: PathCache) -> Iterator[Archived]:
    """Skills that history had and the home has not, unless they only moved."""
    here = folders_of(tree)
    for path in cache.paths():
        folder, _, file = path.rpartition("/")
        if file != FILE or folder in here or not _is_skill(store.layout.place(path)):
            continue
        last = cache.touches(path, 0, cache.last)[:1]
        if not last or last[0].after is not None:
            continue
        gone = cache.moves_from(folder)
        if gone is None or gone.n != last[0].n:
            yield _archived(folder, None, history.read(store.repo, last[0].commit), {})


def _is_skill(place: Place | None) -> bool:
    return place is not None and place.role is Role.SKILL and "/" in place.name


def _arrival(store: Store, cache: PathCache, folder: str) -> tuple[Commit, Mapping[str, Any]] | None:
    """The newest commit that says it moved a skill here, and what it says."""
    at = cache.move_to(folder, cache.last)
    while at is not None:
        commit_id = _commit_at(cache, folder, at.n)
        commit = None if commit_id is None else history.read(store.repo, commit_id)
        for move in () if commit is None else message.moves(commit.trailers):
            if move["to"] == folder:
                assert commit is not None
                return commit, move
        at = cache.move_to(folder, at.n - 1)
    return None


def _commit_at(cache: PathCache, folder: str, n: int) -> str | None:
    touched = cache.touches(folder, n, n)
    return touched[0].commit if touched else None


def _last_commit(store: Store, cache: PathCache, path: str) -> Commit | None:
    touched = cache.touches(path, 0, cache.last)[:1]
    return history.read(store.repo, touched[0].commit) if touched else None


def _archived(source: str, folder: str | None, commit: Commit, told: Mapping[str, Any]) -> Archived:
    into = message.values(commit.trailers, message.ABSORBED_INTO)
    return Archived(
        name=source.rpartition("/")[2],
        folder=folder,
        source=source,
        id=commit.id,
        time=commit.time,
        origin=commit.origin,
        absorbed_into=into[0] if into else None,
        told=told,
    )


def _moment(stamp: str) -> datetime | None:
    try:
        return datetime.strptime(stamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None
