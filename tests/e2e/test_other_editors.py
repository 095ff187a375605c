"""Emacs with eglot and Vim with ALE, where they are installed: findings, and a quick fix."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from support.cli import run
from support.homes import sample_home

EDITORS = Path(__file__).with_name("editors")
SKILL = "---\nname: deploy-check\ndescription: Look at it\nplatforms: [linux, mac]\n---\n\n# Deploy 🙂 check\n\ntext\n"
MESSAGE = "Hermes runs on no platform 'mac'"


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    home = sample_home("hermes", tmp_path / "home")
    skill = home / "skills/ops/deploy-check/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text(SKILL, encoding="utf-8")
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "MEMGIT_TEST_HOME": str(home),
        "MEMGIT_TEST_OUT": str(tmp_path / "out"),
    }


def test_emacs(env: dict[str, str]) -> None:
    emacs = shutil.which("emacs")
    probe = [str(emacs), "--batch", "-l", "eglot"]
    if emacs is None or subprocess.run(probe, capture_output=True, check=False).returncode:
        pytest.skip("no Emacs with eglot here")
    assert run("editor", "install", "emacs", env=env).code == 0
    script = ["--batch", "-l", str(EDITORS / "emacs.el")]
    done = subprocess.run([emacs, *script], env=env, capture_output=True, text=True, timeout=120, check=False)
    seen = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    assert "found" in seen, done.stderr
    assert any(MESSAGE in text for text in json.loads(seen["found"]))
    assert json.loads(seen["text"]) == SKILL.replace("mac]", "macos]")


def test_vim(env: dict[str, str], tmp_path: Path) -> None:
    vim = shutil.which("vim.nox") or shutil.which("vim")
    if vim is None or not Path("/usr/share/vim-ale").is_dir():
        pytest.skip("no Vim with ALE here")
    assert run("editor", "install", "vim", env=env).code == 0
    script = ["-N", "-u", "NONE", "-i", "NONE", "-es", "-S", str(EDITORS / "vim.vim")]
    subprocess.run([vim, *script], env=env, input=b"1\n" * 5, capture_output=True, timeout=120, check=False)
    assert MESSAGE in (tmp_path / "out").read_text()
    assert (tmp_path / "out.text").read_text() == SKILL.replace("mac]", "macos]")
