"""What a person wants to know at a glance: pending outside edits, budgets, and what is left out or in the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memgit.config import Settings
from memgit.home.walk import Note
from memgit.memory.budget import Usage, usages
from memgit.ops.commit import pending
from memgit.ops.index import Freshness, Where, freshness
from memgit.repo import describe
from memgit.repo.store import Store


@dataclass(frozen=True, slots=True)
class Pending:
    """An outside edit that is not in history yet. kind: added, removed or changed. area: `memory`, `skill(name)`."""

    path: str
    kind: str
    area: str


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a store. head: the newest commit, None before the first. problem: why nothing can be written now."""

    home: str
    layout: str
    head: str | None
    pending: tuple[Pending, ...]
    summary: str
    budgets: tuple[Usage, ...]
    withheld: Mapping[str, tuple[str, ...]]
    notes: tuple[Note, ...]
    interrupted: bool
    problem: str | None
    index: Freshness


def status(store: Store, settings: Settings, where: Where) -> Status:
    """Look at the store; takes no lock and writes nothing."""
    scan = pending(store)
    shown = {path: sides for path, sides in scan.edits.items() if path != store.layout.usage}
    problem = store.problem()
    return Status(
        home=str(store.home),
        layout=store.layout.name,
        head=None if store.repo.head_is_unborn else str(store.repo.head.target),
        pending=tuple(
            Pending(path, _kind(before is None, after is None), describe.area(store.layout, path))
            for path, (before, after) in sorted(shown.items())
        ),
        summary=describe.outside_message(shown, store.layout).subject if shown else "",
        budgets=usages(store.home, store.layout, settings.budgets),
        withheld=store.file.withheld,
        notes=scan.notes,
        interrupted=store.interrupted,
        problem=None if problem is None else problem.message,
        index=freshness(where),
    )


def _kind(added: bool, removed: bool) -> str:
    return "added" if added else "removed" if removed else "changed"
