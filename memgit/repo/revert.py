"""Taking commits back: their own changes undone file by file, entry by entry, and everything later kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import pygit2
from pygit2.enums import SortMode

from memgit.errors import DoesNotApply, Refused
from memgit.repo import message, outside, trees
from memgit.repo.change import Change
from memgit.repo.merging import Clash, three_way


def revert(change: Change, commits: Sequence[str]) -> None:
    """Gather on `change` what takes `commits` (full ids, newest first) back.

    Raises DoesNotApply, with both sides of each place, when later changes touched the same; Refused for a first commit.
    """
    clashes: list[Clash] = []
    for commit in (change.store.repo[commit_id].peel(pygit2.Commit) for commit_id in commits):
        if not commit.parents:
            raise Refused(
                f"{str(commit.id)[:7]} is the first commit: there is nothing before it to go back to",
                "bring one thing to an earlier state: memgit restore NAME --at REV",
            )
        _move_back(change, commit)
        clashes += _revert_files(change, commit)
    if clashes:
        raise does_not_apply(clashes)


def between(repo: pygit2.Repository, first: pygit2.Oid, last: pygit2.Oid) -> list[str]:
    """The commits of `first..last`, newest first."""
    walker = repo.walk(last, SortMode.TOPOLOGICAL)
    walker.hide(first)
    return [str(commit.id) for commit in walker]


def does_not_apply(clashes: Sequence[Clash]) -> DoesNotApply:
    """The error that names each place with both sides."""
    places = ", ".join(dict.fromkeys(f"{clash.path} ({clash.what})" for clash in clashes))
    return DoesNotApply(
        f"it does not apply: changed since in {places}",
        *[f"{clash.path}: now {_side(clash.ours)}, would become {_side(clash.theirs)}" for clash in clashes],
        "nothing was changed; look at what came later: memgit log " + clashes[0].path,
        details={
            "conflicts": [
                {"path": clash.path, "what": clash.what, "ours": clash.ours, "theirs": clash.theirs}
                for clash in clashes
            ]
        },
    )


def moves_of(commit: pygit2.Commit) -> list[dict[str, Any]]:
    """The folder moves a commit tells of in its `Memgit-From` trailers: `{from, to, …}` each."""
    _, _, trailers = message.parse(commit.message)
    found = []
    for value in message.values(trailers, message.FROM):
        with suppress(ValueError):
            move = json.loads(value)
            if isinstance(move, dict) and isinstance(move.get("from"), str) and isinstance(move.get("to"), str):
                found.append(move)
    return found


def changed_paths(
    repo: pygit2.Repository, before: pygit2.Tree | None, after: pygit2.Tree | None, prefix: str = ""
) -> Iterator[tuple[str, trees.Blob | None, trees.Blob | None]]:
    """What differs between two trees as (path, before, after); equal subtrees are not entered."""
    old = {item.name: item for item in before or ()}
    new = {item.name: item for item in after or ()}
    for name in sorted({*old, *new}, key=str):
        left, right = old.get(name), new.get(name)
        if left is not None and right is not None and (left.id, left.filemode) == (right.id, right.filemode):
            continue
        path = f"{prefix}{name}"
        left_tree = left if isinstance(left, pygit2.Tree) else None
        right_tree = right if isinstance(right, pygit2.Tree) else None
        if left_tree is not None or right_tree is not None:
            yield from changed_paths(repo, left_tree, right_tree, f"{path}/")
        left_blob, right_blob = _blob(left), _blob(right)
        if left_blob != right_blob:
            yield path, left_blob, right_blob


def _move_back(change: Change, commit: pygit2.Commit) -> None:
    """Folders that the commit moved and that are still there go back whole, with what in them is not tracked."""
    home = change.store.home
    for move in moves_of(commit):
        source, target = move["to"], move["from"]
        if (home / source).is_dir() and not (home / target).exists() and change.files(source):
            change.move(source, target)


def _revert_files(change: Change, commit: pygit2.Commit) -> list[Clash]:
    store = change.store
    clashes: list[Clash] = []
    for path, before, after in changed_paths(store.repo, commit.parents[0].tree, commit.tree):
        if store.layout.place(path) is None:
            continue
        ours = change.state(path)
        sides = (outside.stored(store.repo, after), ours, outside.stored(store.repo, before))
        merged = three_way(store.repo, store.layout, path, sides)
        clashes += (*merged.clashes, *merged.kept)
        if merged.state != ours:
            change.put(path, merged.state)
    return clashes


def _blob(item: pygit2.Object | None) -> trees.Blob | None:
    if not isinstance(item, pygit2.Blob):
        return None
    assert item.filemode is not None
    return trees.Blob(item.id, int(item.filemode))


def _side(text: str | None) -> str:
    return "not there" if text is None else message.quote(text)
