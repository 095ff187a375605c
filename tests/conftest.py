"""What every test has: sample homes, and a git that knows nothing of the person who runs it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support import homes


@pytest.fixture(autouse=True)
def _nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MEMGIT_HOME", "MEMGIT_NOW", "MEMGIT_PAGER", "XDG_CONFIG_HOME", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")


@pytest.fixture
def sample_home(tmp_path: Path) -> Callable[[str], Path]:
    """Makes a small home of a layout under memgit."""
    return lambda layout: homes.sample_home(layout, tmp_path / layout)


@pytest.fixture
def hermes(tmp_path: Path) -> Path:
    """A small Hermes home under memgit."""
    return homes.sample_home("hermes", tmp_path / "hermes")
