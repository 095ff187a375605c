"""Trees rewritten by path against a dictionary of files."""

from __future__ import annotations

import tempfile

import pygit2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgit.repo import trees
from memgit.repo.trees import Blob

names = st.sampled_from(["a", "b", "文", "x.md"])
paths = st.lists(names, min_size=1, max_size=3).map("/".join)
modes = st.sampled_from([trees.FILE, trees.EXECUTABLE, trees.LINK])
contents = st.one_of(st.none(), st.tuples(st.binary(min_size=1, max_size=3), modes))


def fits(files: dict[str, object], path: str) -> bool:
    """Whether no file is where the path needs a folder, and no folder where it is."""
    return not any(path.startswith(f"{other}/") or other.startswith(f"{path}/") for other in files)


@pytest.fixture(scope="module")
def repo() -> pygit2.Repository:
    return pygit2.init_repository(tempfile.mkdtemp(), bare=True)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.dictionaries(paths, contents, max_size=4), max_size=4))
def test_a_tree_holds_what_was_put(repo: pygit2.Repository, steps: list[dict[str, tuple[bytes, int] | None]]) -> None:
    tree: pygit2.Tree | None = None
    files: dict[str, Blob] = {}
    for step in steps:
        edits: dict[str, Blob | None] = {}
        for path, content in step.items():
            if content is None:
                edits[path] = None
                files.pop(path, None)
            elif fits(files, path):
                edits[path] = files[path] = Blob(repo.create_blob(content[0]), content[1])
        edits = {path: blob for path, blob in edits.items() if fits({k: 0 for k in files if k != path}, path)}
        tree = repo[trees.rewrite(repo, tree, edits)].peel(pygit2.Tree)
        assert dict(trees.walk(tree)) == files
        for path in (*step, *files):
            assert trees.find(tree, path) == files.get(path)


def test_only_the_touched_folders_are_written(repo: pygit2.Repository) -> None:
    blob = Blob(repo.create_blob(b"x"), trees.FILE)
    tree = repo[trees.rewrite(repo, None, {"a/one": blob, "b/two": blob})].peel(pygit2.Tree)
    after = repo[trees.rewrite(repo, tree, {"a/three": blob})].peel(pygit2.Tree)
    assert after["b"].id == tree["b"].id
    assert after["a"].id != tree["a"].id
