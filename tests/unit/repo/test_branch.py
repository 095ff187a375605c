"""Moving a branch: compare and swap, and locks that others hold or left behind."""

from __future__ import annotations

from pathlib import Path

import pygit2
import pytest

from memgit.errors import Busy
from memgit.repo import branch

MAIN = "refs/heads/main"


@pytest.fixture
def repo(tmp_path: Path) -> pygit2.Repository:
    return pygit2.init_repository(str(tmp_path), initial_head="main")


def made(repo: pygit2.Repository, text: str, parent: pygit2.Oid | None = None) -> pygit2.Oid:
    who = pygit2.Signature("a", "a@b", 1, 0)
    parents = [] if parent is None else [parent]
    return repo.create_commit(None, who, who, text, repo.TreeBuilder().write(), parents)


def test_moves_from_nothing_and_on(repo: pygit2.Repository) -> None:
    first = made(repo, "first")
    assert branch.tip(repo, MAIN) is None
    branch.move(repo, MAIN, None, first, 0)
    second = made(repo, "second", first)
    branch.move(repo, MAIN, first, second, 0)
    assert branch.tip(repo, MAIN) == second


def test_a_branch_that_moved_is_not_moved(repo: pygit2.Repository) -> None:
    first, other = made(repo, "first"), made(repo, "other")
    branch.move(repo, MAIN, None, other, 0)
    for head in (None, first):
        with pytest.raises(Busy, match="moved meanwhile"):
            branch.move(repo, MAIN, head, made(repo, "second"), 0)
    assert branch.tip(repo, MAIN) == other


def test_a_lock_that_stays_is_told(repo: pygit2.Repository) -> None:
    first = made(repo, "first")
    branch.move(repo, MAIN, None, first, 0)
    branch.lock_of(repo, MAIN).touch()
    with pytest.raises(Busy, match="locked by another git command"):
        branch.move(repo, MAIN, first, made(repo, "second", first), 0.02)


def test_a_lock_left_behind_goes(repo: pygit2.Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branch, "_STALE_SECONDS", 0.02)
    branch.drop_stale_lock(repo, MAIN)
    branch.lock_of(repo, MAIN).touch()
    branch.drop_stale_lock(repo, MAIN)
    assert not branch.lock_of(repo, MAIN).exists()


def test_a_lock_that_changes_hands_is_a_living_one(repo: pygit2.Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = branch.lock_of(repo, MAIN)
    lock.touch()

    def another(_: float) -> None:
        fresh = lock.with_name("fresh")
        fresh.touch()
        fresh.replace(lock)

    monkeypatch.setattr(branch.time, "sleep", another)
    branch.drop_stale_lock(repo, MAIN)
    assert lock.exists()
