"""One in-process memory `add` with its commit in a store of 500 and of 5,000 files, beside git on the same tree."""

from __future__ import annotations

import tempfile
from pathlib import Path

from measure import MEMGIT, Figure, median, report, run, skills_home, timed

from memgit import layouts
from memgit.clock import system_clock
from memgit.config import Settings
from memgit.memory.targets import target
from memgit.model.change import Actor
from memgit.ops import memory
from memgit.repo.store import Options, Store

ADDS = 60
SETTINGS = Settings(budgets={"memory": 1_000_000})


def main() -> None:
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        for size in (500, 5_000):
            home = skills_home(Path(folder) / str(size), size - 2)
            run(MEMGIT, "init", str(home), "--layout", "hermes")
            ours = median(adds(home))
            objects = median(object_times(home))
            theirs = median(by_git(home))
            figures.append(Figure(f"add and commit, {size:,} files", ours, "git add -A && git commit", theirs, "8 ms"))
            figures.append(
                Figure(f"its objects and ref, {size:,} files", objects, "the same at 500", objects, "ratio 1.2")
            )
    small = figures[1].ms
    figures[3] = Figure(figures[3].name, figures[3].ms, figures[3].rival, small, figures[3].limit)
    report("write", figures)


def adds(home: Path) -> list[float]:
    store = Store.open(home, layouts.get, system_clock, Options())
    return timed(Adder(store), ADDS)[5:]


class Adder:
    """Adds another entry at each call."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.n = 0

    def __call__(self) -> None:
        self.n += 1
        add(self.store, f"Fact number {self.n}")


def add(store: Store, text: str) -> None:
    memory.add(store, target(), text, Actor(), SETTINGS)


def object_times(home: Path) -> list[float]:
    """What the objects and the ref cost, without git's index file: measured by leaving the index alone."""
    store = Store.open(home, layouts.get, system_clock, Options())
    store.index.prepare = lambda edits: None  # type: ignore[method-assign]
    store.index.publish = lambda: None  # type: ignore[method-assign]
    return timed(Adder(store), ADDS)[5:]


def by_git(home: Path) -> list[float]:
    run("git", "reset", "-q", "--hard", cwd=home)
    file = home / "memories" / "USER.md"
    taken = []
    for n in range(10):
        file.write_text(file.read_text(encoding="utf-8") + f"\n§\nFact {n}", encoding="utf-8")
        taken += timed(
            lambda: (run("git", "add", "-A", cwd=home), run("git", "commit", "-q", "-m", "add", cwd=home)), 1
        )
    return taken


if __name__ == "__main__":
    main()
