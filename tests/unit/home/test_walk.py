"""The walk of a home: what it costs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from memgit import layouts
from memgit.home import walk


def test_each_folder_is_listed_once_and_no_file_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(20):
        (tmp_path / f"skills/category-{n % 4}/skill-{n}/references").mkdir(parents=True)
        (tmp_path / f"skills/category-{n % 4}/skill-{n}/SKILL.md").write_text("x")
    scandir, divide = os.scandir, Path.__truediv__
    listed: list[str] = []
    joined: list[str] = []

    def counted(path: str) -> Any:
        listed.append(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", counted)
    monkeypatch.setattr(Path, "__truediv__", lambda self, key: joined.append(key) or divide(self, key))
    found = list(walk.tracked(tmp_path, layouts.get("hermes"), []))
    monkeypatch.undo()
    assert len(found) == 20
    assert len(listed) == len(set(listed)) == 1 + 4 + 20 + 20
    assert len(joined) <= len(layouts.get("hermes").roots)
