"""Taking commits back: their own changes undone file by file, entry by entry, and everything later kept."""

from __future__ import annotations

from collections.abc import Sequence

import pygit2
from pygit2.enums import SortMode

from memgit.errors import DoesNotApply, Refused
from memgit.repo import message, outside
from memgit.repo.change import Change
from memgit.repo.merging import Clash, three_way
from memgit.repo.tree_changes import TreeChanges


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


def moves_of(commit: pygit2.Commit) -> list[message.Move]:
    """The folder moves a commit tells of."""
    _, _, trailers = message.parse(commit.message)
    return message.moves(trailers)


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
    for file in TreeChanges(store.repo).of(commit):
        if store.layout.place(file.path) is None:
            continue
        ours = change.state(file.path)
        sides = (outside.stored(store.repo, file.blob_after), ours, outside.stored(store.repo, file.blob_before))
        merged = three_way(store.repo, store.layout, file.path, sides)
        clashes += (*merged.clashes, *merged.kept)
        if merged.state != ours:
            change.put(file.path, merged.state)
    return clashes


def _side(text: str | None) -> str:
    return "not there" if text is None else message.quote(text)
