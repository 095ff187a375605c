from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.commits import History

from memgit.errors import NotFound, UsageError
from memgit.repo import revs

NOW = datetime(2026, 10, 5, 12, tzinfo=UTC)


def at(day: int, hour: int = 10) -> int:
    return int(datetime(2026, 10, day, hour, tzinfo=UTC).timestamp())


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path)


@pytest.fixture
def ids(history: History) -> list[str]:
    return [history.commit({"a": str(day)}, f"day {day}", at=at(day)) for day in (1, 2, 4)]


def resolve(history: History, text: str) -> str:
    return str(revs.resolve(history.repo, text, NOW))


def test_ids_and_their_beginnings(history: History, ids: list[str]) -> None:
    for commit in ids:
        assert resolve(history, commit) == commit
        assert resolve(history, commit[:7].upper()) == commit


def test_ancestors_branches_and_tags(history: History, ids: list[str]) -> None:
    history.repo.references.create("refs/tags/good", ids[0])
    assert [resolve(history, word) for word in ("HEAD", "@", "HEAD~2", "main^", "good")] == [
        ids[2], ids[2], ids[0], ids[1], ids[0],
    ]  # fmt: skip


def test_an_annotated_tag_names_its_commit(history: History, ids: list[str]) -> None:
    import pygit2

    who = pygit2.Signature("a", "a@b", 1, 0)
    history.repo.create_tag("kept", ids[1], pygit2.enums.ObjectType.COMMIT, who, "why")
    assert resolve(history, "kept") == ids[1]


@pytest.mark.parametrize(
    ("words", "n"),
    [
        ("2026-10-01", 0),
        ("2026-10-02", 1),
        ("2026-10-03", 1),
        ("2026-10-02T09:59:59Z", 0),
        ("2026-10-02T10:00:00Z", 1),
        ("2026-10-02 18:00+08:00", 1),
        ("3 days ago", 1),
        ("yesterday", 2),
        ("now", 2),
    ],
)
def test_dates(history: History, ids: list[str], words: str, n: int) -> None:
    assert resolve(history, words) == ids[n]


def test_a_date_before_everything(history: History, ids: list[str]) -> None:
    with pytest.raises(NotFound, match="nothing was recorded yet at '2026-09-30'") as caught:
        resolve(history, "2026-09-30")
    assert ids[0][:7] in caught.value.hints[0]


@pytest.mark.parametrize(
    "words", ["nonsense", "HEAD~9", "deadbeef", "", "-x", "HEAD:a", "a..b", "refs/tags/no", "@{9}"]
)
def test_no_revision(history: History, ids: list[str], words: str) -> None:
    with pytest.raises(NotFound):
        resolve(history, words)
    assert not revs.is_revision(history.repo, words, NOW)


def test_before_the_first_commit(history: History) -> None:
    for words in ("HEAD", "now", "abcd"):
        with pytest.raises(NotFound):
            resolve(history, words)


def test_a_beginning_of_several_commits_lists_them(history: History) -> None:
    seen: dict[str, str] = {}
    n = 0
    while True:
        commit = history.commit({"a": str(n)}, f"number {n}")
        if commit[:4] in seen:
            break
        seen[commit[:4]] = commit
        n += 1
    with pytest.raises(UsageError, match="is the beginning of 2 commits") as caught:
        resolve(history, commit[:4])
    assert caught.value.exit_code == 2
    assert set(caught.value.details["candidates"]) == {commit, seen[commit[:4]]}
    assert any(f"number {n}" in hint for hint in caught.value.hints)
    assert revs.is_revision(history.repo, commit[:4], NOW)


def test_a_commit_wins_over_other_objects_that_begin_alike(history: History, ids: list[str]) -> None:
    n = 0
    while True:
        n += 1
        if str(history.repo.create_blob(str(n).encode()))[:4] == ids[1][:4]:
            break
    assert resolve(history, ids[1][:4]) == ids[1]
