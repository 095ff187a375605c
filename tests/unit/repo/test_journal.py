"""The journal: read as written, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from memgit.repo import journal
from memgit.repo.journal import Journal, Step

WHOLE = Journal(
    "refs/heads/main",
    None,
    "c" * 40,
    (("skills/a", "skills/.archive/a"),),
    (
        Step("memories/MEMORY.md", ".memgit/tmp/x", ("a" * 40, 0o100644), None),
        Step("b", "t", None, ("b" * 40, 0o100755)),
    ),
)


def test_read_as_written(tmp_path: Path) -> None:
    journal.write(tmp_path / "journal.json", WHOLE)
    assert journal.read(tmp_path / "journal.json") == WHOLE
    assert [path.name for path in tmp_path.iterdir()] == ["journal.json"]
    assert (tmp_path / "journal.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["", "{", "[]", '{"branch": 1}'])
def test_one_that_is_cut_was_never_relied_on(text: str, tmp_path: Path) -> None:
    (tmp_path / "journal.json").write_text(text)
    assert journal.read(tmp_path / "journal.json") is None


def test_none(tmp_path: Path) -> None:
    assert journal.read(tmp_path / "journal.json") is None
