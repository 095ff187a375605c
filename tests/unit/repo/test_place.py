"""Putting files into a home, one by one."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from memgit.errors import MemgitError
from memgit.repo.files import FileState
from memgit.repo.journal import Step
from memgit.repo.place import Placer
from memgit.repo.trees import FILE

OLD, NEW = FileState(b"old", FILE), FileState(b"new", FILE)


@pytest.fixture
def placer(tmp_path: Path) -> Placer:
    (tmp_path / "skills/one").mkdir(parents=True)
    (tmp_path / "skills/one/a.md").write_bytes(OLD.data)
    return Placer(tmp_path, tmp_path / "tmp")


def step(placer: Placer, path: str) -> Step:
    return Step(path, placer.prepare(path, NEW), (str(OLD.blob.id), FILE), (str(NEW.blob.id), FILE))


def test_a_file_that_moves_and_changes_keeps_its_mode(placer: Placer, tmp_path: Path) -> None:
    (tmp_path / "skills/one/a.md").chmod(0o640)
    temp = tmp_path / placer.prepare("skills/two/a.md", NEW, "skills/one/a.md")
    assert stat.S_IMODE(temp.stat().st_mode) == 0o640


def test_placed_undone_and_done_again(placer: Placer, tmp_path: Path) -> None:
    planned = step(placer, "skills/one/a.md")
    placer.place(planned)
    placer.place(planned)
    assert (tmp_path / "skills/one/a.md").read_bytes() == b"new"
    assert placer.displaced(planned) == OLD
    placer.undo(planned)
    placer.undo(planned)
    assert (tmp_path / "skills/one/a.md").read_bytes() == b"old"


@pytest.mark.parametrize("kind", ["folder", "link above"])
def test_what_is_no_place_for_a_file_is_left(placer: Placer, tmp_path: Path, kind: str) -> None:
    planned = step(placer, "skills/one/a.md")
    (tmp_path / "skills/one/a.md").unlink()
    if kind == "folder":
        (tmp_path / "skills/one/a.md/inside").mkdir(parents=True)
        (tmp_path / "skills/one/a.md/inside/b.md").write_bytes(b"other")
    else:
        os.rename(tmp_path / "skills/one", tmp_path / "elsewhere")
        (tmp_path / "skills/one").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(MemgitError):
        placer.place(planned)
    placer.discard(planned)
    found = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert found == (["b.md"] if kind == "folder" else [])


def test_what_a_killed_process_left_is_dropped_and_nothing_else(placer: Placer, tmp_path: Path) -> None:
    beside = tmp_path / "skills/one/.memgit-0.tmp"
    beside.write_bytes(b"new")
    step(placer, "skills/one/a.md")
    (tmp_path / "tmp/.memgit-0.tmp.elsewhere").write_bytes(b"skills/one/.memgit-0.tmp")
    (tmp_path / "tmp/.memgit-1.tmp").symlink_to(tmp_path / "skills/one/a.md")
    placer.drop_left_over()
    assert os.listdir(tmp_path / "tmp") == []
    assert os.listdir(tmp_path / "skills/one") == ["a.md"]
