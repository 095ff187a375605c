"""Skills and memories that people really wrote give no alarm."""

from __future__ import annotations

from pathlib import Path

import pytest

from memgit.model.diagnostic import Severity
from memgit.rules import check

DATA = Path(__file__).parents[3].parent / "shared" / "data"


@pytest.mark.skipif(not DATA.is_dir(), reason="the real homes and skills are not beside this checkout")
@pytest.mark.parametrize("folder", ["skills", "homes", "settings", "sessions"])
def test_no_errors_and_hardly_a_warning(folder: str) -> None:
    texts = 0
    loud = []
    for path in sorted((DATA / folder).rglob("*")):
        if path.suffix in {".md", ".py", ".json", ".toml", ".jsonl", ".env"} and path.is_file():
            text = path.read_bytes().decode(errors="replace")
            texts += 1
            loud += [(path.name, one.code) for one in check(text) if one.severity in {Severity.ERROR, Severity.WARNING}]
    assert texts
    assert loud == []
