"""A home under fire: writers of every kind, a watcher that is killed again and again, and searches in between.

`python bench/soak.py [--minutes N] [--skills N] [--seed N] [--json FILE]`. What must hold: a word that was written is
found by the next search; once all is quiet the index is what is on disk, history is what is on disk, and git finds
nothing to complain about; no commit that anybody was told of is lost, and no word that memgit accepted or that somebody
wrote by hand. Exits 1 when something does not, and leaves the home for a look.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from measure import GIT_ENV, MEMGIT, run, skills_home
from writers import KINDS

PATIENCE = 15.0
"""Seconds for a word to be found that was not at once, before it counts as missed."""

REST = 60.0
"""Seconds for everything to be recorded when nobody writes any more."""

EXPECTED = {0, 1, 3, 4, 5}
"""Exit codes of a command that came too late or was refused."""


@dataclass
class Tally:
    """What happened. words: accepted by memgit, with the commit; kept: written by hand."""

    wrong: list[str] = field(default_factory=list)
    acts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    ids: dict[str, str] = field(default_factory=dict)
    words: dict[str, list[str]] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    newest: tuple[str, str] = ("", "")
    asked: list[float] = field(default_factory=list)
    late: list[tuple[str, str, float]] = field(default_factory=list)
    kills: int = 0

    def take(self, act: dict[str, object]) -> None:
        """One line of a writer."""
        name, word = f"{act['kind']}: {act['act']}", str(act["word"])
        self.acts[name] += 1
        code, ids = act.get("code", 0), act.get("ids", [])
        assert isinstance(ids, list)
        if code not in EXPECTED:
            self.wrong.append(f"{name} exits {code}: {act['error']}")
        if code or act.get("refused"):
            self.refused[name] += 1
            return
        for each in ids:
            self.ids.setdefault(each, name)
        if word:
            self.newest = (word, str(act["path"]))
            if act.get("kept"):
                self.kept.append(word)
            elif ids:
                self.words[word] = ids


class Watcher:
    """`memgit watch` in a process of its own; what it says goes to a file."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.log = home.parent / "watch.log"
        self.process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        with open(self.log, "ab") as log:
            return subprocess.Popen([MEMGIT, "--home", str(self.home), "--json", "watch"], stdout=log, stderr=log)

    def kill(self, rng: random.Random) -> str | None:
        """Kill it and start another a little later; what is wrong, if it was dead already."""
        ended = self.process.poll()
        self.process.kill()
        self.process.wait()
        time.sleep(rng.choice((0.0, 0.5, 2.0)) * rng.random())
        self.process = self._started()
        return None if ended is None else f"the watcher ended by itself: {ended}, see {self.log}"

    def end(self) -> str | None:
        """Stop it as a person does."""
        self.process.terminate()
        code = self.process.wait(30)
        return f"the watcher exits {code}" if code else None

    def recorded(self) -> list[str]:
        """The ids it told of; a line may be cut where it was killed."""
        lines = self.log.read_text("utf-8").splitlines()
        told = [json.loads(line) for line in lines if line.startswith('{"event": "recorded"') and line.endswith("}")]
        return [event["id"] for event in told]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--skills", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="memgit-soak-"))
    home = prepared(folder, given.skills)
    tally = Tally()
    soak(home, tally, given.minutes * 60, given.seed)
    told(tally, given.seed)
    if given.json:
        given.json.write_text(json.dumps(document(tally, given.seed), indent=2, ensure_ascii=False) + "\n", "utf-8")
    if tally.wrong:
        sys.exit(f"the home is left in {home}")
    shutil.rmtree(folder)


def prepared(folder: Path, skills: int) -> Path:
    """A home with two branches that differ in a third of the skills."""
    home = skills_home(folder / "home", skills)
    (home / "memgit.yaml").write_text("history:\n  quiet_seconds: 0.5\nbudgets:\n  memory: 900000\n  user: 900000\n")
    run(MEMGIT, "init", str(home), "--layout", "hermes")
    run("git", "checkout", "-q", "-b", "other", cwd=home)
    for path in sorted((home / "skills").glob("*/*/SKILL.md"))[::3]:
        path.write_text(path.read_text("utf-8").replace("item-", "thing-"), "utf-8")
    run(MEMGIT, "--home", str(home), "commit")
    run("git", "checkout", "-q", "main", cwd=home)
    return home


def soak(home: Path, tally: Tally, seconds: float, seed: int) -> None:
    """Everything at once for so long, then the reckoning."""
    rng = random.Random(seed)
    watcher = Watcher(home)
    command = [sys.executable, str(Path(__file__).with_name("writers.py"))]
    writers = [
        subprocess.Popen([*command, kind, str(home), str(seed)], stdout=subprocess.PIPE, env=GIT_ENV) for kind in KINDS
    ]
    readers = [threading.Thread(target=follow, args=(writer, tally)) for writer in writers]
    for reader in readers:
        reader.start()
    end = time.monotonic() + seconds
    kill_at = time.monotonic() + rng.uniform(2, 10)
    while time.monotonic() < end:
        if time.monotonic() > kill_at:
            tally.kills += 1
            tally.wrong += filter(None, [watcher.kill(rng)])
            kill_at = time.monotonic() + rng.choice((0.3, 3, 15)) * rng.random()
        tally.ids.setdefault(run("git", "rev-parse", "HEAD", cwd=home).strip(), "seen as HEAD")
        ask(home, tally)
        time.sleep(rng.random() * 0.5)
    for writer in writers:
        writer.terminate()
    for kind, writer, reader in zip(KINDS, writers, readers, strict=True):
        reader.join(60)
        if writer.wait(60):
            tally.wrong.append(f"the writer {kind} exits {writer.returncode}")
    reckon(home, tally, watcher)


