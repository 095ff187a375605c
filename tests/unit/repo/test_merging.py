"""Three versions of one file in one."""

from __future__ import annotations

import json
from typing import Any

import pygit2
import pytest
from support.shapes import small_layout

from memgit.repo import trees
from memgit.repo.files import FileState
from memgit.repo.merging import three_way

USAGE = "s/.usage.json"


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> pygit2.Repository:
    return pygit2.init_repository(str(tmp_path_factory.mktemp("repo")), bare=True)


def _usage(**record: Any) -> FileState:
    return FileState(json.dumps({"alpha": record}).encode(), trees.FILE)


def test_a_revert_of_the_newest_version_of_usage_takes_no_count_back(repo: pygit2.Repository) -> None:
    before = _usage(use_count=1, patch_count=0, state="active")
    after = _usage(use_count=4, patch_count=1, state="archived")
    merged = three_way(repo, small_layout(), USAGE, (after, after, before))
    assert merged.state is not None
    assert json.loads(merged.state.data) == {"alpha": {"use_count": 4, "patch_count": 1, "state": "active"}}
    assert not merged.clashes


def test_what_one_side_left_alone_is_as_the_other_made_it(repo: pygit2.Repository) -> None:
    one, other = (FileState(text, trees.FILE) for text in (b"one", b"other"))
    for path in ("m/MEMORY.md", "s/alpha/SKILL.md"):
        assert three_way(repo, small_layout(), path, (one, one, other)).state == other
        assert three_way(repo, small_layout(), path, (one, other, one)).state == other
        assert three_way(repo, small_layout(), path, (one, one, None)).state is None
    assert three_way(repo, small_layout(), USAGE, (one, one, None)).state is None


def test_usage_that_cannot_be_read_gives_way_to_the_version_before_it(repo: pygit2.Repository) -> None:
    before, corrupt = _usage(use_count=1), FileState(b"{", trees.FILE)
    assert three_way(repo, small_layout(), USAGE, (corrupt, corrupt, before)).state == before
