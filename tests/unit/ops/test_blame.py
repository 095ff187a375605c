from __future__ import annotations

from pathlib import Path

import pytest
from support.past import MEMORY, Past, by, entries, skill

from memgit.errors import NotFound, SystemRefused, UsageError
from memgit.ops.blame import blame


@pytest.fixture
def past(tmp_path: Path) -> Past:
    return Past(tmp_path / "home")


def told(past: Past, name: str) -> list[tuple[int, str, str | None]]:
    return [(item.n, item.text, item.commit and item.commit.id) for item in blame(past.store, name).items]


def test_entries_recorded_and_not(past: Past) -> None:
    one = past.commit({MEMORY: entries("a")}, "one", by("import", "init"))
    two = past.commit({MEMORY: entries("a", "第二")}, "two", by("review", "add", "s1"))
    past.check_out()
    past.write(MEMORY, entries("第二", "new", "a"))
    assert told(past, "memory") == [(1, "第二", two), (2, "new", None), (3, "a", one)]
    commit = blame(past.store, "memory").items[0].commit
    assert commit is not None
    assert (commit.origin, commit.session) == ("review", "s1")


def test_lines_of_a_skill_through_the_archive(past: Past) -> None:
    one = past.commit({"skills/dev/x/SKILL.md": skill("x", "1")})
    past.move("skills/dev/x", "skills/.archive/x")
    two = past.commit({"skills/.archive/x/SKILL.md": skill("x", "1", "2")})
    past.check_out()
    answer = blame(past.store, "x")
    assert (answer.path, answer.by_entry) == ("skills/.archive/x/SKILL.md", False)
    assert told(past, "x")[-2:] == [(5, "1", one), (6, "2", two)]


def test_a_file_deleted_on_disk_is_told_of_as_recorded(past: Past) -> None:
    one = past.commit({MEMORY: "a"})
    assert told(past, MEMORY) == [(1, "a", one)]


def test_a_file_never_recorded(past: Past) -> None:
    past.write(MEMORY, "a")
    assert told(past, "memory") == [(1, "a", None)]


def test_refusals(past: Past) -> None:
    past.commit({MEMORY: "a", "skills/dev/x/SKILL.md": skill("x"), "skills/dev/x/logo.png": b"\0"})
    past.commit({MEMORY: None})
    past.check_out()
    with pytest.raises(NotFound, match=r"'memories/MEMORY\.md' is not there any more"):
        blame(past.store, MEMORY)
    with pytest.raises(SystemRefused, match="is not UTF-8 text"):
        blame(past.store, "skills/dev/x/logo.png")
    with pytest.raises(UsageError, match=r"is a folder without a SKILL\.md"):
        blame(past.store, "skills/dev")
    with pytest.raises(NotFound):
        blame(past.store, "nothing")
