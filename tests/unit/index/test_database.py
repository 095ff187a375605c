from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from memgit.index.database import VERSION, Database, Held, Unusable


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.db"


def made(path: Path) -> Path:
    with Database.create(path) as db, db.writing():
        db.run("INSERT INTO file(path) VALUES ('a')")
    return path


def reason(path: Path) -> str:
    with pytest.raises(Unusable) as caught:
        Database.open(path)
    return caught.value.reason


def test_what_was_written_is_there(path: Path) -> None:
    with Database.open(made(path)) as db, db.reading():
        assert db.rows("SELECT path FROM file") == [("a",)]
        assert db.one("SELECT path FROM file WHERE path = 'b'") is None
        assert db.one("PRAGMA journal_mode") == "wal"
    assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(os.listdir(path.parent)) == ["index.db"]


def test_in_memory() -> None:
    with Database.create(None) as db, db.writing():
        db.run("INSERT INTO file(path) VALUES ('a')")
        assert db.one("SELECT count(*) FROM file") == 1
        assert not db.replaced


def test_why_it_cannot_be_used(path: Path) -> None:
    assert reason(path) == "missing"
    path.write_bytes(b"")
    assert reason(path) == "schema"
    path.write_text("a text file, long enough to be one" * 50)
    assert reason(path) == "corrupt"
    path.write_bytes(made(path).read_bytes()[:5_000])
    assert reason(path) in ("corrupt", "schema")


def test_another_version(path: Path) -> None:
    with closing(apsw.Connection(str(made(path)))) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    assert reason(path) == "schema"


def test_one_that_was_not_made_to_the_end(path: Path) -> None:
    with closing(apsw.Connection(str(made(path)))) as connection:
        connection.execute("DELETE FROM history")
    assert reason(path) == "schema"


def test_a_folder_in_its_place(path: Path) -> None:
    path.mkdir()
    with pytest.raises(Held):
        Database.open(path)
    with pytest.raises(Held):
        Database.create(path)
    assert os.listdir(path.parent) == ["index.db"]


def test_damage_is_told_wherever_it_shows(path: Path) -> None:
    with Database.open(made(path)) as db:
        with closing(apsw.Connection(str(path))) as connection:
            connection.execute("DROP TABLE touch; INSERT INTO folder(path) VALUES (CAST(x'ff00ff' AS TEXT))")
        for sql in ("SELECT * FROM touch", "SELECT path FROM folder"):
            with pytest.raises(Unusable):
                db.rows(sql)
            with pytest.raises(Unusable):
                db.one(sql)
        with pytest.raises(Unusable), db.writing():
            db.run("INSERT INTO touch VALUES ('a', NULL, 1)")
        with pytest.raises(Unusable), db.reading():
            db.run_many("INSERT INTO touch VALUES (?, NULL, 1)", [("a",)])


def test_all_or_nothing(path: Path) -> None:
    with Database.open(made(path)) as db:
        with pytest.raises(Unusable), db.writing():
            db.run("DELETE FROM file; DELETE FROM nothing")
        assert db.one("SELECT count(*) FROM file") == 1


def test_a_reader_sees_one_state_while_another_writes(path: Path) -> None:
    with Database.open(made(path)) as reader, Database.open(path) as writer:
        with reader.reading():
            assert reader.one("SELECT count(*) FROM file") == 1
            with writer.writing():
                writer.run("DELETE FROM file")
            assert reader.one("SELECT count(*) FROM file") == 1
        assert reader.one("SELECT count(*) FROM file") == 0


def test_two_writers(path: Path) -> None:
    with Database.open(made(path)) as one, Database.open(path) as other:
        with one.writing(), pytest.raises(Held, match="another process"), other.writing(wait=1):
            pass
        with other.writing(wait=1):
            other.run("DELETE FROM file")


def test_one_that_another_process_replaced(path: Path) -> None:
    with Database.open(made(path)) as db:
        assert not db.replaced
        with Database.create(path) as fresh:
            assert db.replaced
            assert not fresh.replaced
            assert db.one("SELECT count(*) FROM file") == 1
            with db.writing():
                db.run("INSERT INTO file(path) VALUES ('b')")
    with Database.open(path) as fresh:
        assert fresh.one("SELECT count(*) FROM file") == 0


def test_what_a_killed_process_left_is_taken_away(path: Path) -> None:
    for suffix in ("-wal", "-shm", ".new", ".new-wal"):
        path.with_name(f"index.db{suffix}").write_bytes(b"left over" * 1_000)
    with Database.open(made(path)) as db:
        assert db.one("SELECT count(*) FROM file") == 1
    assert os.listdir(path.parent) == ["index.db"]
