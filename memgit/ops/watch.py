"""The watcher of a home: what changes is searchable at once, and recorded as an outside edit when it is quiet again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from threading import Event as Signal

from memgit.errors import SystemRefused
from memgit.home.walk import Note
from memgit.ops.commit import EXTERNAL, Committed, commit
from memgit.ops.index import Refreshed, Where, refresh
from memgit.repo import state
from memgit.repo.frugal import be_frugal
from memgit.repo.refused import system_errors
from memgit.repo.store import Store
from memgit.watch import engine, instance
from memgit.watch.event import Event, HomeBack, HomeGone
from memgit.watch.memory import give_back
from memgit.watch.timing import Timing

_MANY = 100
"""Files of a pass after which memory is given back."""


@dataclass(frozen=True, slots=True)
class Recording:
    """Outside edits were recorded in a commit."""

    committed: Committed


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """A file that cannot be recorded as it is; told once as long as the reason stays."""

    note: Note


@dataclass(frozen=True, slots=True)
class Indexed:
    """The index was made anew, or could not be brought up to date."""

    refreshed: Refreshed


Happening = Event | Recording | LeftAlone | Indexed


@dataclass(frozen=True, slots=True)
class Once:
    """One reconciliation. committed: None when nothing could be recorded, for `problem`."""

    refreshed: Refreshed
    committed: Committed | None
    problem: str | None


def once(place: Where, store: Store) -> Once:
    """Bring the index up to date and record outside edits, unless a merge is in progress."""
    refreshed = refresh(place)
    problem = store.problem()
    if problem is not None:
        return Once(refreshed, None, problem.message)
    try:
        committed = commit(store, EXTERNAL)
    except SystemRefused as error:
        if "notes" not in error.details:
            raise
        return Once(refreshed, None, error.message)
    if committed.recorded.id is not None:
        refreshed = _then(refreshed, refresh(place))
    return Once(refreshed, committed, None)


def watch(
    place: Where, open_store: Callable[[], Store], quiet: float, stop: Signal, say: Callable[[Happening], None]
) -> None:
    """Keep a home until `stop` is set.

    Raises Busy when another watcher does, SystemRefused where nothing can be written.

    open_store: the store as it is by then. quiet: seconds without an event before outside edits are recorded.
    """
    be_frugal()
    layout = place.source.layout
    keeper = _Keeper(place, open_store, say)

    def present() -> bool:
        return state.read(place.home).layout == layout.name

    with keeper:
        keeper.take()
        work = engine.Work(keeper.reconcile, keeper.record, keeper.say)
        engine.watch(place.home, layout, work, Timing(quiet=quiet), stop, present)


class _Keeper:
    """What the watcher does in a home; `dirty` is what may hold outside edits, None: anything."""

    def __init__(self, place: Where, open_store: Callable[[], Store], say: Callable[[Happening], None]) -> None:
        self._place = place
        self._open_store = open_store
        self._say = say
        self._lock = ExitStack()
        self._dirty: set[str] | None = None
        self._told: frozenset[Note] = frozenset()
        self._stale: str | None = None

    def __enter__(self) -> _Keeper:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.close()

    def take(self) -> None:
        """Be the only watcher of the home."""
        self._lock.close()
        with system_errors():
            self._lock.enter_context(instance.held(state.paths_of(self._place.home).watch_lock))

    def say(self, event: Event) -> None:
        match event:
            case HomeBack():
                self.take()
            case HomeGone():
                self._dirty = None
            case _:
                pass
        self._say(event)

    def reconcile(self, paths: frozenset[str] | None) -> bool:
        """Bring the index up to date. Always True: a search may have done it before, which records nothing."""
        done = refresh(self._place, paths=paths)
        if done.rebuilt is not None or done.stale != self._stale:
            self._say(Indexed(done))
        self._stale = done.stale
        if paths is None or done.changed > _MANY:
            give_back()
        if paths is None or self._dirty is None:
            self._dirty = None
        else:
            self._dirty |= paths
        return True

    def record(self) -> None:
        """Record outside edits. Raises Busy while a merge is in progress: it is tried again."""
        store = self._open_store()
        try:
            committed = commit(store, EXTERNAL, self._dirty)
        except SystemRefused as error:
            if "notes" not in error.details:
                raise
            self._tell([Note(note["path"], note["reason"]) for note in error.details["notes"]])
        else:
            self._tell([note for note in committed.notes if note.refused])
            if committed.recorded.id is not None:
                self._say(Recording(committed))
                refresh(self._place, paths=())
        if not store.options.dry_run:
            self._dirty = set()
        del store
        give_back()

    def _tell(self, notes: list[Note]) -> None:
        for note in notes:
            if note not in self._told:
                self._say(LeftAlone(note))
        self._told = frozenset(notes)


def _then(first: Refreshed, second: Refreshed) -> Refreshed:
    """Two refreshes told as one."""
    return replace(
        second,
        changed=first.changed + second.changed,
        removed=first.removed + second.removed,
        rebuilt=first.rebuilt or second.rebuilt,
        notes=first.notes,
        seconds=first.seconds + second.seconds,
    )
