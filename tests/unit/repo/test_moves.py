from __future__ import annotations

import pytest

from memgit.repo.moves import Move, found_in
from memgit.repo.tree_changes import FileChange

STORE = {
    b"1": b"---\nname: a\ndescription: does a thing\n---\nstep one\nstep two\nstep three\n",
    b"2": b"---\nname: b\ndescription: does a thing\n---\nstep one\nstep two\nstep three\n",
    b"3": b"something else altogether\n",
}
EMPTY = bytes.fromhex("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")


def gone(path: str, blob: bytes) -> FileChange:
    return FileChange(path, blob, None, (0o100644, 0))


def come(path: str, blob: bytes) -> FileChange:
    return FileChange(path, None, blob, (0, 0o100644))


def moves(*changes: FileChange) -> set[tuple[str, str]]:
    return {(move.source, move.target) for move in found_in(changes, STORE.__getitem__)}


def test_a_skill_with_its_files_is_one_move() -> None:
    changes = [
        gone("s/x/SKILL.md", b"1"),
        gone("s/x/r/n.md", b"3"),
        come("s/y/SKILL.md", b"1"),
        come("s/y/r/n.md", b"3"),
    ]
    assert found_in(changes, STORE.__getitem__) == [Move("s/x", "s/y")]


def test_a_skill_that_changed_on_the_way() -> None:
    assert moves(gone("s/a/SKILL.md", b"1"), come("s/b/SKILL.md", b"2")) == {("s/a", "s/b")}


def test_a_skill_replaced_by_another_did_not_move() -> None:
    assert moves(gone("s/a/SKILL.md", b"1"), come("s/b/SKILL.md", b"3")) == set()


def test_copies_move_to_the_folder_called_the_same() -> None:
    changes = [
        gone("s/a/SKILL.md", b"1"),
        gone("s/b/SKILL.md", b"1"),
        come("t/b/SKILL.md", b"1"),
        come("t/a/SKILL.md", b"1"),
    ]
    assert moves(*changes) == {("s/a", "t/a"), ("s/b", "t/b")}


def test_a_file_moves_by_its_bytes() -> None:
    assert moves(gone("m/old.md", b"3"), come("m/new.md", b"3")) == {("m/old.md", "m/new.md")}


@pytest.mark.parametrize(
    "changes",
    [
        [gone("a", EMPTY), come("b", EMPTY)],
        [gone("a", b"3"), come("b", b"3"), come("c", b"3")],
        [gone("a", b"3")],
        [FileChange("a", b"1", b"2", (0o100644, 0o100644)), come("b", b"1")],
    ],
    ids=["empty", "two places", "only gone", "a copy"],
)
def test_no_move(changes: list[FileChange]) -> None:
    assert moves(*changes) == set()
