"""An agent that reads, thinks and writes under its own lock does not write over what memgit wrote meanwhile."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from memgit import layouts
from memgit.clock import system_clock
from memgit.config import Settings
from memgit.memory.targets import target
from memgit.model.change import Actor
from memgit.ops import init as make
from memgit.ops import memory
from memgit.repo.store import Options, Store

AGENT = """
import fcntl, sys, time
path = sys.argv[1]
with open(path + ".lock", "a") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    before = open(path, encoding="utf-8").read()
    print("reading", flush=True)
    time.sleep(0.3)
    open(path, "w", encoding="utf-8").write(before + "\\n§\\nfrom the agent")
"""


def test_both_writers_are_heard(tmp_path: Path) -> None:
    home = tmp_path / "home"
    memory_file = home / "memories" / "MEMORY.md"
    memory_file.parent.mkdir(parents=True)
    memory_file.write_text("first", encoding="utf-8")
    memory_file.with_name("MEMORY.md.lock").touch()
    make.init(home, make.Request(layout="hermes"), system_clock, Options())
    agent = subprocess.Popen([sys.executable, "-c", AGENT, str(memory_file)], stdout=subprocess.PIPE, text=True)
    assert agent.stdout is not None
    assert agent.stdout.readline() == "reading\n"
    store = Store.open(home, layouts.get, system_clock, Options())
    memory.add(store, target(), "from memgit", Actor(), Settings())
    assert agent.wait(timeout=10) == 0
    agent.stdout.close()
    kept = memory_file.read_text(encoding="utf-8").split("\n§\n")
    assert sorted(kept) == ["first", "from memgit", "from the agent"]
