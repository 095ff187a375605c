from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memgit import layouts
from memgit.index import disk, filing, loading, refresh, writing
from memgit.index.database import Database, Held
from memgit.index.source import Source
from memgit.index.writing import Left

MEMORY, HEAD = "memories/MEMORY.md", "skills/cat/one/SKILL.md"


class Indexed:
    """A home and its index, in memory."""

    def __init__(self, folder: Path, db: Database) -> None:
        self.folder, self.db = folder, db
        self.source = Source(folder, layouts.get("hermes"), 1_000_000)
        self.write(MEMORY, "one\n§\ntwo")
        self.write(HEAD, skill("one"))
        self.write("skills/cat/one/references/a.md", "about one")

    def write(self, path: str, text: str) -> None:
        full = self.folder / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text)

    def refresh(self, *within: str, **given: Any) -> tuple[int, int]:
        done = refresh.refresh(self.db, self.source, within or None, wait=0, **given)
        return done.changed, done.removed

    def texts(self, path: str) -> list[str]:
        sql = "SELECT text FROM doc JOIN content ON content.id = content WHERE path = ? ORDER BY part"
        return [row[0] for row in self.db.rows(sql, (path,))]

    def units(self) -> dict[str, set[str]]:
        """Key and name of each unit to the paths of its parts."""
        found: dict[str, set[str]] = {}
        for key, name, path in self.db.rows("SELECT key, name, path FROM unit LEFT JOIN doc ON unit = unit.id"):
            found.setdefault(f"{key} {name}", set()).add(path)
        return found

    def count(self, table: str) -> int:
        return int(self.db.one(f"SELECT count(*) FROM {table}"))


def skill(name: str) -> str:
    return f"---\nname: {name}\ndescription: does {name}\n---\n\n# {name}\n"


@pytest.fixture
def indexed(tmp_path: Path) -> Iterator[Indexed]:
    with Database.create(None) as db:
        indexed = Indexed(tmp_path, db)
        assert indexed.refresh() == (3, 0)
        yield indexed


def test_what_is_read_and_what_is_not(indexed: Indexed) -> None:
    indexed.write(MEMORY, "one\n§\nthree")
    (indexed.folder / "skills/cat/one/references/a.md").unlink()
    assert indexed.refresh() == (1, 1)
    assert indexed.texts(MEMORY) == ["one", "three"]
    assert indexed.refresh() == (0, 0)
    os.utime(indexed.folder / MEMORY, (5, 5))
    assert indexed.refresh() == (0, 0)
    assert indexed.db.one("SELECT max(time) FROM doc WHERE path = ?", (MEMORY,)) == 5_000_000


def test_nothing_is_left_of_what_went(indexed: Indexed) -> None:
    os.rename(indexed.folder / "skills", indexed.folder / "aside")
    indexed.write(MEMORY, "")
    assert indexed.refresh() == (1, 2)
    assert [indexed.count(table) for table in ("doc", "content", "unit", "token_docsize", "file")] == [0, 0, 0, 0, 1]


def test_files_of_a_skill_go_over_to_another_when_one_comes_between_and_back(indexed: Indexed) -> None:
    file = "skills/cat/one/references/a.md"
    indexed.write("skills/cat/one/references/SKILL.md", skill("inner"))
    assert indexed.refresh() == (1, 0)
    assert indexed.units()["skills/cat/one/references inner"] == {file, "skills/cat/one/references/SKILL.md"}
    (indexed.folder / "skills/cat/one/references/SKILL.md").unlink()
    assert indexed.refresh() == (0, 1)
    assert indexed.units()["skills/cat/one one"] == {HEAD, file}
    (indexed.folder / HEAD).unlink()
    assert indexed.refresh() == (0, 1)
    assert indexed.units()["skills/cat cat"] == {file}


def test_a_skill_that_loses_its_head_is_called_by_its_folder(indexed: Indexed) -> None:
    indexed.write("skills/top/SKILL.md", skill("called"))
    indexed.write("skills/top/a.md", "text")
    indexed.refresh()
    assert "skills/top called" in indexed.units()
    (indexed.folder / "skills/top/SKILL.md").unlink()
    indexed.refresh()
    assert indexed.units()["skills/top top"] == {"skills/top/a.md"}


