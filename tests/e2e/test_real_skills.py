"""The real skills that may lie beside the checkout: adopted, edited, archived and restored, byte for byte."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from support.cli import run
from support.homes import sample_home, shared_data
from support.snapshot import assert_clean, git, tree

MARK = "\n<!-- edited by a test -->\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A Hermes home that holds every real skill, each in a category called after its source."""
    home = sample_home("hermes", tmp_path / "home", store=False)
    for head in sorted(shared_data("skills").rglob("SKILL.md")):
        parts = head.relative_to(shared_data("skills")).parts
        target = home / "skills" / parts[0].strip(".") / "__".join(parts[1:-1] or ("skill",))
        shutil.copytree(head.parent, target)
        script = target / "scripts" / "run.sh"
        script.parent.mkdir(exist_ok=True)
        script.write_text("#!/bin/sh\n")
        script.chmod(0o755)
    assert run("init", str(home), "--allow-secrets").code == 0
    return home


def skills(home: Path) -> list[str]:
    """Every skill's folder, relative to the home."""
    found = (path.parent.relative_to(home).as_posix() for path in (home / "skills").glob("*/*/SKILL.md"))
    return sorted(folder for folder in found if "/." not in folder)


def content(home: Path) -> dict[str, tuple[int, bytes]]:
    return {path: data for path, data in tree(home / "skills").items() if path != ".usage.json"}


def did(home: Path, *args: str) -> Any:
    done = run("--json", *args, home=home)
    assert done.code == 0, (args, done.stderr)
    return done.json


def test_adopted_edited_archived_restored(home: Path) -> None:
    folders = skills(home)
    assert len(folders) > 50
    adopted = content(home)
    assert_clean(home)
    tracked = git(home, "ls-files", "-z", "skills").split("\0")
    assert {f"skills/{path}" for path in adopted} == {path for path in tracked if path}

    for folder in folders:
        head = home / folder / "SKILL.md"
        before = head.read_bytes()
        whole = before.decode().rstrip()
        did(home, "skill", "patch", folder, "--", whole, whole + MARK)
        assert head.read_bytes() == before.replace(whole.encode(), (whole + MARK).encode())
    assert_clean(home)
    edited = content(home)

    for folder in folders:
        did(home, "archive", folder)
    assert skills(home) == []
    assert_clean(home)
    assert len(did(home, "archive", "--list")["items"]) == len(folders)

    for folder in folders:
        did(home, "restore", folder)
    assert content(home) == edited
    assert skills(home) == folders
    assert_clean(home)

    first = git(home, "rev-list", "--max-parents=0", "HEAD").strip()
    for folder in folders:
        did(home, "restore", folder, "--at", first)
    assert content(home) == adopted
    assert_clean(home)


def test_all_at_once_by_hand_and_back(home: Path) -> None:
    adopted = content(home)
    for folder in skills(home):
        head = home / folder / "SKILL.md"
        head.write_bytes(head.read_bytes() + MARK.encode())
    assert len(did(home, "commit")["paths"]) == len(skills(home))
    assert_clean(home)
    did(home, "restore", "HEAD")
    assert content(home) == adopted
    did(home, "archive", *skills(home))
    assert skills(home) == []
    did(home, "restore", "HEAD")
    assert content(home) == adopted
    assert_clean(home)
