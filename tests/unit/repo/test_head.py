from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.commits import History

from memgit.repo.head import head_id


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "home")


def git(history: History, *words: str) -> None:
    subprocess.run(["git", *words], cwd=history.folder, check=True, capture_output=True)


def test_none_before_the_first_commit(history: History, tmp_path: Path) -> None:
    assert head_id(history.folder / ".git") is None
    assert head_id(tmp_path / "nowhere") is None


def test_follows_the_branch(history: History) -> None:
    for text in "12":
        commit = history.commit({"a": text})
        assert head_id(history.folder / ".git") == commit


def test_packed_refs(history: History) -> None:
    history.commit({"a": "1"})
    git(history, "branch", "main-2")
    git(history, "-c", "user.name=a", "-c", "user.email=a@b", "tag", "-m", "x", "v1")
    second = history.commit({"a": "2"})
    git(history, "branch", "x/main")
    git(history, "pack-refs", "--all")
    assert not (history.folder / ".git/refs/heads/main").exists()
    assert head_id(history.folder / ".git") == second
    third = history.commit({"a": "3"})
    assert head_id(history.folder / ".git") == third


def test_a_detached_head(history: History) -> None:
    first = history.commit({"a": "1"})
    history.commit({"a": "2"})
    git(history, "checkout", "-q", "--detach", "-f", first)
    assert head_id(history.folder / ".git") == first


@pytest.mark.parametrize(
    "text", ["", "junk", "ref: refs/heads", "ref: refs/heads/.invalid", "ref: a\0b", "a" * 39, "A" * 40, "ref: HEAD"]
)
def test_what_it_does_not_read_is_none(history: History, text: str) -> None:
    history.commit({"a": "1"})
    (history.folder / ".git/HEAD").write_text(text)
    assert head_id(history.folder / ".git") is None


def test_a_linked_work_tree_is_left_to_the_library(history: History, tmp_path: Path) -> None:
    history.commit({"a": "1"})
    git(history, "worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
    assert head_id(history.folder / ".git/worktrees/linked") is None


def test_needs_no_git_library() -> None:
    code = "import sys, memgit.repo.head; sys.exit('pygit2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
