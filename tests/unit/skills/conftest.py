"""Homes with skills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from support.skill_home import FILES, SkillHome


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., SkillHome]:
    """Make a home: files (path to text or bytes), usage records, layout."""

    def made(
        files: Mapping[str, str | bytes] = FILES, usage: Mapping[str, Any] | None = None, layout: str = "hermes"
    ) -> SkillHome:
        folder = tmp_path / "home"
        folder.mkdir()
        return SkillHome(folder, files, usage, layout)

    return made
