"""Paths from the current folder and absolute ones, as the home calls them."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import pytest

from memgit.cli.paths import from_home


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    (home / "skills/dev/release").mkdir(parents=True)
    (home / "skills/dev/release/SKILL.md").touch()
    (home / "skills/README.md").touch()
    (home / "README.md").touch()
    (tmp_path / "other.md").touch()
    (tmp_path / "link").symlink_to(home)
    return home


@pytest.mark.parametrize(
    ("below", "word", "meant"),
    [
        ("skills/dev", "release/SKILL.md", "skills/dev/release/SKILL.md"),
        ("skills/dev", "./release", "skills/dev/release"),
        ("skills/dev/release", "SKILL.md@HEAD~2", "skills/dev/release/SKILL.md@HEAD~2"),
        ("skills/dev/release", "../../../README.md", "README.md"),
        ("skills", "README.md", "README.md"),
        ("skills", "./README.md", "skills/README.md"),
        ("skills", "skills/dev", "skills/dev"),
        ("skills/dev", "release", "release"),
        ("skills", "HEAD~2..HEAD", "HEAD~2..HEAD"),
        ("skills", "../../other.md", "../../other.md"),
        ("skills", "..", ".."),
        (".", "gone/SKILL.md", "gone/SKILL.md"),
    ],
)
def test_from_the_current_folder(home: Path, below: str, word: str, meant: str) -> None:
    with chdir(home / below):
        assert from_home(home, word) == meant


def test_absolute(home: Path, tmp_path: Path) -> None:
    assert from_home(home, f"{home}/skills/gone.md@v1") == "skills/gone.md@v1"
    assert from_home(home, f"{tmp_path}/link/skills/dev") == "skills/dev"
    assert from_home(tmp_path / "link", f"{home}/skills/dev") == "skills/dev"
    for outside in (str(home), f"{tmp_path}/other.md", "/etc/passwd", "/"):
        assert from_home(home, outside) == outside
