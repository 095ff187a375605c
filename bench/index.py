"""The search index of a home of 5,000 skills and 10,000 entries: made anew, checked, found fresh, brought up to date.

`python bench/index.py [--data FOLDER] [--skills N] [--entries N] [--json FILE]`. Beside the rebuild: the same texts put
into SQLite's own FTS5. CPU time is the figure to trust on a busy machine.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from corpus import ENTRIES, SKILLS, build, data_folder
from measure import MEMGIT, run
from peers import Unicode61

from memgit.config import Settings
from memgit.ops import index

TIMES = 9


@dataclass(frozen=True, slots=True)
class Row:
    """One measured thing: wall and CPU milliseconds."""

    name: str
    wall: float
    cpu: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data")
    parser.add_argument("--skills", type=int, default=SKILLS)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corpus = build(Path(folder) / "home", given.skills, given.entries, data=data_folder(given.data))
        run(MEMGIT, "init", str(corpus.home), "--layout", "hermes")
        place = index.where(corpus.home, Settings(), Path(folder) / "cache")
        skill = corpus.home / corpus.items[0].path / "SKILL.md"
        memory = corpus.home / "memories" / "MEMORY.md"
        rows = [
            row("first refresh", lambda: index.refresh(place), 1),
            row("rebuild", lambda: index.rebuild(place), 3),
            row("FTS5 unicode61 of the same texts", lambda: Unicode61(fresh(folder)).add(corpus.items), 3),
            row("check", lambda: index.check(place), 3),
            row("refresh, nothing changed", lambda: index.refresh(place), TIMES),
            row(
                "refresh, one skill changed", lambda: index.refresh(place), TIMES, lambda: grow(skill, "\nOne more.\n")
            ),
            row(
                "refresh, that skill named",
                lambda: index.refresh(place, paths=[f"{corpus.items[0].path}/SKILL.md"]),
                TIMES,
                lambda: grow(skill, "\nOne more.\n"),
            ),
            row("refresh, one entry added", lambda: index.refresh(place), 3, lambda: grow(memory, "\n§\nOne more")),
        ]
        index.rebuild(place)
        state = index.freshness(place)
    for one in rows:
        print(f"{one.name:<34} {one.wall:10.1f} ms   CPU {one.cpu:10.1f} ms")
    print(f"{'size of the index':<34} {state.bytes / corpus.size:10.2f} bytes a byte of text")
    print(f"{'':<34} {state.bytes / max(1, state.documents):10.0f} bytes each of {state.documents:,} documents")
    if given.json:
        found = {"script": "index", "figures": [asdict(one) for one in rows], "bytes": state.bytes, "text": corpus.size}
        given.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def row(name: str, call: Callable[[], object], times: int, before: Callable[[], object] = lambda: None) -> Row:
    """Medians over some calls; what comes before each is not measured."""
    walls, cpus = [], []
    for _ in range(times):
        before()
        wall, cpu = time.perf_counter(), time.process_time()
        call()
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    return Row(name, statistics.median(walls), statistics.median(cpus))


def fresh(folder: str) -> Path:
    return Path(tempfile.mkdtemp(dir=folder))


def grow(file: Path, text: str) -> None:
    with file.open("a", encoding="utf-8") as open_file:
        open_file.write(text)


if __name__ == "__main__":
    main()
