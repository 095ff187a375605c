"""Which commit touched which path, and what moved where: a disposable cache in `.memgit/paths.db`.

It is brought up to date when it is opened, from the commit it last saw; when history was rewritten it is made anew.
Where it cannot be written (a read-only home, a full disk) the same is built in memory.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pygit2
from pygit2.enums import SortMode

from memgit.repo import history, message, moves, revert
from memgit.repo.moves import Move
from memgit.repo.tree_changes import TreeChanges

Progress = Callable[[int, int], None]
"""Called with how many commits are done, of how many."""

VERSION = 1
_WAIT = 10.0
_SCHEMA = """
CREATE TABLE state (version INTEGER NOT NULL, head BLOB);
CREATE TABLE commits (n INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE);
CREATE TABLE paths (p INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE);
CREATE TABLE changes (
  p INTEGER NOT NULL, n INTEGER NOT NULL, before BLOB, after BLOB, PRIMARY KEY (p, n)
) WITHOUT ROWID;
CREATE TABLE moves (n INTEGER NOT NULL, source BLOB NOT NULL, target BLOB NOT NULL);
CREATE INDEX moves_by_target ON moves (target, n);
CREATE INDEX moves_by_source ON moves (source, n);
"""


class Touch(NamedTuple):
    """A path that a commit changed. n: the commit's place in history, older ones first.

    before, after: raw blob ids, None where there is no file.
    """

    n: int
    commit: str
    path: str
    before: bytes | None
    after: bytes | None


class MoveAt(NamedTuple):
    """A move, and the place in history of the commit that made it."""

    n: int
    move: Move


class PathCache:
    """The cache, as of one head. Close it, or use it in a `with`."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._db = database

    def __enter__(self) -> PathCache:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def paths(self) -> list[str]:
        """Every path that any commit ever touched."""
        return [os.fsdecode(row[0]) for row in self._db.execute("SELECT path FROM paths ORDER BY path")]

    def touches(self, path: str, low: int, high: int) -> list[Touch]:
        """What commits low to high, both included, did to a file or to the files of a folder; newest first."""
        raw = os.fsencode(path)
        rows = self._db.execute(
            "SELECT c.n, k.id, x.path, c.before, c.after"
            " FROM paths x JOIN changes c ON c.p = x.p JOIN commits k ON k.n = c.n"
            " WHERE (x.path = ? OR (x.path > ? AND x.path < ?)) AND c.n BETWEEN ? AND ? ORDER BY c.n DESC, x.path",
            (raw, raw + b"/", raw + b"0", low, high),
        )
        return [Touch(n, commit.hex(), os.fsdecode(name), before, after) for n, commit, name, before, after in rows]

    def move_to(self, path: str, high: int) -> MoveAt | None:
        """The newest move up to commit `high` that brought `path`, or a folder it is in, to where it is."""
        return self._move("target", path, high)

    def moves_from(self, path: str) -> MoveAt | None:
        """The newest move that took `path`, or a folder it was in, away."""
        return self._move("source", path, self.last)

    def blob_before(self, path: str, n: int) -> bytes | None:
        """The last bytes (raw blob id) a path held before commit n changed it."""
        row = self._db.execute(
            "SELECT CASE WHEN c.n = ? THEN c.before ELSE coalesce(c.after, c.before) END FROM paths x"
            " JOIN changes c ON c.p = x.p WHERE x.path = ? AND c.n <= ? ORDER BY c.n DESC LIMIT 1",
            (n, os.fsencode(path), n),
        ).fetchone()
        return None if row is None else row[0]

    def number(self, commit: str) -> int | None:
        """The place of a commit in history, None when it is not in the branch."""
        row = self._db.execute("SELECT n FROM commits WHERE id = ?", (bytes.fromhex(commit),)).fetchone()
        return None if row is None else int(row[0])

    @property
    def last(self) -> int:
        """The place of the newest commit; 0 before the first."""
        return int(self._db.execute("SELECT coalesce(max(n), 0) FROM commits").fetchone()[0])

    def _move(self, side: str, path: str, high: int) -> MoveAt | None:
        folders = [os.fsencode(folder) for folder in _with_parents(path)]
        marks = ", ".join("?" * len(folders))
        row = self._db.execute(
            f"SELECT n, source, target FROM moves WHERE {side} IN ({marks}) AND n <= ?"  # noqa: S608
            f" ORDER BY n DESC, length({side}) DESC, rowid LIMIT 1",
            (*folders, high),
        ).fetchone()
        return None if row is None else MoveAt(row[0], Move(os.fsdecode(row[1]), os.fsdecode(row[2])))


