"""The writers of the concurrency test, as programs.

`crowd.py memgit HOME WHO COUNT` writes through memgit and prints each accepted text; `crowd.py editor HOME COUNT`
writes the files directly, the way an editor and pi do, and prints each text it put on disk.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

from memgit import layouts
from memgit.clock import system_clock
from memgit.formats.entries import EntryFile
from memgit.model.change import Action, Message, Origin
from memgit.repo.store import Options, Store

MEMORY = "memories/MEMORY.md"
SKILLS = 20


def skill(n: int) -> str:
    return f"skills/skill-{n:02}/SKILL.md"


def through_memgit(home: Path, who: str, count: int) -> None:
    store = Store.open(home, layouts.get, system_clock, Options(wait=120))
    chance = random.Random(who)
    for n in range(count):
        text = f"{who} wrote {n}"
        with store.change() as change:
            if n % 2:
                path = skill(chance.randrange(SKILLS))
                change.write(path, (change.read(path) or b"") + f"{text}\n".encode())
            else:
                file = EntryFile.parse(change.read(MEMORY) or b"", store.layout.dialect)
                change.write(MEMORY, file.append(text).data)
            change.commit(Message(f"memory: {text}", Origin.AGENT, Action.ADD))
        print(text, flush=True)


def by_hand(home: Path, count: int) -> None:
    """Take turns: an editor's atomic rename, pi's rename away and link in, a plain rewrite in place of a skill."""
    chance = random.Random(5)
    for n in range(count):
        text = f"hand wrote {n}"
        if n % 3 == 0:
            _editor(home / MEMORY, text)
        elif n % 3 == 1:
            _pi(home / MEMORY, text)
        else:
            path = home / skill(chance.randrange(SKILLS))
            with open(path, "ab") as file:
                file.write(f"{text}\n".encode())
        print(text, flush=True)
        time.sleep(0.02)


def _editor(path: Path, text: str) -> None:
    temp = path.with_name(".MEMORY.md.swp")
    temp.write_bytes(_with(path, text))
    temp.replace(path)


def _pi(path: Path, text: str) -> None:
    temp, old = path.with_name(".pi-new.tmp"), path.with_name(".pi-old.tmp")
    temp.write_bytes(_with(path, text))
    os.rename(path, old)
    try:
        os.link(temp, path)
    except FileExistsError:  # another writer was faster: pi gives up its own
        temp.unlink()
        old.unlink()
        return
    temp.unlink()
    old.unlink()


def _with(path: Path, text: str) -> bytes:
    while True:
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            continue
        return data + f"\n§\n{text}".encode()


if __name__ == "__main__":
    if sys.argv[1] == "memgit":
        through_memgit(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
    else:
        by_hand(Path(sys.argv[2]), int(sys.argv[3]))
