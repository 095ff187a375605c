"""Standing rules: what they are, and how a person changes them."""

from __future__ import annotations

from memgit.config import Settings
from memgit.formats.standing import Rule
from memgit.memory import standing
from memgit.memory.budget import Limits
from memgit.model.change import Actor, Recorded
from memgit.repo.change import Change
from memgit.repo.refused import system_errors
from memgit.repo.store import Store


def listing(store: Store) -> tuple[Rule, ...]:
    """The rules as they are on disk, numbered from 1. Takes no lock."""
    with system_errors():
        return standing.read(Change(store, store.clock())).rules


def add(store: Store, text: str, actor: Actor, settings: Settings) -> Recorded:
    """Add a rule at the end."""
    limits = Limits(settings.budgets, settings.standing_lines)
    with store.change() as change:
        return change.commit(standing.add(change, text, actor, limits))


def remove(store: Store, number: int, actor: Actor) -> Recorded:
    """Take out the rule of a number."""
    with store.change() as change:
        return change.commit(standing.remove(change, number, actor))


def clear(store: Store, actor: Actor) -> Recorded:
    """Take out every rule."""
    with store.change() as change:
        return change.commit(standing.clear(change, actor))