def open_cache(file: Path, repo: pygit2.Repository, progress: Progress | None = None) -> PathCache:
    """The cache, brought up to date with the branch."""
    for _ in range(2):
        try:
            return _opened(str(file), repo, progress)
        except sqlite3.OperationalError:
            break
        except sqlite3.DatabaseError:  # not a database, or a damaged one
            with suppress(OSError):
                file.unlink()
    return _opened(":memory:", repo, progress)


def _opened(name: str, repo: pygit2.Repository, progress: Progress | None) -> PathCache:
    database = sqlite3.connect(name, timeout=_WAIT, isolation_level=None)
    try:
        if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("damaged")
        head = None if repo.head_is_unborn else repo.head.peel(pygit2.Commit).id
        if _head(database) != (head and head.raw):
            database.execute("BEGIN IMMEDIATE")
            _refresh(database, repo, head, progress)
            database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return PathCache(database)


def _head(database: sqlite3.Connection) -> bytes | None:
    """The commit last seen; empty when the tables are missing or of another version."""
    if database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'state'").fetchone()[0]:
        version, head = database.execute("SELECT version, head FROM state").fetchone()
        if version == VERSION:
            assert head is None or isinstance(head, bytes)
            return head
    return b""


def _refresh(
    database: sqlite3.Connection, repo: pygit2.Repository, head: pygit2.Oid | None, progress: Progress | None
) -> None:
    seen = _head(database)  # once more: another process may have been first
    if seen == (head and head.raw):
        return
    if not seen or head is None or not history.is_ancestor(repo, pygit2.Oid(raw=seen), head):
        _start_over(database)
        seen = None
    if head is not None:
        _Indexer(database, repo).add(_new_commits(repo, head, seen), progress)
    database.execute("UPDATE state SET head = ?", (head and head.raw,))


def _start_over(database: sqlite3.Connection) -> None:
    for kind, name in database.execute(
        "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
    ).fetchall():
        if kind == "table":
            database.execute(f'DROP TABLE "{name}"')
    for statement in _SCHEMA.split(";"):
        database.execute(statement)
    database.execute("INSERT INTO state VALUES (?, NULL)", (VERSION,))


def _new_commits(repo: pygit2.Repository, head: pygit2.Oid, seen: bytes | None) -> list[pygit2.Oid]:
    walker = repo.walk(head, SortMode.TOPOLOGICAL | SortMode.REVERSE)
    if seen is not None:
        walker.hide(pygit2.Oid(raw=seen))
    return [commit.id for commit in walker]


class _Indexer:
    """Writes commits into the tables, oldest first."""

    def __init__(self, database: sqlite3.Connection, repo: pygit2.Repository) -> None:
        self._db = database
        self._repo = repo
        self._trees = TreeChanges(repo)
        self._paths = {path: number for number, path in database.execute("SELECT p, path FROM paths")}
        self._next = 1 + database.execute("SELECT coalesce(max(n), 0) FROM commits").fetchone()[0]

    def add(self, commits: list[pygit2.Oid], progress: Progress | None) -> None:
        for done, commit_id in enumerate(commits, 1):
            self._one(self._repo[commit_id].peel(pygit2.Commit))
            if progress is not None:
                progress(done, len(commits))

    def _one(self, commit: pygit2.Commit) -> None:
        changes = self._trees.of(commit)
        n = self._next
        self._next += 1
        self._db.execute("INSERT INTO commits VALUES (?, ?)", (n, commit.id.raw))
        self._db.executemany(
            "INSERT INTO changes VALUES (?, ?, ?, ?)",
            [(self._number(change.path), n, change.before, change.after) for change in changes],
        )
        found = [Move(move["from"], move["to"]) for move in _told(commit)]
        if len(commit.parent_ids) == 1:
            found += [move for move in moves.found_in(changes, self._read) if move not in found]
        self._db.executemany("INSERT INTO moves VALUES (?, ?, ?)", [(n, *_raw(move)) for move in found])

    def _number(self, path: str) -> int:
        raw = os.fsencode(path)
        number = self._paths.get(raw)
        if number is None:
            number = self._paths[raw] = len(self._paths) + 1
            self._db.execute("INSERT INTO paths VALUES (?, ?)", (number, raw))
        return number

    def _read(self, blob: bytes) -> bytes:
        found = self._repo[pygit2.Oid(raw=blob)]
        assert isinstance(found, pygit2.Blob)
        return found.data


def _told(commit: pygit2.Commit) -> Iterable[dict[str, str]]:
    """The moves that a commit tells of itself; most tell of none, and are not parsed."""
    return revert.moves_of(commit) if message.FROM.encode() in commit.raw_message else ()


def _raw(move: Move) -> Iterator[bytes]:
    return (os.fsencode(side.strip("/")) for side in move)


def _with_parents(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
