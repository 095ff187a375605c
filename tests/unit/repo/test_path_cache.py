from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from support.commits import History

from memgit.repo.moves import Move
from memgit.repo.path_cache import PathCache, open_cache


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "home")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "paths.db"


def dump(cache: PathCache) -> list[tuple[object, ...]]:
    return [(t.commit, t.path, t.before, t.after) for path in cache.paths() for t in cache.touches(path, 0, cache.last)]


def fresh(history: History) -> list[tuple[object, ...]]:
    with open_cache(Path(":memory:"), history.repo) as cache:
        return dump(cache)


def test_before_the_first_commit(history: History, file: Path) -> None:
    with open_cache(file, history.repo) as cache:
        assert (cache.paths(), cache.last) == ([], 0)


def test_a_file_and_a_folder(history: History, file: Path) -> None:
    one = history.commit({"s/a/SKILL.md": "1", "s/a-b": "x", "m.md": "早"})
    two = history.commit({"s/a/SKILL.md": "2", "s/a/r/x": "new"})
    three = history.commit({"s/a/r/x": None})
    with open_cache(file, history.repo) as cache:
        assert cache.paths() == ["m.md", "s/a-b", "s/a/SKILL.md", "s/a/r/x"]
        assert [(t.commit, t.path) for t in cache.touches("s/a", 0, 9)] == [
            (three, "s/a/r/x"), (two, "s/a/SKILL.md"), (two, "s/a/r/x"), (one, "s/a/SKILL.md"),
        ]  # fmt: skip
        assert [t.commit for t in cache.touches("s/a/SKILL.md", 2, 9)] == [two]
        newest = cache.touches("s/a/r/x", 0, 9)[0]
        assert newest.after is None
        assert newest.before == cache.blob_before("s/a/r/x", 3)
        assert cache.number(one) == 1
        assert cache.number("0" * 40) is None


def test_grows_with_the_branch(history: History, file: Path) -> None:
    history.commit({"a": "1"})
    open_cache(file, history.repo).close()
    history.commit({"a": "2", "b": "1"})
    calls: list[tuple[int, int]] = []
    with open_cache(file, history.repo, lambda done, total: calls.append((done, total))) as cache:
        assert dump(cache) == fresh(history)
    assert calls == [(1, 1)]
    open_cache(file, history.repo, lambda done, total: calls.append((done, total))).close()
    assert calls == [(1, 1)]


def test_a_rewritten_history_is_read_anew(history: History, file: Path) -> None:
    first = history.commit({"a": "1"})
    history.commit({"gone": "1"})
    open_cache(file, history.repo).close()
    history.repo.head.set_target(first)
    history.commit({"b": "1"})
    with open_cache(file, history.repo) as cache:
        assert cache.paths() == ["a", "b"]
        assert dump(cache) == fresh(history)


def test_a_merge_is_compared_with_its_first_parent(history: History, file: Path) -> None:
    base = history.commit({"a": "1", "b": "1"})
    ours = history.commit({"a": "2"})
    theirs = history.commit({"b": "2"}, parents=[base], ref=None)
    merge = history.commit({"b": "2"}, "merge", parents=[ours, theirs])
    with open_cache(file, history.repo) as cache:
        assert {t.commit for t in cache.touches("b", 0, 9)} == {merge, theirs, base}
        assert {t.commit for t in cache.touches("a", 0, 9)} == {ours, base}


@pytest.mark.parametrize("junk", [b"", b"not a database, but long enough to be read as the header of one" * 9])
def test_a_damaged_file_is_made_anew(history: History, file: Path, junk: bytes) -> None:
    history.commit({"a": "1"})
    file.write_bytes(junk)
    with open_cache(file, history.repo) as cache:
        assert cache.paths() == ["a"]
    assert file.read_bytes().startswith(b"SQLite format 3")


def test_a_damaged_page_is_noticed(history: History, file: Path) -> None:
    history.commit({f"folder/{n}": str(n) for n in range(500)})
    open_cache(file, history.repo).close()
    data = bytearray(file.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 100] = b"\xff" * 100
    file.write_bytes(data)
    with open_cache(file, history.repo) as cache:
        assert len(cache.paths()) == 500
        assert dump(cache) == fresh(history)


def test_another_version_is_made_anew(history: History, file: Path) -> None:
    history.commit({"a": "1"})
    open_cache(file, history.repo).close()
    with sqlite3.connect(file) as database:
        database.execute("UPDATE state SET version = 0")
        database.execute("DELETE FROM paths")
    database.close()
    with open_cache(file, history.repo) as cache:
        assert cache.paths() == ["a"]


def test_where_it_cannot_be_written_it_lives_in_memory(history: History, tmp_path: Path) -> None:
    history.commit({"a": "1"})
    with open_cache(tmp_path / "missing" / "paths.db", history.repo) as cache:
        assert cache.paths() == ["a"]
    assert not (tmp_path / "missing").exists()


def test_moves_told_and_seen(history: History, file: Path) -> None:
    history.commit({"s/cat/x/SKILL.md": "x", "m.md": "m"})
    history.move("s/cat/x", "s/.archive/x", told=True)
    history.move("s/.archive/x", "s/y", told=False)
    with open_cache(file, history.repo) as cache:
        back = cache.move_to("s/y/SKILL.md", cache.last)
        assert back is not None
        assert (back.n, back.move) == (3, Move("s/.archive/x", "s/y"))
        assert cache.move_to("s/y", 2) is None
        away = cache.moves_from("s/cat/x")
        assert away is not None
        assert away.move == Move("s/cat/x", "s/.archive/x")
        assert cache.move_to("m.md", cache.last) is None


def test_a_broken_trailer_is_no_move(history: History, file: Path) -> None:
    history.commit({"a": "1"}, trailers={"Memgit-From": "{not json"})
    with open_cache(file, history.repo) as cache:
        assert cache.move_to("a", 9) is None


def test_many_at_once(history: History, file: Path) -> None:
    for n in range(30):
        history.commit({"a": str(n)})
    found: list[int] = []

    def look() -> None:
        import pygit2

        with open_cache(file, pygit2.Repository(str(history.folder))) as cache:
            found.append(len(cache.touches("a", 0, cache.last)))

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [30] * 4
