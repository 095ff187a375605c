"""Reverts the newest change of an automated origin that is not undone yet; reverts commits by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memgit.errors import NotFound
from memgit.model.change import AUTOMATED, Action, Actor, Commit, Message, Origin, Recorded
from memgit.ops.unattended import require_may
from memgit.repo import history, message
from memgit.repo.revert import revert
from memgit.repo.store import Store


def undo(store: Store, actor: Actor, origin: Origin | None) -> Recorded:
    """Revert the newest commit of `origin` (default: any automated one) that still has an effect.

    One that a living revert takes back, or whose effect is gone by other means, is passed over: run again, it goes
    one further back. Raises NotFound when there is none, DoesNotApply when later changes touch it.
    """
    origins = AUTOMATED if origin is None else frozenset({origin})
    outside = False
    for commit in _not_undone(store):
        outside = outside or commit.origin == Origin.EXTERNAL
        if commit.origin in origins and commit.parents:
            recorded = revert_commits(store, [commit.id], actor)
            if recorded.paths:
                return recorded
    if origin is not None:
        raise NotFound(
            f"there is no change of origin {origin} left to undo", f"what there was: memgit log --origin {origin}"
        )
    hints = ["any other change: memgit restore ID, with an ID of memgit log"]
    if outside:
        hints.insert(0, "the newest edit found on disk: memgit undo --origin external")
    raise NotFound("there is no change of an automated origin left to undo", *hints)


def revert_commits(store: Store, commits: Sequence[str], actor: Actor) -> Recorded:
    """Take `commits` (full ids, newest first) back in one commit; everything later stays."""
    with store.change() as change:
        revert(change, commits)
        require_may(change, actor)
        return change.commit(_message(store, commits, actor))


def _message(store: Store, commits: Sequence[str], actor: Actor) -> Message:
    subject = history.read(store.repo, commits[0]).subject
    if len(commits) > 1:
        subject = f"{len(commits)} changes, the newest {message.quote(subject)}"
    origin = Origin.RESTORE if actor.origin is Origin.USER else actor.origin
    trailers = tuple((message.RESTORES, commit) for commit in commits)
    return Message(f"revert: {subject}", origin, Action.REVERT, actor.reason, actor.session, trailers)


def _not_undone(store: Store) -> Iterator[Commit]:
    """Commits, newest first, that no later revert takes back; a revert that is itself reverted takes nothing back."""
    undone: set[str] = set()
    for commit in history.walk(store.repo):
        if commit.id in undone:
            continue
        if commit.action == Action.REVERT:
            undone.update(message.values(commit.trailers, message.RESTORES))
        yield commit
