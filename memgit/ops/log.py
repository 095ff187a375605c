"""Lists changes, newest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from memgit.model.change import Action, Commit
from memgit.model.layout import ENTRY_ROLES
from memgit.repo.commits import Filter

if TYPE_CHECKING:
    from pathlib import Path

    from memgit.ops.past import Follow, Thing
    from memgit.repo.path_cache import PathCache, Touch
    from memgit.repo.store import Store
    from memgit.repo.tree_changes import FileChange


@dataclass(frozen=True, slots=True)
class Query:
    """What to list. name: one thing, followed through its moves. entry: text of an entry added, removed or changed."""

    name: str | None = None
    entry: str | None = None
    wanted: Filter = field(default_factory=Filter)
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A change. touched: what it did to the thing that was asked for, None when all of it counts."""

    commit: Commit
    touched: tuple[FileChange, ...] | None = None


def newest(home: Path, query: Query) -> list[Listed] | None:
    """A short log without opening the store, which takes longer than reading it; None when that cannot be."""
    if query.name is not None or query.entry is not None or query.limit is None:
        return None
    from memgit.repo import newest as files
    from memgit.repo import state

    git_dir = files.git_dir_of(home, state.read(home).git_dir)
    found = None if git_dir is None else files.newest(git_dir, query.wanted, query.limit)
    return None if found is None else [Listed(commit) for commit in found]


def log(store: Store, query: Query, follow: Follow | None = None) -> Iterator[Listed]:
    """The changes that a query asks for. Raises NotFound for a name that no file on disk or in history has.

    Without a name or an entry only commits are read, as they are asked for; otherwise the path cache is.
    """
    from memgit.repo import history

    if query.name is None and query.entry is None:
        found: Iterator[Listed] = (Listed(commit) for commit in history.walk(store.repo, query.wanted))
    else:
        found = iter(_touching(store, query, follow))
    return found if query.limit is None else islice(found, query.limit)


def _touching(store: Store, query: Query, follow: Follow | None) -> list[Listed]:
    from memgit.ops import past
    from memgit.repo import history

    with past.opened(store, follow) as cache:
        if query.name is not None:
            thing = past.find(store, query.name)
            touches = past.touches(cache, thing)
            touches = sorted([*touches, *_pins(store, cache, thing)], key=lambda touch: -touch.n)
        else:
            paths = [path for path in cache.paths() if _holds_entries(store, path)]
            touches = sorted((t for path in paths for t in cache.touches(path, 0, cache.last)), key=lambda t: -t.n)
    if query.entry is not None:
        mentions = past.Mentions(store, query.entry)
        touches = [touch for touch in touches if _holds_entries(store, touch.path) and mentions.changed(touch)]
    by_commit = past.by_commit(touches)
    commits = (history.read(store.repo, commit) for commit in by_commit)
    passed: Sequence[Commit] = [commit for commit in commits if query.wanted.passes(commit)]
    return [Listed(commit, by_commit[commit.id]) for commit in passed]


def _pins(store: Store, cache: PathCache, thing: Thing) -> list[Touch]:
    """What pinned a skill or lifted its pin: that is kept among the usage records, not in its folder."""
    from memgit.repo import history

    usage = store.layout.usage
    if usage is None or not thing.folder or store.layout.place(f"{thing.path}/SKILL.md") is None:
        return []
    name = thing.path.rpartition("/")[2]
    subjects = {f"skill({name}): {action}" for action in (Action.PIN, Action.UNPIN)}
    found = cache.touches(usage, 0, cache.last)
    return [touch for touch in found if history.read(store.repo, touch.commit).subject in subjects]


def _holds_entries(store: Store, path: str) -> bool:
    place = store.layout.place(path)
    return place is not None and place.role in ENTRY_ROLES
