"""A writer killed at each step of the unit of work, and at random: nothing is lost, the next command goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from memgit.clock import system_clock
from memgit.ops import init as make
from memgit.repo.failpoint import STEPS
from memgit.repo.store import Options

WRITER = Path(__file__).with_name("writer.py")
sys.path.insert(0, str(WRITER.parent))
import writer  # noqa: E402


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    (home / "memories").mkdir(parents=True)
    (home / writer.MEMORY).write_text("first\n§\nsecond", encoding="utf-8")
    for skill in ("patched", "moved"):
        (home / "skills" / skill / "scripts").mkdir(parents=True)
        (home / "skills" / skill / "SKILL.md").write_text(
            f"---\nname: {skill}\ndescription: d\n---\n\nText\n", encoding="utf-8"
        )
        script = home / "skills" / skill / "scripts" / "run.sh"
        script.write_text("#!/bin/sh\n", encoding="utf-8")
        script.chmod(0o755)
    make.init(home, make.Request(layout="hermes"), system_clock, Options())
    return home


def killed_at(home: Path, step: str, occurrence: int) -> bool:
    """Run the change in a process of its own that dies at a step; whether it died there."""
    code = (
        f"import sys; sys.path.insert(0, {str(WRITER.parent)!r}); import writer; from pathlib import Path\n"
        f"store = writer.open_store(Path({str(home)!r}))\n"
        f"writer.kill_at({step!r}, {occurrence})\nwriter.write(store, 'the change')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode in (0, -9), done.stderr
    return done.returncode == -9


def git(home: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=home, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def check(home: Path, *outside: str) -> None:
    """The next command continues; git agrees; the change is in whole or not at all; outside edits are in history."""
    store = writer.open_store(home)
    writer.write(store, "the next", move=False)
    assert git(home, "fsck", "--strict", "--no-dangling") == ""
    assert git(home, "status", "--porcelain") == ""
    texts = writer.entries((home / writer.MEMORY).read_bytes(), store)
    skill = (home / writer.SKILL).read_text(encoding="utf-8")
    assert texts[-1] == "the next"
    assert skill.endswith("the next\n")
    happened = "the change" in texts
    assert ("the change" in skill) == happened
    assert (home / writer.GONE / "scripts" / "run.sh").exists() == happened
    assert (home / writer.HERE / "scripts" / "run.sh").exists() == (not happened)
    assert not list((home / ".memgit" / "tmp").iterdir())
    assert not store.interrupted
    history = writer.in_history(home)
    for text in outside:
        assert f"+{text}\n" in history
        assert text in texts


@pytest.mark.parametrize("occurrence", [1, 2])
@pytest.mark.parametrize("step", STEPS)
def test_killed_at_a_step(home: Path, step: str, occurrence: int) -> None:
    writer.outside(home, "an outside edit")
    if not killed_at(home, step, occurrence):
        assert occurrence == 2, f"{step} is never reached"
        pytest.skip(f"{step} is reached once only")
    check(home, "an outside edit")


@pytest.mark.parametrize("step", STEPS)
def test_another_writes_after_the_kill(home: Path, step: str) -> None:
    assert killed_at(home, step, 1)
    writer.outside(home, "written meanwhile")
    check(home, "written meanwhile")


def test_random_kills(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(WRITER), "random", str(home), "200", "7"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["lost"] == []
    assert result["missing"] == []
    assert result["killed"] > 20
    assert result["done"] > 5
    assert git(home, "fsck", "--strict", "--no-dangling") == ""
    assert git(home, "status", "--porcelain") == ""
