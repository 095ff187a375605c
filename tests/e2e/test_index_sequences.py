"""The index after any sequence of events equals a rebuild.

MEMGIT_SEQUENCES says how many sequences there are to be without a watcher, MEMGIT_WATCHED how many with one,
MEMGIT_SEED which is the first one.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.home_events import Happenings
from support.homes import HOMES, sample_home
from support.index_dump import assert_as_rebuilt, place_of

from memgit import layouts
from memgit.clock import system_clock
from memgit.index import refresh
from memgit.index.database import Database
from memgit.ops import index
from memgit.ops.watch import Happening, watch
from memgit.repo.store import Options, Store
from memgit.watch.event import Failed, Passed, Recorded

SEQUENCES = int(os.environ.get("MEMGIT_SEQUENCES", "400"))
WATCHED = int(os.environ.get("MEMGIT_WATCHED", "100"))
SEED = int(os.environ.get("MEMGIT_SEED", "0"))
TOGETHER = 20
"""Homes that take turns: while the others have theirs, what was written in one is no news of the moment any more."""

EVENTS = 10
QUIET = 0.2
PATIENCE = 60.0
MEMORY = "/dev/shm"


class Life(Happenings):
    """A home that is indexed as things happen in it."""

    def __init__(self, folder: Path, template: Path, layout: str, seed: str) -> None:
        home, external = folder / "home", folder / "external"
        external.mkdir(parents=True)
        (external / "file.md").write_text("not ours")
        shutil.copytree(template, home, symlinks=True)
        super().__init__(home, template, layout, seed, external)
        self.seed = seed
        self.place = place_of(home)
        self.pending: set[str] = set()
        index.refresh(self.place)

    def turn(self) -> None:
        """Something happens; perhaps the index is told of it, or looks for itself."""
        self.pending |= self.happen(again=True)
        if self.chance.random() < 0.2:
            self.look_in_a_hurry()
        self.told.append("")
        if self.chance.random() < 0.75:
            self.refresh()

    def refresh(self) -> None:
        paths = None if self.chance.random() < 0.5 else self.pending
        done = index.refresh(self.place, paths=paths)
        self.pending = set()
        self.told[-1] = f"  refresh {'of all' if paths is None else sorted(paths)}: {done.changed}, {done.removed}"
        assert done.stale is None, self
        assert done.rebuilt is None or any(told.startswith("the home") for told in self.told), self

    def look_in_a_hurry(self) -> None:
        """What a search does beside a watcher that has much to do: it brings up to date what matters to it."""
        if not self.place.databases[0].exists():  # the home was made anew
            return
        with Database.open(self.place.databases[0]) as db:
            done = refresh.refresh(db, self.place.source, wait=5_000, hurry=refresh.Hurry(lambda text: len(text) % 3))
        self.told.append(f"  in a hurry: {done.changed}, {done.removed}, left {sorted(done.left)}")

    def compare(self) -> None:
        """The index is what one made anew would be."""
        self.told.append("")
        self.refresh()
        assert_as_rebuilt(self.place, self)
        found = index.check(self.place)
        assert (found.problem, found.differences) == (None, ()), self

    def __str__(self) -> str:
        return "\n".join([f"seed {self.seed}, {self.home}", *filter(None, self.told)])

    __repr__ = __str__


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
        patch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
        return {layout: sample_home(layout, tmp_path_factory.mktemp("homes") / layout) for layout in sorted(HOMES)}


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory where there is such a place: nothing here is about disks, and every commit waits for one."""
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as name:
        yield Path(name)


@pytest.mark.parametrize("first", range(SEED, SEED + SEQUENCES, TOGETHER))
def test_without_a_watcher(
    first: int, templates: dict[str, Path], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresh, "FEW", 2)
    names = sorted(templates)
    lives = []
    for seed in range(first, min(first + TOGETHER, SEED + SEQUENCES)):
        layout = names[seed % len(names)]
        lives.append(Life(folder / str(seed), templates[layout], layout, f"{seed} of {layout}"))
    for turn in range(EVENTS):
        for life in lives:
            life.turn()
            if turn % 3 == 2:
                life.compare()
    for life in lives:
        life.compare()


class Watched(Life):
    """A home with a watcher."""

    untold = False

    def __init__(self, folder: Path, template: Path, layout: str, seed: str) -> None:
        super().__init__(folder, template, layout, seed)
        self.stop = threading.Event()
        self.said: list[tuple[float, Happening]] = []
        self.crashed: BaseException | None = None
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _watch(self) -> None:
        try:
            watch(
                self.place, self._store_now, QUIET, self.stop, lambda said: self.said.append((time.monotonic(), said))
            )
        except BaseException as error:
            self.crashed = error

    def _store_now(self) -> Store:
        return Store.open(self.home, layouts.get, system_clock, Options())

    def is_quiet(self, since: float) -> bool:
        """Whether the watcher has done all that it would do about what happened until then."""
        assert self.crashed is None, self
        if not self.said or time.monotonic() < since + 2 * QUIET:
            return False
        moment, last = self.said[-1]
        passes = [at for at, said in self.said if isinstance(said, Passed)]
        return isinstance(last, Recorded | Failed) and moment > since + QUIET and passes[-1] > since

    def end(self) -> None:
        self.stop.set()
        self.thread.join(PATIENCE)

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *[f"{at:.3f} {said}" for at, said in self.said], repr(self.crashed)])


@pytest.mark.parametrize("first", range(SEED, SEED + WATCHED, TOGETHER))
def test_with_a_watcher(first: int, templates: dict[str, Path], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memgit.ops.watch.give_back", lambda: None)  # twenty watchers share the memory of the tests
    monkeypatch.setattr("memgit.ops.watch.be_frugal", lambda: None)
    names = sorted(templates)
    lives = []
    for seed in range(first, min(first + TOGETHER, SEED + WATCHED)):
        layout = names[seed % len(names)]
        lives.append(Watched(folder / str(seed), templates[layout], layout, f"{seed} of {layout}"))
    try:
        for _ in range(EVENTS):
            for life in lives:
                life.happen(again=True)
                life.told[-1] += f" at {time.monotonic():.3f}"
        since = time.monotonic()
        for life in lives:
            (life.home / "memgit.yaml").write_text("# the last thing that happens\n")
        while not all(life.is_quiet(since) for life in lives):
            assert time.monotonic() < since + PATIENCE, next(life for life in lives if not life.is_quiet(since))
            time.sleep(0.05)
        for life in lives:
            assert_as_rebuilt(life.place, life)
    finally:
        for life in lives:
            life.end()
