"""The index' file: opened, made, and recognised when it is damaged or of another make."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import apsw

from memgit.text.tokens import SIGNS

VERSION = 2
"""`user_version` of the file. Raise it when the schema, the tokens or the way files are cut into parts change."""

WAIT = 5_000
"""Milliseconds that a writer waits for another; each of them writes for a fraction of a second at a time."""

_PRAGMAS = """
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -8192; -- KiB: a watcher keeps it
PRAGMA wal_autocheckpoint = 8000; -- pages: a pass over thousands of files waits for the disk half as long
PRAGMA journal_size_limit = 4194304; -- bytes that stay in the write-ahead log afterwards
"""
_TURN = 0.002
"""Seconds between two tries of a writer who waits: one who writes in steps lets others in for longer than that."""

_BUSY = (apsw.BusyError, apsw.LockedError)
_DAMAGED = (
    apsw.CorruptError,
    apsw.NotADBError,
    apsw.SchemaChangeError,
    apsw.FormatError,
    apsw.SQLError,  # a table that is no more, or that says something else by now
    apsw.ConstraintError,
    apsw.MismatchError,
    UnicodeDecodeError,
)
_REFUSED = (apsw.FullError, apsw.ReadOnlyError, apsw.IOError, apsw.CantOpenError, apsw.PermissionsError, apsw.AuthError)
_TROUBLE = (*_BUSY, *_DAMAGED, *_REFUSED)

SQLITE_VERSION = apsw.sqlite_lib_version()
"""The version of the SQLite that comes with the program."""


class Unusable(Exception):
    """The file is not there, damaged, or of another make. reason: `missing`, `corrupt` or `schema`."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(detail or reason)
        self.reason = reason


class Held(Exception):
    """The file cannot be written now: another process is at it, the disk is full, it is read-only. `str` says which."""


