"""Real Neovims with the set-up that `memgit editor install` writes: findings, a mend, a rename, an entry back."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.cli import run
from support.homes import sample_home

SCRIPT = Path(__file__).with_name("editors") / "neovim.lua"
NEW = Path(sys.executable).with_name("nvim")
OLD = shutil.which("nvim", path="/usr/bin:/usr/local/bin")
SKILL = """\
---
name: deploy-check
description: Look at what a deployment did
platforms: [linux, mac]
related_skills: [release]
---

# Deploy check

## When to Use

After each deployment; see [the list](references/list.md).
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = sample_home("hermes", tmp_path / "home", store=False)
    skill = home / "skills/ops/deploy-check"
    (skill / "references").mkdir(parents=True)
    (skill / "SKILL.md").write_text(SKILL)
    (skill / "references/list.md").write_text("# List\n")
    other = home / "skills/ops/rollout/SKILL.md"
    other.parent.mkdir()
    other.write_text(
        "---\nname: rollout\ndescription: Roll out\nrelated_skills:\n- deploy-check\n---\n\n# Roll out\n\ntext\n"
    )
    (home / "memories/MEMORY.md").write_text("first\n§\nsecond 缓存 🙂\n§\nthird")
    assert run("init", str(home), "--layout", "hermes").code == 0
    assert run("memory", "remove", "second", home=home).code == 0
    return home


@pytest.mark.parametrize("program", [NEW, OLD], ids=["pypi", "debian"])
def test_a_person_at_work(program: Path | str | None, home: Path, tmp_path: Path) -> None:
    if program is None or not Path(program).exists():
        pytest.skip("no such Neovim here")
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "MEMGIT_TEST_HOME": str(home),
        **{f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")},
    }
    assert run("editor", "install", "neovim", env=env).code == 0
    done = subprocess.run(
        [str(program), "--headless", "-i", "NONE", "-n", "-S", str(SCRIPT)],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    seen: dict[str, Any] = {
        name: json.loads(value)
        for name, _, value in (line.partition("=") for line in done.stdout.splitlines())
        if value
    }
    assert "problem" not in seen, (seen["problem"], done.stderr)
    assert "timeout" not in seen, (seen, done.stderr)
    assert seen["codes"] == ["skill/platform-unknown"]
    assert (seen["mended"], seen["line"]) == ("write macos", "platforms: [linux, macos]")
    assert seen["codes after"] == []
    assert seen["restored"].startswith("restore “second 缓存 🙂”")
    assert seen["memory after"] == ["first", "§", "second 缓存 🙂", "§", "third"]
    if program == OLD:  # it cannot move folders
        return
    assert (seen["folder"], seen["old folder"]) == (1, 0)
    assert (home / "skills/ops/deploy-watch/references/list.md").is_file()
    renamed = (home / "skills/ops/deploy-watch/SKILL.md").read_text()
    assert renamed == SKILL.replace("name: deploy-check", "name: deploy-watch").replace("mac]", "macos]")
    assert "- deploy-watch\n" in (home / "skills/ops/rollout/SKILL.md").read_text()
    found = run("lint", "--json", home=home)
    assert [item["code"] for item in found.json["items"] if "deploy-watch" in item["path"]] == []
