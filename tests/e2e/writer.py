"""What the crash test kills: one change that edits memory, patches a skill and archives another.

As programs: `writer.py once HOME TEXT` says `ready`, makes the change, says `done`; `writer.py random HOME ROUNDS SEED`
starts and kills one of those per round at a random moment and prints one JSON document.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from memgit import layouts
from memgit.clock import system_clock
from memgit.errors import MemgitError
from memgit.formats.entries import EntryFile
from memgit.model.change import Action, Message, Origin
from memgit.repo import failpoint
from memgit.repo.store import Options, Store

MEMORY = "memories/MEMORY.md"
SKILL = "skills/patched/SKILL.md"
HERE, GONE = "skills/moved", "skills/.archive/moved"


def open_store(home: Path) -> Store:
    return Store.open(home, layouts.get, system_clock, Options())


def entries(data: bytes | None, store: Store) -> list[str]:
    return [entry.text for entry in EntryFile.parse(data or b"", store.layout.dialect).entries]


def write(store: Store, text: str, move: bool = True) -> str | None:
    """The change: an entry, a line of a skill, and a folder that goes to and fro."""
    with store.change() as change:
        file = EntryFile.parse(change.read(MEMORY) or b"", store.layout.dialect)
        change.write(MEMORY, file.append(text).data)
        change.write(SKILL, (change.read(SKILL) or b"") + f"{text}\n".encode())
        if move:
            source, target = (HERE, GONE) if change.files(HERE) else (GONE, HERE)
            change.move(source, target)
        return change.commit(Message(f"memory: add {text}", Origin.REVIEW, Action.ADD)).id


def kill_at(step: str, occurrence: int) -> None:
    """Have this process killed at the given occurrence of a step."""
    count = 0

    def stop(reached: str) -> None:
        nonlocal count
        count += reached == step
        if count == occurrence and reached == step:
            os.kill(os.getpid(), signal.SIGKILL)

    failpoint.hook = stop


def outside(home: Path, text: str) -> None:
    """What an editor does: read, add, save by atomic rename."""
    path = home / MEMORY
    data = path.read_bytes()
    temp = path.with_name(".MEMORY.md.swp")
    temp.write_bytes(data + f"\n§\n{text}".encode())
    temp.replace(path)


def in_history(home: Path) -> str:
    """Everything that any version of the memory file ever held."""
    return subprocess.run(
        ["git", "log", "-p", "--format=%s", "--", MEMORY], cwd=home, capture_output=True, text=True, check=True
    ).stdout


def _usual(home: Path) -> float:
    """How long the change takes here, in seconds: the median of five that are left alone."""
    taken = []
    for n in range(5):
        child = subprocess.Popen([sys.executable, __file__, "once", str(home), f"before {n}"], stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        start = time.perf_counter()
        child.stdout.readline()
        taken.append(time.perf_counter() - start)
        child.communicate()
    return sorted(taken)[2]


def random_kills(home: Path, rounds: int, seed: int) -> dict[str, object]:
    """Kill a writer at random moments; between rounds an editor writes too. Answers what happened and what is lost."""
    chance = random.Random(seed)
    store = open_store(home)
    accepted: list[str] = []
    edited: list[str] = []
    killed = 0
    longest = 4 * _usual(home)
    for n in range(rounds):
        text = f"round {n}"
        child = subprocess.Popen([sys.executable, __file__, "once", str(home), text], stdout=subprocess.PIPE)
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        time.sleep(chance.uniform(0, longest))
        child.kill()
        done = child.communicate()[0] == b"done\n"
        killed += not done
        if done:
            accepted.append(text)
        if chance.random() < 0.3:
            outside(home, f"edit {n}")
            edited.append(f"edit {n}")
    last = "the last"
    try:
        write(store, last)
    except MemgitError as error:
        return {"error": str(error)}
    history = in_history(home)
    return {
        "killed": killed,
        "done": len(accepted),
        "lost": [text for text in [*accepted, *edited, last] if f"+{text}\n" not in history],
        "missing": [
            text for text in [*accepted, *edited, last] if text not in entries((home / MEMORY).read_bytes(), store)
        ],
    }


def once(home: Path, text: str) -> None:
    store = open_store(home)
    print("ready", flush=True)
    write(store, text)
    print("done", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "once":
        once(Path(sys.argv[2]), sys.argv[3])
    else:
        print(json.dumps(random_kills(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))))
