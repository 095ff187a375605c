"""Four processes write through memgit while a fifth edits the same files directly: nothing accepted is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from memgit import layouts
from memgit.clock import system_clock
from memgit.model.change import Actor, Origin
from memgit.ops import commit
from memgit.ops import init as make
from memgit.repo.store import Options, Store

CROWD = Path(__file__).with_name("crowd.py")
WRITERS = 4
WRITES = 50
EDITS = 60


def test_nothing_is_lost_in_a_crowd(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "memories").mkdir(parents=True)
    (home / "memories" / "MEMORY.md").write_text("first", encoding="utf-8")
    for n in range(20):
        folder = home / "skills" / f"skill-{n:02}"
        folder.mkdir(parents=True)
        (folder / "SKILL.md").write_text(f"---\nname: skill-{n:02}\ndescription: d\n---\n\nText\n", encoding="utf-8")
    make.init(home, make.Request(layout="hermes"), system_clock, Options())

    programs = [["memgit", str(home), f"writer-{n}", str(WRITES)] for n in range(WRITERS)]
    programs.append(["editor", str(home), str(EDITS)])
    running = [
        subprocess.Popen(
            [sys.executable, str(CROWD), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for words in programs
    ]
    outputs = [process.communicate(timeout=240) for process in running]
    for process, (_, problems) in zip(running, outputs, strict=True):
        assert process.returncode == 0, problems
    accepted = [line for out, _ in outputs[:WRITERS] for line in out.splitlines()]
    assert len(accepted) == WRITERS * WRITES

    commit.commit(Store.open(home, layouts.get, system_clock, Options()), Actor(Origin.EXTERNAL))
    git = ["git", "-C", str(home)]
    history = subprocess.run([*git, "log", "-p", "--format="], capture_output=True, text=True, check=True).stdout
    added = {line[1:] for line in history.splitlines() if line.startswith("+")}
    removed = {line[1:] for line in history.splitlines() if line.startswith("-")}
    on_disk = {line for path in home.rglob("*.md") for line in path.read_text(encoding="utf-8").splitlines()}
    assert [text for text in accepted if text not in added] == []
    assert [text for text in accepted if text not in on_disk and text not in removed] == []
    assert subprocess.run([*git, "fsck", "--strict", "--no-dangling"], capture_output=True, check=True).stdout == b""
    assert subprocess.run([*git, "status", "--porcelain"], capture_output=True, check=True).stdout == b""
