"""What tools say about the code: format, lint, types, layers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent

CHECKS = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "--output-format=concise", "."],
    "types": ["mypy", "--cache-dir", "{cache}"],
    "layers": ["lint-imports", "--no-cache"],
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_code_passes(check: str, tmp_path: Path) -> None:
    command, *arguments = (word.format(cache=tmp_path) for word in CHECKS[check])
    done = subprocess.run([str(BIN / command), *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
