from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pygit2
import pytest
from support.commits import START, History

from memgit.repo import history as log
from memgit.repo.commits import Filter


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path)


def subjects(repo: pygit2.Repository, wanted: Filter | None = None) -> list[str]:
    return [commit.subject for commit in log.walk(repo, wanted)]


def moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(START + seconds, UTC)


def test_nothing_before_the_first_commit(history: History) -> None:
    assert subjects(history.repo) == []


def test_newest_first_with_all_that_a_commit_says(history: History) -> None:
    first = history.commit({"a": "1"}, "init: hermes", {"Memgit-Origin": "import", "Memgit-Action": "init"})
    history.commit(
        {"a": "2"},
        "memory: add “早”",
        {
            "Memgit-Origin": "review",
            "Memgit-Action": "add",
            "Memgit-Session": "s 1",
            "Memgit-Device": "laptop",
            "X": "y",
        },
        body="because\n\nof that",
    )
    newest, oldest = log.walk(history.repo)
    assert (oldest.id, oldest.parents, oldest.action, oldest.body) == (first, (), "init", "")
    assert newest.subject == "memory: add “早”"
    assert newest.body == "because\n\nof that"
    assert (newest.origin, newest.action, newest.session, newest.device) == ("review", "add", "s 1", "laptop")
    assert newest.parents == (first,)
    assert newest.trailers["X"] == "y"
    assert newest.time == moment(120)


def test_a_commit_of_plain_git_reads_as_user_and_record(history: History) -> None:
    history.commit({"a": "1"}, "by hand")
    (commit,) = log.walk(history.repo)
    assert (commit.origin, commit.action, commit.session) == ("user", "record", None)


def test_filters(history: History) -> None:
    for n, (origin, action, session) in enumerate(
        [("agent", "add", "1"), ("review", "add", "2"), ("review", "patch", "1")]
    ):
        trailers = {"Memgit-Origin": origin, "Memgit-Action": action, "Memgit-Session": session}
        history.commit({"a": str(n)}, str(n), trailers)
    assert subjects(history.repo, Filter(origins=frozenset({"review"}))) == ["2", "1"]
    assert subjects(history.repo, Filter(origins=frozenset({"review", "agent"}), actions=frozenset({"add"}))) == [
        "1",
        "0",
    ]
    assert subjects(history.repo, Filter(session="1")) == ["2", "0"]
    assert subjects(history.repo, Filter(since=moment(120))) == ["2", "1"]
    assert subjects(history.repo, Filter(until=moment(120))) == ["1", "0"]
    assert subjects(history.repo, Filter(since=moment(61), until=moment(179))) == ["1"]


def test_since_looks_past_a_clock_that_went_back(history: History) -> None:
    history.commit({"a": "1"}, "first", at=START + 1000)
    history.commit({"a": "2"}, "early clock", at=START)
    history.commit({"a": "3"}, "last", at=START + 2000)
    assert subjects(history.repo, Filter(since=moment(500))) == ["last", "first"]


def test_a_message_that_is_not_utf8_is_shown_replaced(history: History) -> None:
    tree = history.repo.TreeBuilder().write()
    raw = f"tree {tree}\nauthor a <a@b> {START} +0000\ncommitter a <a@b> {START} +0000\n\ncaf".encode() + b"\xe9\n"
    commit = history.repo.odb.write(int(pygit2.enums.ObjectType.COMMIT), raw)
    assert log.read(history.repo, str(commit)).subject == "caf�"
