from __future__ import annotations

from pathlib import Path

import pytest
from support.past import MEMORY, Past, entries, skill

from memgit.errors import NotFound, UsageError
from memgit.ops.show import FileThen, FolderThen, Shown, show

X = "skills/dev/x/SKILL.md"


@pytest.fixture
def past(tmp_path: Path) -> Past:
    return Past(tmp_path / "home")


@pytest.fixture
def ids(past: Past) -> list[str]:
    found = [
        past.commit({MEMORY: entries("a"), X: skill("x", "1"), "skills/dev/x/logo.png": b"\0\1"}),
        past.commit({MEMORY: entries("a", "b"), X: skill("x", "2")}),
        past.move("skills/dev/x", "skills/.archive/x"),
    ]
    past.check_out()
    return found


def change(past: Past, *words: str) -> Shown:
    found = show(past.store, words)
    assert isinstance(found, Shown)
    return found


def file(past: Past, word: str) -> FileThen:
    found = show(past.store, [word])
    assert isinstance(found, FileThen)
    return found


def test_a_change(past: Past, ids: list[str]) -> None:
    found = change(past, "HEAD~1")
    assert found.commit.id == ids[1]
    assert found.paths == (MEMORY, X)
    assert [(one.path, one.kind, one.after) for one in found.differences] == [
        (MEMORY, "added", "b"),
        (X, "changed", skill("x", "2")),
    ]
    assert change(past).commit.id == ids[2]


def test_a_change_of_one_thing(past: Past, ids: list[str]) -> None:
    assert [one.path for one in change(past, ids[1], "memory").differences] == [MEMORY]
    assert [one.path for one in change(past, ids[1], "x").differences] == [X]
    assert change(past, ids[2], "memory").differences == ()


def test_a_change_beside_the_branch(past: Past, ids: list[str]) -> None:
    aside = past.commit({MEMORY: "z", X: "y"}, parents=[ids[0]], ref=None)
    assert [one.path for one in change(past, aside, "memory").differences] == [MEMORY]


def test_a_file_as_it_was(past: Past, ids: list[str]) -> None:
    assert file(past, f"memory@{ids[0]}").data == b"a"
    assert file(past, "memory@HEAD").data == entries("a", "b").encode()
    found = file(past, "x@HEAD~1")
    assert (found.path, found.data) == (X, skill("x", "2").encode())
    assert file(past, "x@HEAD").path == "skills/.archive/x/SKILL.md"
    assert file(past, "skills/.archive/x/logo.png@HEAD~2").data == b"\0\1"


def test_a_folder_as_it_was(past: Past, ids: list[str]) -> None:
    found = show(past.store, ["skills/dev@HEAD~1"])
    assert isinstance(found, FolderThen)
    assert found.files == ((X, len(skill("x", "2"))), ("skills/dev/x/logo.png", 2))


def test_it_was_not_there(past: Past, ids: list[str]) -> None:
    past.commit({"skills/dev/z/SKILL.md": skill("z")})
    past.check_out()
    with pytest.raises(NotFound, match="'z' was not there at 'HEAD~2'"):
        show(past.store, ["z@HEAD~2"])


def test_a_name_is_no_revision(past: Past, ids: list[str]) -> None:
    with pytest.raises(NotFound, match="'memory' is a name, not a revision") as caught:
        show(past.store, ["memory"])
    assert "memgit show memory@HEAD" in caught.value.hints[1]
    with pytest.raises(NotFound, match="'nonsense' names no revision"):
        show(past.store, ["nonsense"])
    with pytest.raises(UsageError):
        show(past.store, ["a", "b", "c"])
