from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.commits import START
from support.past import MEMORY, Past, by, entries, skill

from memgit.errors import NotFound, UsageError
from memgit.ops.changes import Changes
from memgit.ops.log import Query, log, newest
from memgit.repo.commits import Filter


@pytest.fixture
def past(tmp_path: Path) -> Past:
    past = Past(tmp_path / "home")
    past.commit(
        {MEMORY: entries("likes tea"), "skills/dev/x/SKILL.md": skill("x", "1", "2")}, "init", by("import", "init")
    )
    past.commit({MEMORY: entries("likes tea", "喜欢咖啡")}, "add", by("agent", "add", "s1"))
    past.commit({"skills/dev/x/SKILL.md": skill("x", "1", "2", "3")}, "patch", by("review", "patch", "s2"))
    past.move("skills/dev/x", "skills/.archive/x", subject="archive")
    past.commit({MEMORY: entries("likes tea a lot", "喜欢咖啡")}, "replace", by("user", "replace"))
    past.move("skills/.archive/x", "skills/dev/x", told=False, subject="restore")
    past.move("skills/dev/x", "skills/ops/y", told=False, subject="rename")
    past.commit({MEMORY: entries("likes tea a lot")}, "remove", by("dream", "remove"))
    past.check_out()
    return past


def subjects(past: Past, query: Query) -> list[str]:
    return [item.commit.subject for item in log(past.store, query)]


ALL = ["remove", "rename", "restore", "replace", "archive", "patch", "add", "init"]


def test_everything(past: Past) -> None:
    assert subjects(past, Query()) == ALL
    assert subjects(past, Query(limit=3)) == ALL[:3]
    assert subjects(past, Query(limit=0)) == []


@pytest.mark.parametrize("name", ["y", "skills/ops/y", "skills/ops/y/SKILL.md", "x", "skills/dev/x"])
def test_a_skill_by_any_name_it_had(past: Past, name: str) -> None:
    assert subjects(past, Query(name)) == ["rename", "restore", "archive", "patch", "init"]


def test_memory_and_a_deleted_file(past: Past) -> None:
    past.commit({MEMORY: None}, "gone")
    past.check_out()
    assert subjects(past, Query("memory")) == ["gone", "remove", "replace", "add", "init"]


def test_filters_and_a_name(past: Past) -> None:
    wanted = Filter(origins=frozenset({"agent", "dream"}))
    assert subjects(past, Query("memory", wanted=wanted)) == ["remove", "add"]
    assert subjects(past, Query("memory", wanted=wanted, limit=1)) == ["remove"]
    assert subjects(past, Query("memory", wanted=Filter(session="s1"))) == ["add"]
    until = datetime.fromtimestamp(START + 150, UTC)
    assert subjects(past, Query("memory", wanted=Filter(until=until))) == ["add", "init"]


def test_entries(past: Past) -> None:
    assert subjects(past, Query(entry="咖啡")) == ["remove", "add"]
    assert subjects(past, Query(entry="tea")) == ["replace", "init"]
    assert subjects(past, Query(entry="a lot")) == ["replace"]
    assert subjects(past, Query("user", entry="tea")) == [] if (past.folder / "memories/USER.md").exists() else True
    assert subjects(past, Query(entry="1")) == []
    assert subjects(past, Query(entry="tea", wanted=Filter(origins=frozenset({"import"})))) == ["init"]


def test_an_unknown_name(past: Past) -> None:
    with pytest.raises(NotFound):
        log(past.store, Query("nothing-like-it"))


def test_before_the_first_commit(tmp_path: Path) -> None:
    past = Past(tmp_path / "home")
    assert subjects(past, Query()) == []
    past.write(MEMORY, "new")
    assert subjects(past, Query("memory")) == []


def test_what_a_change_did_to_the_thing_follows_it(past: Past) -> None:
    changes = Changes(past.store)
    told = {
        item.commit.subject: [(one.path, one.kind) for one in changes.differences(item.commit, item.touched)]
        for item in log(past.store, Query("y"))
    }
    assert told == {
        "rename": [],
        "restore": [],
        "archive": [],
        "patch": [("skills/dev/x/SKILL.md", "changed")],
        "init": [("skills/dev/x/SKILL.md", "added")],
    }


def test_paths_of_a_change(past: Past) -> None:
    newest = next(iter(log(past.store, Query(limit=1))))
    assert Changes(past.store).paths(newest.commit) == (MEMORY,)
    rename = next(iter(log(past.store, Query("y", limit=1))))
    assert Changes(past.store).paths(rename.commit) == ("skills/dev/x/SKILL.md", "skills/ops/y/SKILL.md")


def test_reading_leaves_nothing_but_the_cache(past: Past) -> None:
    before = set(past.folder.rglob("*"))
    for query in (Query(), Query("y"), Query(entry="tea")):
        assert subjects(past, query)
    assert set(past.folder.rglob("*")) - before == {past.store.paths.path_cache}


def test_a_deleted_skill_that_had_moved_is_one_meaning(past: Past) -> None:
    past.commit({"skills/ops/z/SKILL.md": skill("fancy", "1")}, "new z")
    past.move("skills/ops/z", "skills/dev/z")
    past.commit({"skills/dev/z/SKILL.md": None}, "delete z")
    past.check_out()
    for name in ("z", "fancy"):
        assert subjects(past, Query(name)) == ["delete z", "move", "new z"]


def test_deleted_skills_of_one_name_are_listed(past: Past) -> None:
    past.commit({"skills/ops/z/SKILL.md": skill("z", "1"), "skills/dev/z/SKILL.md": skill("z", "2")})
    past.commit({"skills/ops/z/SKILL.md": None, "skills/dev/z/SKILL.md": None})
    past.check_out()
    with pytest.raises(UsageError, match="skills/dev/z, skills/ops/z"):
        log(past.store, Query("z"))
    assert len(subjects(past, Query("ops/z"))) == 2


def test_a_short_log_without_the_store_says_the_same(past: Past) -> None:
    for query in (Query(limit=3), Query(limit=2, wanted=Filter(origins=frozenset({"agent", "dream"})))):
        assert newest(past.folder, query) == list(log(past.store, query))
    assert newest(past.folder, Query()) is None
    assert newest(past.folder, Query("x", limit=3)) is None
    assert newest(past.folder, Query(entry="tea", limit=3)) is None