class Database:
    """An open index. SQLite's errors become the ones above."""

    def __init__(self, path: Path | None, connection: apsw.Connection, unkept: str | None = None) -> None:
        self.path = path
        self.unkept = unkept
        self._connection = connection
        self._inode = _inode(path)
        self._held: str | None = None

    @classmethod
    def open(cls, path: Path) -> Database:
        """Open what is there. Raises Unusable."""
        if not path.exists():
            raise Unusable("missing")
        if not (path.is_file() or path.is_dir()):
            raise Unusable("corrupt", "it is a pipe or a device")
        with _translated():
            connection = _connect(str(path), apsw.SQLITE_OPEN_READWRITE)
            try:
                if not _is_ours(connection):
                    raise Unusable("schema")
            except BaseException:
                connection.close()
                raise
            return cls(path, connection)

    @classmethod
    def open_frozen(cls, path: Path, reason: str) -> Database | None:
        """Open for reading what cannot be opened otherwise: there is no room for what readers share, say.

        reason: why it cannot be written.

        None where a writer left something that is not in the file yet, or it cannot be read either.
        """
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        try:
            if os.path.exists(f"{path}-wal") and os.path.getsize(f"{path}-wal"):
                return None
            connection = _connect(f"{path.absolute().as_uri()}?immutable=1", flags)
            if not _is_ours(connection):
                return None
        except (*_TROUBLE, FileNotFoundError):
            return None
        database = cls(path, connection)
        database._held = "the disk is full" if os.statvfs(path.parent).f_bavail == 0 else reason
        return database

    @classmethod
    def create(cls, path: Path | None, unkept: str | None = None) -> Database:
        """Make an empty one in place of whatever is at `path`; None: in memory. Raises Held.

        unkept: why it is in memory, for people.
        """
        with _translated():
            if path is not None:
                return cls._create_file(path)
            connection = _connect(":memory:", apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
            _make(connection)
            return cls(None, connection, unkept)

    @classmethod
    def _create_file(cls, path: Path) -> Database:
        """Processes that still have the old file open keep it, unlinked; nobody sees a half made one.

        Under a lock: what a killed process left is taken for ours.
        """
        fresh = path.with_name(f"{path.name}.new")
        try:
            _unlink(fresh)
            os.close(os.open(fresh, os.O_CREAT | os.O_RDWR, 0o600))
            connection = _connect(str(fresh), apsw.SQLITE_OPEN_READWRITE)
            _make(connection)
            connection.close()
            for suffix in ("-wal", "-shm"):
                with suppress(FileNotFoundError):
                    os.unlink(f"{path}{suffix}")
            os.replace(fresh, path)
        except OSError as error:
            raise Held(f"{error.strerror}: '{error.filename}'") from error
        finally:
            _unlink(fresh)
        return cls(path, _connect(str(path), apsw.SQLITE_OPEN_READWRITE))

    @property
    def replaced(self) -> bool:
        """Whether another process put another file in the place of this one."""
        return self.path is not None and _inode(self.path) != self._inode

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self, sql: str, values: Any = ()) -> list[Any]:
        """All rows of a query."""
        try:
            return self._connection.execute(sql, values).fetchall()
        except _TROUBLE as error:
            raise _told(error) from error

    def one(self, sql: str, values: Any = ()) -> Any:
        """The first column of the first row, None when there is no row."""
        try:
            return self._connection.execute(sql, values).get
        except _TROUBLE as error:
            raise _told(error) from error

    def run(self, sql: str, values: Any = ()) -> None:
        """Execute a statement."""
        try:
            self._connection.execute(sql, values)
        except _TROUBLE as error:
            raise _told(error) from error

    def run_many(self, sql: str, values: Any) -> None:
        """Execute a statement for each tuple of values."""
        try:
            self._connection.executemany(sql, values)
        except _TROUBLE as error:
            raise _told(error) from error

    def last_id(self) -> int:
        """The rowid of the row inserted last."""
        return int(self._connection.last_insert_rowid())

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """One view of the index, whatever is written meanwhile. Raises Unusable, Held."""
        self.run("BEGIN")
        try:
            yield self
        finally:
            self._end("COMMIT")

    @contextmanager
    def writing(self, wait: int = WAIT) -> Iterator[Database]:
        """All or nothing. wait: milliseconds for another writer. Raises Unusable, Held."""
        if self._held is not None:
            raise Held(self._held)
        self._connection.set_busy_handler(_patience(wait))
        self.run("BEGIN IMMEDIATE")
        try:
            yield self
            self.run("COMMIT")
        except BaseException:
            self._end("ROLLBACK")
            raise

    def _end(self, how: str) -> None:
        with suppress(apsw.Error):  # SQLite has ended it by itself, when the disk is full
            self._connection.execute(how)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except _TROUBLE as error:
        raise _told(error) from error


def _told(error: Exception) -> Unusable | Held:
    """What an error of SQLite means."""
    if isinstance(error, _BUSY):
        return Held("another process is writing it")
    if isinstance(error, apsw.FullError):
        return Held("the disk is full")
    if isinstance(error, _REFUSED):
        return Held(f"its file cannot be written: {error}")
    return Unusable("corrupt", str(error))


def _is_ours(connection: apsw.Connection) -> bool:
    """Whether this program made it, and to the end."""
    try:
        version = connection.execute("PRAGMA user_version").get
        return bool(version == VERSION and connection.execute("SELECT count(*) FROM history").get)
    except apsw.SQLError:
        return False


def _connect(name: str, flags: int) -> apsw.Connection:
    connection = apsw.Connection(name, flags=flags)
    connection.set_busy_handler(_patience(WAIT))
    connection.execute(_PRAGMAS)
    return connection


def _patience(wait: int) -> Callable[[int], bool]:
    """A busy handler that tries again for so many milliseconds."""

    def again(tries: int) -> bool:
        time.sleep(_TURN)
        return tries * _TURN * 1000 < wait

    return again


def _make(connection: apsw.Connection) -> None:
    schema = files("memgit.index").joinpath("schema.sql").read_text("utf-8")
    connection.execute("PRAGMA journal_mode = WAL")
    with connection:
        connection.execute(schema.replace("{signs}", SIGNS.replace("'", "''")))
        connection.execute("INSERT INTO history VALUES (NULL, NULL)")
        connection.execute("INSERT INTO token(token, rank) VALUES ('automerge', 16)")  # half of the work of a big pass
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _unlink(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.unlink(f"{path}{suffix}")


def _inode(path: Path | None) -> int | None:
    if path is None:
        return None
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return None