def test_history_says_nothing_of_what_is_on_disk(indexed: Indexed) -> None:
    (indexed.folder / HEAD).unlink()
    with indexed.db.writing():
        filing.retime(indexed.db, indexed.source, [HEAD, MEMORY, "not/known.md"])
    assert "skills/cat cat" not in indexed.units()
    indexed.refresh()
    assert indexed.units()["skills/cat cat"] == {"skills/cat/one/references/a.md"}
    assert indexed.refresh() == (0, 0)


def test_one_that_is_interrupted_goes_on_where_it_was(indexed: Indexed, monkeypatch: pytest.MonkeyPatch) -> None:
    """A skill comes between a hundred files and their old skill, in more than one transaction."""
    for n in range(250):
        indexed.write(f"skills/cat/one/references/{n}.md", f"text {n}")
    indexed.refresh()
    indexed.write("skills/cat/one/references/SKILL.md", skill("inner"))
    for n in range(250):
        indexed.write(f"skills/cat/one/references/{n}.md", f"other {n}")

    def failing(done: int, total: int) -> None:
        if done > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        indexed.refresh(progress=failing)
    indexed.refresh()
    assert len(indexed.units()["skills/cat/one/references inner"]) == 252
    assert indexed.units()["skills/cat/one one"] == {HEAD}


def test_a_text_that_moves_keeps_its_content(indexed: Indexed, monkeypatch: pytest.MonkeyPatch) -> None:
    put: list[str] = []
    known = writing.terms

    def terms(text: str) -> object:
        put.append(text)
        return known(text)

    monkeypatch.setattr(writing, "terms", terms)
    os.renames(indexed.folder / "skills/cat/one", indexed.folder / "skills/.archive/one")
    indexed.write("memories/USER.md", "two")
    indexed.write(MEMORY, "one")
    assert indexed.refresh() == (4, 2)
    assert put == []
    assert indexed.units()["skills/.archive/one one"] == {
        "skills/.archive/one/SKILL.md",
        "skills/.archive/one/references/a.md",
    }


def test_the_same_text_in_many_places_is_there_once(indexed: Indexed) -> None:
    for n in range(5):
        indexed.write(f"skills/s{n}/a.md", "the same")
    indexed.refresh()
    assert indexed.db.one("SELECT count(*) FROM content WHERE text = 'the same'") == 1
    for n in range(4):
        (indexed.folder / f"skills/s{n}/a.md").unlink()
    indexed.refresh()
    assert indexed.texts("skills/s4/a.md") == ["a.md", "the same"]


def test_a_rebuild_forgets_all_but_history(indexed: Indexed) -> None:
    indexed.db.run("INSERT INTO doc VALUES ('ghost', 0, 1, 1, 1, '', 0); INSERT INTO touch VALUES ('a', NULL, 1)")
    indexed.db.run("UPDATE history SET head = 'h'")
    steps: list[tuple[int, int]] = []
    done = refresh.rebuild(indexed.db, indexed.source, wait=0, progress=lambda *step: steps.append(step))
    assert (done.changed, done.removed) == (3, 0)
    assert steps == [(1, 3), (2, 3), (3, 3)]
    assert indexed.texts("ghost") == []
    assert indexed.count("touch") == 1
    assert indexed.db.one("SELECT head FROM history") == "h"


def test_a_file_that_is_gone_by_the_time_it_is_read(indexed: Indexed, monkeypatch: pytest.MonkeyPatch) -> None:
    time.sleep(0.03)
    indexed.refresh()
    indexed.write("skills/cat/one/b.md", "short life")
    monkeypatch.setattr(filing, "load", lambda home, path, limit: None)
    assert indexed.refresh() == (0, 0)
    monkeypatch.undo()
    (indexed.folder / "skills/cat/one/b.md").unlink()
    assert indexed.refresh() == (0, 0)