def follow(writer: subprocess.Popen[bytes], tally: Tally) -> None:
    assert writer.stdout is not None
    for line in writer.stdout:
        tally.take(json.loads(line))


def ask(home: Path, tally: Tally) -> None:
    """Search for the newest word until it is found; each time that it is not, and its file held it, is noted."""
    word, path = tally.newest
    start, misses = time.monotonic(), 0
    while (before := holding(home, path, word)) is not None:
        begun = time.monotonic()
        command = [MEMGIT, "--home", str(home), "--json", "search", f'"{word}"', "--limit", "3"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=GIT_ENV)
        ended = time.monotonic()
        if done.returncode:
            tally.wrong.append(f"a search exits {done.returncode}: {done.stderr}")
            return
        if json.loads(done.stdout)["items"]:
            tally.asked.append(ended - begun)
            if misses:
                tally.late.append((word, path, ended - start))
            return
        if before == holding(home, path, word):
            misses += 1
            print(f"not found: {word} in {path} {done.stderr}".rstrip(), file=sys.stderr)
        if ended - start > PATIENCE:
            tally.wrong.append(f"{word} is in {path} and not found")
            return


def holding(home: Path, path: str, word: str) -> tuple[int, int] | None:
    """Which file it is that holds the word at a path, and when it was changed; None when it does not."""
    try:
        with open(home / path, encoding="utf-8", errors="replace") as file:
            found = os.fstat(file.fileno())
            return (found.st_ino, found.st_ctime_ns) if word and word in file.read() else None
    except OSError:
        return None


def reckon(home: Path, tally: Tally, watcher: Watcher) -> None:
    """Wait for quiet, then see that nothing is wrong and nothing lost."""
    end = time.monotonic() + REST
    while (left := differing(home)) and time.monotonic() < end:
        time.sleep(0.5)
    if left:
        tally.wrong.append(f"not recorded after {REST:g} s of quiet: {left}")
    tally.wrong += filter(None, [watcher.end()])
    for command in (
        [MEMGIT, "--home", str(home), "index", "--check"],
        [MEMGIT, "--home", str(home), "watch", "--once"],
        ["git", "fsck", "--strict", "--no-dangling"],
        ["git", "status", "--porcelain"],
    ):
        done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False, env=GIT_ENV)
        if done.returncode or (command[0] == "git" and done.stdout):
            tally.wrong.append(f"{' '.join(command)} exits {done.returncode}: {done.stdout}{done.stderr}")
    for each in watcher.recorded():
        tally.ids.setdefault(each, "the watcher")
    lost(home, tally)


def differing(home: Path) -> str:
    """What on disk is not in HEAD, byte for byte, whatever git's index says."""
    index = home.parent / "index"
    env = {**GIT_ENV, "GIT_INDEX_FILE": str(index)}
    index.unlink(missing_ok=True)
    subprocess.run(["git", "read-tree", "HEAD"], cwd=home, env=env, check=True)
    return subprocess.run(
        ["git", "status", "--porcelain"], cwd=home, env=env, check=True, capture_output=True, text=True
    ).stdout


def lost(home: Path, tally: Tally) -> None:
    """Commits that no branch leads to; words that are not in the commit reported for them, or in none."""
    history = subprocess.run(
        ["git", "-c", "core.quotePath=false", "log", "--branches", "-p", "-m", "--root", "--format=%x00%H"],
        cwd=home, capture_output=True, check=True, env=GIT_ENV,
    ).stdout.decode("utf-8", "replace")  # fmt: skip
    commits = {text[:40]: text[40:] for text in history.split("\0")[1:]}
    for each, who in tally.ids.items():
        if each not in commits:
            tally.wrong.append(f"{each} ({who}) is lost")
    for word, ids in tally.words.items():
        if not any(word in commits.get(each, "") for each in ids):
            tally.wrong.append(f"{word} is not in {' '.join(ids)}, which was reported for it")
    for word in tally.kept:
        if word not in history:
            tally.wrong.append(f"{word}, written by hand, is in no commit")


def told(tally: Tally, seed: int) -> None:
    found = document(tally, seed)
    for name, count in sorted(tally.acts.items()):
        print(f"{name:<24}  {count:6,}   refused {tally.refused[name]:5,}")
    print(f"seed {seed}: {tally.kills} kills of the watcher, {len(tally.ids):,} commits told of")
    print(f"words: {len(tally.words):,} accepted by memgit, {len(tally.kept):,} written by hand")
    print(
        f"searches: {found['found']:,} found (median {found['median_ms']:.0f} ms, max {found['max_ms']:.0f} ms),"
        f" {len(tally.late)} of them late"
    )
    for line in tally.wrong:
        print(f"WRONG: {line}")
    print(f"{len(tally.wrong)} things wrong (limit 0)")


def document(tally: Tally, seed: int) -> dict[str, object]:
    """All figures, for machines."""
    asked = sorted(tally.asked) or [0.0]
    return {
        "script": "soak",
        "seed": seed,
        "kills": tally.kills,
        "acts": tally.acts,
        "refused": tally.refused,
        "commits": len(tally.ids),
        "accepted": len(tally.words),
        "by_hand": len(tally.kept),
        "found": len(asked),
        "median_ms": asked[len(asked) // 2] * 1000,
        "max_ms": asked[-1] * 1000,
        "late": tally.late,
        "wrong": tally.wrong,
    }


if __name__ == "__main__":
    main()
