"""The watcher of a home of 5,000 skills: from a save to a hit, a checkout of 5,000 files, and what it costs at rest.

`python bench/watch.py [--skills N] [--saves N] [--idle SECONDS] [--json FILE]`. After a save another process asks the
index as it is: what is measured is the watcher. After a checkout a search is made as `memgit search` makes it. Beside
them: the time until a bare watchdog observer tells of the save, and `git checkout` itself.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from threading import Event

from measure import MEMGIT, Figure, report, run, skills_home
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from memgit.config import Settings
from memgit.index import searching
from memgit.index.database import Database
from memgit.model.hit import Request
from memgit.ops import index
from memgit.ops.search import search

PATIENCE = 30.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--skills", type=int, default=5_000)
    parser.add_argument("--saves", type=int, default=100)
    parser.add_argument("--idle", type=float, default=20.0)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = skills_home(Path(folder) / "home", given.skills)
        run(MEMGIT, "init", str(home), "--layout", "hermes")
        second_branch(home)
        with watcher(home) as process:
            wait_for(home, "skill-00000")
            time.sleep(2)
            saves = sorted(saved(home, given.saves))
            bare = statistics.median(bare_saves(home, 20))
            checkout, git = checked_out(home)
            whole = checkout + caught_up(home)
            idle, memory = at_rest(process.pid, given.idle)
    figures = [
        Figure("save to hit, median", statistics.median(saves), "bare watchdog event", bare, ""),
        Figure("save to hit, p95", saves[int(len(saves) * 0.95)], "bare watchdog event", bare, "300 ms"),
        Figure("checkout of all skills to hit", checkout, "git checkout", git, "2,000 ms after git"),
        Figure("checkout of all skills to fresh", whole, "git checkout", git, ""),
    ]
    report("watch", figures)
    print(f"at rest: {idle:.2f} % of a core (limit 1), {memory:.1f} MB resident (limit 80)")
    if given.json:
        rows = [asdict(figure) for figure in figures]
        given.json.write_text(json.dumps({"figures": rows, "idle": idle, "memory": memory}, indent=2) + "\n")


@contextmanager
def watcher(home: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([MEMGIT, "--home", str(home), "watch"], stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(10)


def found(home: Path, text: str) -> bool:
    try:
        db = Database.open(home / ".memgit" / "index.db")
    except Exception:
        return False
    try:
        with db.reading():
            return bool(searching.search(db, Request(text, limit=1)).hits)
    finally:
        db.close()


def wait_for(home: Path, text: str) -> float:
    """Milliseconds until a text is found."""
    start = time.perf_counter()
    while not found(home, text):
        if time.perf_counter() - start > PATIENCE:
            raise SystemExit(f"'{text}' is not found after {PATIENCE:g} s")
        time.sleep(0.002)
    return (time.perf_counter() - start) * 1000


def saved(home: Path, times: int) -> Iterator[float]:
    """Saves of a skill, in place and as editors do it, each with a word of its own in Chinese or English."""
    rng = random.Random(7)
    skills = sorted((home / "skills").glob("*/*/SKILL.md"))
    for n in range(times):
        path = rng.choice(skills)
        word = (
            f"zq{n}xv{rng.randrange(10**6)}"
            if n % 2
            else "".join(chr(rng.randrange(0x9000, 0x9400)) for _ in "字字字字")
        )
        text = path.read_text("utf-8") + f"\n{word}\n"
        if n % 3:
            path.write_text(text, encoding="utf-8")
        else:
            temp = path.with_name(f".{path.name}.tmp")
            temp.write_text(text, encoding="utf-8")
            temp.replace(path)
        yield wait_for(home, f'"{word}"')
        time.sleep(rng.random() / 5)


def bare_saves(home: Path, times: int) -> Iterator[float]:
    """What a watchdog observer without anything behind it takes to tell of a save."""
    told = Event()

    class Handler(FileSystemEventHandler):
        def on_modified(self, event: FileSystemEvent) -> None:
            told.set()

    folder = home / "skills" / "category-00" / "skill-00000"
    observer = Observer()
    observer.schedule(Handler(), str(folder))
    observer.start()
    try:
        for n in range(times):
            time.sleep(0.05)
            told.clear()
            start = time.perf_counter()
            (folder / "notes.md").write_text(f"note {n}")
            told.wait(5)
            yield (time.perf_counter() - start) * 1000
    finally:
        observer.stop()
        observer.join()


def second_branch(home: Path) -> None:
    """A branch on which every skill has other bytes."""
    run("git", "checkout", "-q", "-b", "other", cwd=home)
    for path in (home / "skills").glob("*/*/SKILL.md"):
        path.write_text(
            path.read_text("utf-8").replace("item-", "thing-") + f"\nbranched {path.parent.name}\n", "utf-8"
        )
    run(MEMGIT, "--home", str(home), "commit")
    run("git", "checkout", "-q", "main", cwd=home)


def checked_out(home: Path) -> tuple[float, float]:
    """Milliseconds from the end of `git checkout` of every skill until one is found; and of git itself."""
    run("git", "checkout", "-q", "--", ".", cwd=home)
    time.sleep(6)
    place = index.where(home, Settings(), home)
    last = sorted((home / "skills").glob("*/*/SKILL.md"))[-1].parent.name
    start = time.perf_counter()
    run("git", "checkout", "-q", "-f", "other", cwd=home)
    git = (time.perf_counter() - start) * 1000
    while not search(place, Request(f'"branched {last}"', limit=1)).hits:
        if time.perf_counter() - start > PATIENCE:
            raise SystemExit("the checkout is not found")
    return (time.perf_counter() - start) * 1000 - git, git


def caught_up(home: Path) -> float:
    """Milliseconds until the watcher has all of it."""
    place = index.where(home, Settings(), home)
    start = time.perf_counter()
    while index.freshness(place).state != "fresh":
        time.sleep(0.05)
    return (time.perf_counter() - start) * 1000


def at_rest(pid: int, seconds: float) -> tuple[float, float]:
    """Per cent of a core, and resident megabytes, once everything is done."""
    time.sleep(15)
    before = cpu(pid)
    time.sleep(seconds)
    used = cpu(pid) - before
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return used / seconds * 100, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
