"""Modules stay small: nobody reads five hundred lines to change one."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[2]
HARD = 500
SOFT = 300
MEDIAN = 120
SOFT_SHARE = 0.1
PACKAGES = [folder for folder in (ROOT / "memgit", ROOT / "lsp", ROOT / "hooks") if folder.is_dir()]
MODULES = sorted(path for package in PACKAGES for path in package.rglob("*.py"))


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_module_is_longer_than_the_limit(module: Path) -> None:
    assert lines(module) <= HARD


def test_most_modules_are_short() -> None:
    sizes = [size for size in map(lines, MODULES) if size > 1]
    assert median(sizes) <= MEDIAN
    assert sum(size > SOFT for size in sizes) <= SOFT_SHARE * len(sizes)


def test_no_module_is_a_drawer() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}
    assert [path for path in MODULES if path.stem in drawers] == []
