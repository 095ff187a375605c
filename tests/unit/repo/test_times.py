from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pygit2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.commits import START
from support.past import MEMORY, Past, entries

from memgit.repo import history as log
from memgit.repo.times import Touch, Versions, touches

SKILL = "skills/cat/x/SKILL.md"
OTHER = "memories/USER.md"


@pytest.fixture
def past(tmp_path: Path) -> Past:
    return Past(tmp_path / "home")


def nothing(path: str) -> bool:
    return False


def memory(path: str) -> bool:
    return path == MEMORY


def all_of(past: Past, since: str | None = None) -> list[Touch]:
    found = touches(past.store, since, lambda path: True)
    assert found is not None
    return list(found)


def pairs(found: list[Touch]) -> list[tuple[str, str]]:
    return [(touch.commit, touch.path) for touch in found]


def test_before_the_first_commit(past: Past) -> None:
    assert all_of(past) == []
    assert touches(past.store, "0" * 40, nothing) is None


def test_every_tracked_file_newest_first(past: Past) -> None:
    one = past.commit({MEMORY: "a", SKILL: "1", ".env": "KEY", "notes.txt": "not tracked"})
    two = past.commit({MEMORY: entries("a", "b"), "notes.txt": "still not"})
    three = past.commit({SKILL: None})
    found = touches(past.store, None, memory)
    assert found is not None
    at = [datetime.fromtimestamp(START + 60 * n, UTC) for n in range(4)]
    assert list(found) == [
        Touch(three, at[3], SKILL, None, None),
        Touch(
            two,
            at[2],
            MEMORY,
            pygit2.hash(entries("a", "b").encode()).raw,
            Versions((b"a",), entries("a", "b").encode()),
        ),
        Touch(one, at[1], MEMORY, pygit2.hash(b"a").raw, Versions((), b"a")),
        Touch(one, at[1], SKILL, pygit2.hash(b"1").raw, None),
    ]
    assert all_of(past)[0].versions == Versions((b"1",), None)


def test_only_what_is_new_since_a_commit(past: Past) -> None:
    past.commit({MEMORY: "a"})
    two = past.commit({MEMORY: "b"})
    three = past.commit({SKILL: "1"})
    assert pairs(all_of(past, two)) == [(three, SKILL)]
    assert all_of(past, three) == []


def test_says_when_the_commit_is_not_in_the_branch(past: Past) -> None:
    one = past.commit({MEMORY: "a"})
    two = past.commit({MEMORY: "b"})
    past.repo.head.set_target(one)
    assert touches(past.store, two, nothing) is None
    three = past.commit({MEMORY: "c"})
    assert touches(past.store, two, nothing) is None
    assert touches(past.store, "0" * 40, nothing) is None
    assert pairs(all_of(past, one)) == [(three, MEMORY)]


def test_a_merge_touches_only_what_is_as_in_none_of_its_parents(past: Past) -> None:
    base = past.commit({MEMORY: "a", SKILL: "1", OTHER: "u", "skills/s/SKILL.md": "s"})
    ours = past.commit({MEMORY: entries("a", "ours"), "skills/s/SKILL.md": None})
    theirs = past.commit(
        {MEMORY: entries("a", "theirs"), SKILL: "2", "skills/s/SKILL.md": None}, parents=[base], ref=None
    )
    both = entries("a", "ours", "theirs")
    merge = past.commit({MEMORY: both, SKILL: "2", OTHER: "merged"}, parents=[ours, theirs])
    found = all_of(past, ours)
    assert pairs(found) == [
        (merge, MEMORY), (merge, OTHER), (theirs, MEMORY), (theirs, SKILL), (theirs, "skills/s/SKILL.md"),
    ]  # fmt: skip
    assert found[0].versions == Versions(
        (entries("a", "ours").encode(), entries("a", "theirs").encode()), both.encode()
    )
    assert found[1].versions == Versions((b"u",), b"merged")
    assert pairs(all_of(past, theirs)) == [
        (merge, MEMORY), (merge, OTHER), (ours, MEMORY), (ours, "skills/s/SKILL.md"),
    ]  # fmt: skip


def test_a_change_of_mode_is_a_touch(past: Past) -> None:
    past.commit({SKILL: "1"})
    tree = past.repo.index
    tree.read_tree(past.repo.head.peel(pygit2.Tree))
    tree.add(pygit2.IndexEntry(SKILL, tree[SKILL].id, pygit2.enums.FileMode.BLOB_EXECUTABLE))
    who = pygit2.Signature("memgit", "memgit@localhost", START + 500, 0)
    two = str(past.repo.create_commit("HEAD", who, who, "mode\n", tree.write_tree(), [past.repo.head.target]))
    assert pairs(all_of(past))[0] == (two, SKILL)
    assert all_of(past)[0].versions == Versions((b"1",), b"1")


def test_a_shallow_clone_ends_where_it_ends(past: Past, tmp_path: Path) -> None:
    import subprocess

    past.commit({MEMORY: "a"})
    two = past.commit({MEMORY: "b", SKILL: "1"})
    source, clone = f"file://{past.folder}", tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--depth=1", source, str(clone)], check=True, capture_output=True)
    past.store.repo = pygit2.Repository(str(clone))
    assert pairs(all_of(past)) == [(two, MEMORY), (two, SKILL)]


FILES = st.dictionaries(
    st.sampled_from([MEMORY, OTHER, SKILL]), st.one_of(st.none(), st.sampled_from(["a", "b", "c"])), max_size=3
)
STEPS = st.lists(st.tuples(FILES, st.integers(0, 9), st.integers(0, 3)), min_size=1, max_size=8)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, cut=st.integers(0, 9))
def test_what_is_new_is_a_part_of_the_whole(
    steps: list[tuple[dict[str, str | None], int, int]], cut: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Any history, with merges: since a commit, exactly the touches by commits that it does not contain, in order."""
    past = Past(tmp_path_factory.mktemp("past"))
    made: list[str] = []
    for files, other, kind in steps:
        parents = [made[-1]] if made else []
        if kind == 3 and made and (second := made[other % len(made)]) not in parents:
            parents.append(second)
        made.append(past.commit(files, parents=parents))
    since = made[cut % len(made)]
    inside = {str(commit.id) for commit in log.by_time(past.repo, past.repo[since].peel(pygit2.Commit))}
    whole = all_of(past)
    assert all_of(past, since) == [touch for touch in whole if touch.commit not in inside]
    order = [str(commit.id) for commit in log.by_time(past.repo, past.repo.head.peel(pygit2.Commit))]
    assert [order.index(touch.commit) for touch in whole] == sorted(order.index(touch.commit) for touch in whole)
