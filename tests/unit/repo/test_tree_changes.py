from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygit2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.commits import History

from memgit.repo import trees
from memgit.repo.tree_changes import TreeChanges

NAMES = st.sampled_from(["a", "b", "a100644 b", "c.md", "技能", "a-b", "ab", "100644 a"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
FILES = st.dictionaries(PATHS, st.sampled_from(["", "x", "y", "z"]), max_size=12)


def without_clashes(files: dict[str, str]) -> dict[str, str]:
    """No path is a folder of another."""
    return {path: text for path, text in files.items() if not any(other.startswith(f"{path}/") for other in files)}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> pygit2.Repository:
    return pygit2.init_repository(str(tmp_path_factory.mktemp("repo")))


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(FILES.map(without_clashes), min_size=2, max_size=4))
def test_tells_what_a_full_comparison_tells(repo: pygit2.Repository, states: list[dict[str, str]]) -> None:
    changes = TreeChanges(repo)
    ids = [
        trees.rewrite(
            repo, None, {path: trees.Blob(repo.create_blob(text.encode()), trees.FILE) for path, text in state.items()}
        )
        for state in states
    ]
    for before, after in pairwise(ids):
        found = {change.path: (change.blob_before, change.blob_after) for change in changes.between(before, after)}
        old, new = (dict(trees.walk(repo[tree].peel(pygit2.Tree))) for tree in (before, after))
        full = {path: (old.get(path), new.get(path)) for path in {*old, *new} if old.get(path) != new.get(path)}
        assert found == full


def test_a_mode_is_a_change(tmp_path: Path) -> None:
    repo = pygit2.init_repository(str(tmp_path))
    blob = repo.create_blob(b"#!/bin/sh\n")
    before = trees.rewrite(repo, None, {"run.sh": trees.Blob(blob, trees.FILE)})
    after = trees.rewrite(repo, None, {"run.sh": trees.Blob(blob, trees.EXECUTABLE)})
    assert TreeChanges(repo).between(before, after) == [
        ("run.sh", blob.raw, blob.raw, (trees.FILE, trees.EXECUTABLE)),
    ]


def test_a_file_that_becomes_a_folder(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.commit({"a": "file"})
    second = history.commit({"a": None, "a/b": "inside"})
    changes = TreeChanges(history.repo).of(history.repo[second])
    assert [(change.path, change.before is None, change.after is None) for change in changes] == [
        ("a/b", True, False),
        ("a", False, True),
    ]


def test_the_first_commit_changes_every_file(tmp_path: Path) -> None:
    history = History(tmp_path)
    first = history.commit({"a": "1", "b/c": "2"})
    assert [change.path for change in TreeChanges(history.repo).of(history.repo[first])] == ["a", "b/c"]


def test_submodules_are_left_out(tmp_path: Path) -> None:
    history = History(tmp_path)
    first = history.commit({"a": "1"})
    builder = history.repo.TreeBuilder()
    builder.insert("module", pygit2.Oid(hex=first), pygit2.enums.FileMode.COMMIT)
    assert TreeChanges(history.repo).between(None, builder.write()) == []
