"""Reverts the newest change of an automated origin that is not undone yet; reverts commits by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygit2

from memgit.errors import NotFound
from memgit.model.change import AUTOMATED, Action, Actor, Message, Origin, Recorded
from memgit.repo import message
from memgit.repo.revert import revert
from memgit.repo.store import Store


def undo(store: Store, actor: Actor, origin: Origin | None) -> Recorded:
    """Revert the newest commit of `origin` (default: any automated one) that no living revert takes back.

    Run again, it goes one further back. Raises NotFound when there is none, DoesNotApply when later changes touch it.
    """
    origins = AUTOMATED if origin is None else frozenset({origin})
    for commit in _not_undone(store):
        _, _, trailers = message.parse(commit.message)
        if message.origin_of(trailers) in origins and commit.parents:
            return revert_commits(store, [commit], actor)
    names = "an automated origin" if origin is None else f"origin {origin}"
    raise NotFound(f"there is no change of {names} left to undo", "memgit log --origin agent")


def revert_commits(store: Store, commits: Sequence[pygit2.Commit], actor: Actor) -> Recorded:
    """Take `commits` (newest first) back in one commit; everything later stays."""
    with store.change() as change:
        revert(change, commits)
        return change.commit(revert_message(commits, actor))


def revert_message(commits: Sequence[pygit2.Commit], actor: Actor) -> Message:
    """What a revert says of itself."""
    subject, _, _ = message.parse(commits[0].message)
    if len(commits) > 1:
        subject = f"{len(commits)} changes, the newest {message.quote(subject)}"
    origin = Origin.RESTORE if actor.origin is Origin.USER else actor.origin
    trailers = tuple((message.RESTORES, str(commit.id)) for commit in commits)
    return Message(f"revert: {subject}", origin, Action.REVERT, actor.reason, actor.session, trailers)


def _not_undone(store: Store) -> Iterator[pygit2.Commit]:
    """Commits, newest first, that no later revert takes back; a revert that is itself reverted takes nothing back."""
    if store.repo.head_is_unborn:
        return
    undone: set[str] = set()
    for commit in store.repo.walk(store.repo.head.target):
        if str(commit.id) in undone:
            continue
        _, _, trailers = message.parse(commit.message)
        if message.action_of(trailers) == Action.REVERT:
            undone.update(message.values(trailers, message.RESTORES))
        yield commit
