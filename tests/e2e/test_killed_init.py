"""An init killed anywhere: run again, it makes the store."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from support.cli import run
from support.homes import sample_home
from support.snapshot import assert_clean, git

KILLS = 24
WHERE = ("memgit/repo/", "memgit/ops/init")


def in_a_child(calls: int | None, *words: str) -> int:
    """Run memgit in a forked process that dies at the given call; how many calls there were (0: it died)."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        _counted(calls, write, words)
    os.close(write)
    with open(read, "rb") as pipe:
        counted = pipe.read()
    os.waitpid(child, 0)
    return int(counted or b"0")


def _counted(calls: int | None, pipe: int, words: tuple[str, ...]) -> None:
    count = 0

    def profile(frame: FrameType, event: str, _: Any) -> None:
        nonlocal count
        if event in ("call", "c_call") and any(where in frame.f_code.co_filename for where in WHERE):
            count += 1
            if count == calls:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(profile)
    run(*words)
    sys.setprofile(None)
    os.write(pipe, str(count).encode())
    os._exit(0)


@pytest.mark.parametrize("separate", [False, True])
def test_an_init_killed_anywhere_can_be_run_again(tmp_path: Path, separate: bool) -> None:
    made = sample_home("hermes", tmp_path / "made", store=False)
    secret = "skills/pr-triage/leak.md"
    (made / secret).write_text("key: AKIA" + "QYLPMN5HFZ7TKV3X\n")
    home, git_dir = tmp_path / "home", tmp_path / "repository"
    words = ["init", str(home), *(["--separate-git-dir", str(git_dir)] if separate else [])]

    def fresh() -> None:
        for folder in (home, git_dir):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(made, home)

    fresh()
    total = in_a_child(None, *words)
    assert total > KILLS
    for calls in range(3, total, total // KILLS | 1):
        fresh()
        in_a_child(calls, *words)
        done = run(*(words if calls % 2 else words[:2]))
        assert done.code == 0, (calls, done.stderr)
        started = calls % 2 or git_dir.exists()
        assert (home / ".git").is_file() == (separate and started), calls
        assert_clean_but_for(home, secret)
        assert run("memory", "add", "goes on", home=home).code == 0
        assert not (home / ".memgit" / "journal.json").exists()
        assert_clean_but_for(home, secret)


def assert_clean_but_for(home: Path, secret: str) -> None:
    assert git(home, "status", "--porcelain") == ""
    assert git(home, "ls-files", secret) == ""
    (home / secret).rename(home / "aside")
    assert_clean(home)
    (home / "aside").rename(home / secret)
