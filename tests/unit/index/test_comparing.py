from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memgit import layouts
from memgit.index.comparing import Checked, Difference, check, is_same
from memgit.index.database import Database
from memgit.index.refresh import refresh
from memgit.index.source import Source

FILES = {
    "memories/MEMORY.md": "one\n§\ntwo",
    "skills/one/SKILL.md": "---\nname: one\n---\n\ntext",
    "skills/one/a.md": "§ ;",
}


@pytest.fixture
def source(tmp_path: Path) -> Source:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return Source(tmp_path, layouts.get("hermes"), 1_000)


@pytest.fixture
def db(source: Source) -> Iterator[Database]:
    with Database.create(None) as db:
        refresh(db, source, wait=0)
        yield db


def test_nothing_differs(db: Database, source: Source) -> None:
    assert check(db, source) == Checked(3, 6, ())


def test_what_differs_is_told_by_bytes_not_by_stamps(db: Database, source: Source) -> None:
    (source.home / "memories/MEMORY.md").write_text("one\n§\ntwa")
    db.run("UPDATE file SET size = -1")
    (source.home / "skills/one/SKILL.md").unlink()
    (source.home / "skills/one/b.md").write_text("new")
    assert check(db, source).differences == (
        Difference("memories/MEMORY.md", "changed"),
        Difference("skills/one/SKILL.md", "gone"),
        Difference("skills/one/b.md", "missing"),
    )


def test_what_has_no_bytes_is_compared_by_that(db: Database, source: Source) -> None:
    (source.home / "skills/one/big.md").write_bytes(b"x" * 1_001)
    (source.home / "skills/one/link.md").symlink_to("nowhere.md")
    refresh(db, source, wait=0)
    assert check(db, source).differences == ()
    (source.home / "skills/one/big.md").write_bytes(b"x")
    (source.home / "skills/one/nowhere.md").write_bytes(b"x")
    assert [one.what for one in check(db, source).differences] == ["changed", "changed", "missing"]


@pytest.mark.parametrize(
    ("sql", "problem"),
    [
        ("UPDATE content SET text = 'other' WHERE text = 'two'", "a text is not what was indexed"),
        ("UPDATE content SET hash = zeroblob(16) WHERE text = 'two'", "a text is not what was indexed"),
        ("DELETE FROM content WHERE text = 'two'", "1 parts have no content"),
        ("DELETE FROM unit WHERE name = 'one'", "4 parts belong to nothing"),
        ("DELETE FROM file WHERE path = 'skills/one/a.md'", "2 parts are of no file"),
        ("DELETE FROM doc WHERE path = 'memories/MEMORY.md'", "2 contents are of no part"),
        ("DELETE FROM token WHERE rowid = (SELECT id FROM content WHERE text = 'two')", "1 contents have no tokens"),
        ("INSERT INTO token(rowid, text) VALUES (1000, 'x')", "1 tokens are of no content"),
        ("INSERT INTO token(token) VALUES ('delete-all')", "6 contents have no tokens"),
    ],
)
def test_what_is_wrong_with_the_index_itself(db: Database, source: Source, sql: str, problem: str) -> None:
    db.run(sql)
    assert check(db, source).problem == problem


def test_a_file_that_was_read_as_it_changed_is_compared_by_its_bytes(db: Database, source: Source) -> None:
    path = "memories/MEMORY.md"
    db.run("UPDATE file SET mtime = -1")
    assert is_same(db, source, path)
    (source.home / path).write_text("another")
    assert not is_same(db, source, path)
    assert not is_same(db, source, "not/known.md")
    os.unlink(source.home / path)
    assert not is_same(db, source, path)
    db.run("UPDATE file SET mtime = 5")
    assert not is_same(db, source, "skills/one/a.md")