def test_another_writer(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    with Database.create(path) as db, Database.open(path) as other:
        indexed = Indexed(tmp_path / "home", db)
        with other.writing(), pytest.raises(Held):
            indexed.refresh()
        with other.writing(), pytest.raises(Held):
            refresh.rebuild(db, indexed.source, wait=0)
        assert indexed.refresh() == (3, 0)
        assert refresh.refresh(other, indexed.source, wait=0).changed == 0


def test_what_came_back_before_it_could_be_taken_out_stays(tmp_path: Path) -> None:
    """Another process has seen it, and the folder as it is by now, while this one still holds it for gone."""
    path = tmp_path / "index.db"
    with Database.create(path) as db, Database.open(path) as other:
        indexed = Indexed(tmp_path / "home", db)
        indexed.refresh()
        (indexed.folder / HEAD).unlink()
        found = disk.differences(db, indexed.source)
        assert HEAD in found.lost
        indexed.write(HEAD, skill("one"))
        time.sleep(0.03)
        seen = disk.differences(other, indexed.source)
        refresh._apply(other, indexed.source, seen, 0, lambda done, total: None)
        refresh._apply(db, indexed.source, found, 0, lambda done, total: None)
        refresh._put_folders(other, seen.folders)
        assert indexed.refresh() == (0, 0)
        assert indexed.texts(HEAD) != []
        assert indexed.units()["skills/cat/one one"] == {HEAD, "skills/cat/one/references/a.md"}


@pytest.mark.parametrize("again", [False, True])
def test_what_became_another_repository_before_it_was_read_is_not_ours(indexed: Indexed, again: bool) -> None:
    indexed.write(HEAD, skill("other"))
    found = disk.differences(indexed.db, indexed.source)
    (indexed.folder / "skills/cat/.git").mkdir()
    if again:
        indexed.refresh()
    refresh._apply(indexed.db, indexed.source, found, 0, lambda done, total: None)
    assert indexed.texts(HEAD) == []
    indexed.refresh()
    assert indexed.count("file") == 1


def big(folder: Path) -> str:
    (folder / "file").write_bytes(b"x" * 101)
    return "it is more than 100 bytes"


def link(folder: Path) -> str:
    (folder / "file").symlink_to("nowhere")
    return "it is a link to no file"


def folder_link(folder: Path) -> str:
    (folder / "file").symlink_to(".")
    return "it is a link to no file"


def itself(folder: Path) -> str:
    (folder / "file").symlink_to("file")
    return "it cannot be read: Too many levels of symbolic links"


@pytest.mark.parametrize("make", [big, link, folder_link, itself])
def test_why_there_are_no_bytes(tmp_path: Path, make: Callable[[Path], str]) -> None:
    problem = make(tmp_path)
    found = loading.load(tmp_path, "file", 100)
    assert found is not None
    assert (found.problem, found.data, found.blob) == (problem, None, None)


def test_what_is_no_file_of_the_home(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "away").symlink_to("/etc/hostname")
    for name in ("pipe", "folder", "away", "nothing", "folder/nothing", "pipe/nothing"):
        assert loading.load(tmp_path, name, 100) is None


def test_bytes_have_the_id_that_git_gives_them(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"hello\n")
    time.sleep(0.03)
    found = loading.load(tmp_path, "file", 100)
    assert found is not None
    assert found.blob is not None
    assert found.blob.hex() == "ce013625030ba8dba906f756967f9e9ca394464a"
    assert found.mtime == found.stamp.mtime == (tmp_path / "file").stat().st_mtime_ns


def test_what_another_took_over_is_not_swept(indexed: Indexed) -> None:
    left = Left()
    rows = indexed.db.rows("SELECT unit, content, line, section, time FROM doc")
    left.add(writing._Row(*row) for row in rows)
    left.sweep(indexed.db)
    assert indexed.count("content") == len({row[1] for row in rows})
    indexed.db.run("DELETE FROM doc WHERE path = ?", (MEMORY,))
    left.sweep(indexed.db)
    assert indexed.db.one("SELECT count(*) FROM content WHERE text = 'two'") == 1
    left.add(writing._Row(*row) for row in rows)
    left.sweep(indexed.db)
    assert indexed.db.one("SELECT count(*) FROM content WHERE text = 'two'") == 0
