from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support.commits import START, History

from memgit.repo import history as library
from memgit.repo.commits import Filter
from memgit.repo.newest import git_dir_of, newest


@pytest.fixture
def history(tmp_path: Path) -> History:
    history = History(tmp_path / "home")
    history.commit({"a": "1"}, "first", {"Memgit-Origin": "import", "Memgit-Action": "init"})
    base = history.commit({"a": "2"}, "second 早", {"Memgit-Origin": "review", "Memgit-Session": "s"}, body="why\n\nso")
    ours = history.commit({"a": "3"}, "third")
    theirs = history.commit({"b": "1"}, "beside", parents=[base], ref=None)
    history.commit({"b": "1"}, "merge", parents=[ours, theirs])
    history.commit({"a": "x" * 9000}, "last", body="long " * 2000)
    return history


def git(history: History, *words: str) -> None:
    subprocess.run(["git", *words], cwd=history.folder, check=True, capture_output=True)


def test_says_what_the_library_says(history: History) -> None:
    wanted = list(library.walk(history.repo))
    assert newest(history.folder / ".git", Filter(), 100) == wanted
    assert newest(history.folder / ".git", Filter(), 2) == wanted[:2]
    assert newest(history.folder / ".git", Filter(), 0) == []
    only = Filter(origins=frozenset({"review", "import"}))
    assert newest(history.folder / ".git", only, 1) == list(library.walk(history.repo, only))[:1]


def test_packed_objects_and_refs(history: History) -> None:
    wanted = list(library.walk(history.repo))
    git(history, "-c", "pack.depth=0", "repack", "-adf", "--depth=0")
    git(history, "pack-refs", "--all")
    assert not (history.folder / ".git/refs/heads/main").exists()
    assert newest(history.folder / ".git", Filter(), 100) == wanted
    history.commit({"a": "loose again"}, "loose")
    assert newest(history.folder / ".git", Filter(), 100) == list(library.walk(history.repo))


def test_a_detached_head(history: History) -> None:
    git(history, "checkout", "--detach", "-f", "HEAD~1")
    assert newest(history.folder / ".git", Filter(), 100) == list(library.walk(history.repo))


@pytest.mark.parametrize("name", ["commondir", "shallow", "objects/info/alternates"])
def test_what_it_does_not_read_is_left_to_the_library(history: History, name: str) -> None:
    (history.folder / ".git" / name).write_text("x")
    assert newest(history.folder / ".git", Filter(), 100) is None


def test_a_delta_is_left_to_the_library(history: History) -> None:
    for n in range(60):
        history.commit({"a": str(n)}, "the same long subject every time " * 6, body="and the same long body " * 40)
    git(history, "repack", "-adf", "--depth=50", "--window=50")
    found = newest(history.folder / ".git", Filter(), 100)
    assert found is None or found == list(library.walk(history.repo))


def test_damage_and_absence_are_left_to_the_library(history: History, tmp_path: Path) -> None:
    head = str(history.repo.head.target)
    (history.folder / ".git/objects" / head[:2] / head[2:]).chmod(0o600)
    (history.folder / ".git/objects" / head[:2] / head[2:]).write_bytes(b"junk")
    assert newest(history.folder / ".git", Filter(), 100) is None
    assert newest(tmp_path / "nowhere", Filter(), 100) is None
    assert newest(History(tmp_path / "empty").folder / ".git", Filter(), 100) is None


def test_a_message_in_another_encoding(history: History) -> None:
    tree = history.repo.TreeBuilder().write()
    for encoding in (b"encoding latin-1\n", b"encoding nonsense\n", b""):
        raw = f"tree {tree}\nauthor a <a@b> {START} +0000\ncommitter a > b <a@b> {START} -0800\n".encode()
        commit = history.repo.odb.write(1, raw + encoding + b"\ncaf\xe9\n")
        history.repo.head.set_target(commit)
        assert newest(history.folder / ".git", Filter(), 1) == list(library.walk(history.repo))


def test_where_the_git_directory_is(tmp_path: Path) -> None:
    assert git_dir_of(tmp_path, "/elsewhere") == Path("/elsewhere")
    assert git_dir_of(tmp_path, None) is None
    (tmp_path / ".git").mkdir()
    assert git_dir_of(tmp_path, None) == tmp_path / ".git"
