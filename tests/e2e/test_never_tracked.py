"""Unwanted files planted in every folder of every kind of home never reach git's objects."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from support.cli import run
from support.homes import HOMES, sample_home
from support.unwanted import FILES, IN_FOLDERS

MARKER = "never in history"


def plant(home: Path) -> int:
    """Put every kind of unwanted file into the home and each of its folders; how many."""
    folders = [Path(folder) for folder, _, _ in os.walk(home) if not {".git", ".memgit"} & set(Path(folder).parts)]
    planted = 0
    for folder in folders:
        for name in (*FILES, *IN_FOLDERS):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.write_text(f"{MARKER}: {path}", encoding="utf-8")
                planted += 1
    return planted


def objects(home: Path) -> bytes:
    return subprocess.run(
        ["git", "-C", str(home), "cat-file", "--batch-all-objects", "--batch"], capture_output=True, check=True
    ).stdout


@pytest.mark.parametrize("layout", HOMES)
def test_unwanted_files_reach_no_object(layout: str, tmp_path: Path) -> None:
    home = sample_home(layout, tmp_path / "home", store=False)
    assert plant(home) > 500
    assert run("init", str(home), "--layout", layout).code == 0
    skill = home / next(path for path in HOMES[layout] if path.endswith("pr-triage/SKILL.md"))
    skill.write_text(skill.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
    (skill.parent / ".gitignore").write_text("!*\n", encoding="utf-8")
    assert run("commit", home=home).code == 0
    assert run("skill", "archive", "pr-triage", home=home).code == 0
    plant(home)
    assert run("commit", home=home).code == 0
    assert run("restore", "pr-triage", home=home).code == 0
    found = objects(home)
    assert b"More." in found
    assert MARKER.encode() not in found
