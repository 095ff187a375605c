"""Entries: what is there, and every way to change it, each change one commit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memgit.config import Settings
from memgit.memory import edits
from memgit.memory.budget import Limits, Usage, usages
from memgit.memory.failures import failure_text
from memgit.memory.lists import read_operations
from memgit.memory.targets import Kind, Target, path_of
from memgit.model.change import Actor, Message, Recorded
from memgit.repo.change import Change
from memgit.repo.refused import system_errors
from memgit.repo.store import Store
from memgit.text.units import count


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry as it is listed. n: from 1. chars: what it takes of the budget, with its comment, in the layout's unit.

    project: whose entry it is, or which project a failure is about.
    """

    n: int
    text: str
    created: str | None
    last: str | None
    project: str | None
    chars: int
    path: str


@dataclass(frozen=True, slots=True)
class Failure:
    """What a failure has beside its text; None for what is not said."""

    category: str | None = None
    failed: str | None = None
    corrected: str | None = None


def listing(store: Store, target: Target) -> list[Listed]:
    """The entries of a target as they are on disk; none when the file is missing. Takes no lock."""
    layout = store.layout
    path = path_of(layout, target)
    with system_errors():
        data = Change(store, store.clock()).read(path)
    of_project = target.kind is Kind.PROJECT
    return [
        Listed(
            entry.n + 1,
            entry.text,
            entry.created,
            entry.last,
            entry.project or (target.project if of_project else None),
            count(entry.raw, layout.unit),
            path,
        )
        for entry in edits.read_entries_of(path, data, layout.dialect).entries
        if of_project or target.project in (None, entry.project)
    ]


def usage(store: Store, settings: Settings) -> tuple[Usage, ...]:
    """How full each store of the home is. Takes no lock."""
    return usages(store.home, store.layout, settings.budgets)


def add(
    store: Store, target: Target, text: str, actor: Actor, settings: Settings, failure: Failure | None = None
) -> Recorded:
    """Add an entry; for a failure, put together from its parts."""
    if target.kind is Kind.FAILURE:
        parts = failure or Failure()
        text = failure_text(text, parts.category, parts.failed, parts.corrected)
    return _commit(store, lambda change: edits.add(change, target, text, actor, limits(settings)))


def replace(store: Store, target: Target, words: tuple[str, str], actor: Actor, settings: Settings) -> Recorded:
    """Put another entry (the second of `words`) in the place of the one that the first names."""
    old, new = words
    return _commit(store, lambda change: edits.replace(change, target, old, new, actor, limits(settings)))


def remove(store: Store, target: Target, old: str, actor: Actor, settings: Settings) -> Recorded:
    """Take out the entry that `old` names."""
    return _commit(store, lambda change: edits.remove(change, target, old, actor, limits(settings)))


def apply(store: Store, target: Target, data: bytes, actor: Actor, settings: Settings) -> Recorded:
    """Do a JSON list of edits, all or nothing."""
    operations = read_operations(data, target)
    return _commit(store, lambda change: edits.apply(change, target, operations, actor, limits(settings)))


def rewrite(store: Store, target: Target, data: bytes, actor: Actor, settings: Settings) -> Recorded:
    """Make the entries in `data` the whole store."""
    return _commit(store, lambda change: edits.rewrite(change, target, data, actor, limits(settings)))


def limits(settings: Settings) -> Limits:
    """The budgets that a person set."""
    return Limits(settings.budgets, settings.standing_lines)


def _commit(store: Store, edit: Callable[[Change], Message]) -> Recorded:
    with store.change() as change:
        return change.commit(edit(change))
