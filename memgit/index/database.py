"""The index' file: opened, made, and recognised when it is damaged or of another make."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import apsw

from memgit.text.tokens import SIGNS

VERSION = 1
"""`user_version` of the file. Raise it when the schema, the tokens or the way files are cut into parts change."""

WAIT = 5_000
"""Milliseconds that a writer waits for another; each of them writes for a fraction of a second at a time."""

_CACHE = -65_536  # KiB: a rebuild keeps its pages
_BUSY = (apsw.BusyError, apsw.LockedError)
_DAMAGED = (apsw.CorruptError, apsw.NotADBError, apsw.SchemaChangeError, apsw.FormatError)
_REFUSED = (apsw.FullError, apsw.ReadOnlyError, apsw.IOError, apsw.CantOpenError, apsw.PermissionsError, apsw.AuthError)

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
    """An open index. `read` and `write` are its only ways in; inside them SQLite's errors become the ones above."""

    def __init__(self, path: Path | None, connection: apsw.Connection) -> None:
        self.path = path
        self._connection = connection
        self._inode = _inode(path)

    @classmethod
    def open(cls, path: Path) -> Database:
        """Open what is there. Raises Unusable."""
        if not path.exists():
            raise Unusable("missing")
        with _translated():
            database = cls(path, _connect(str(path), apsw.SQLITE_OPEN_READWRITE))
            try:
                version = database.one("PRAGMA user_version")
                ready = database.one("SELECT count(*) FROM history")
            except apsw.SQLError:
                version = ready = None
            if version != VERSION or not ready:
                database.close()
                raise Unusable("schema")
            return database

    @classmethod
    def create(cls, path: Path | None) -> Database:
        """Make an empty one in place of whatever is at `path`; None: in memory. Raises Held."""
        with _translated():
            if path is None:
                database = cls(None, _connect(":memory:", apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE))
            else:
                database = cls._create_file(path)
        return database

    @classmethod
    def _create_file(cls, path: Path) -> Database:
        """Processes that still have the old file open keep it, unlinked; nobody sees a half made one."""
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
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

    def rows(self, sql: str, values: Any = ()) -> list[Any]:
        """All rows of a query."""
        return self._connection.execute(sql, values).fetchall()

    def one(self, sql: str, values: Any = ()) -> Any:
        """The first column of the first row, None when there is no row."""
        return self._connection.execute(sql, values).get

    def run(self, sql: str, values: Any = ()) -> None:
        """Execute a statement."""
        self._connection.execute(sql, values)

    def run_many(self, sql: str, values: Any) -> None:
        """Execute a statement for each tuple of values."""
        self._connection.executemany(sql, values)

    def last_id(self) -> int:
        """The rowid of the row inserted last."""
        return int(self._connection.last_insert_rowid())

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """One view of the index, whatever is written meanwhile. Raises Unusable, Held."""
        with _translated():
            self.run("BEGIN")
            try:
                yield self
            finally:
                self._end("COMMIT")

    @contextmanager
    def writing(self, wait: int = WAIT) -> Iterator[Database]:
        """All or nothing. wait: milliseconds for another writer. Raises Unusable, Held."""
        with _translated():
            self._connection.set_busy_timeout(wait)
            self.run("BEGIN IMMEDIATE")
            try:
                yield self
                self.run("COMMIT")
            except BaseException:
                self._end("ROLLBACK")
                raise

    def _end(self, how: str) -> None:
        with suppress(apsw.Error):  # SQLite has ended it by itself, when the disk is full
            self.run(how)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except _BUSY:
        raise Held("another process is writing it") from None
    except _DAMAGED as error:
        raise Unusable("corrupt", str(error)) from error
    except apsw.FullError:
        raise Held("the disk is full") from None
    except _REFUSED as error:
        raise Held(f"its file cannot be written: {error}") from error


def _connect(name: str, flags: int) -> apsw.Connection:
    connection = apsw.Connection(name, flags=flags)
    connection.set_busy_timeout(WAIT)
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _make(connection: apsw.Connection) -> None:
    schema = files("memgit.index").joinpath("schema.sql").read_text("utf-8")
    connection.execute("PRAGMA journal_mode = WAL")
    with connection:
        connection.execute(schema.replace("{signs}", SIGNS.replace("'", "''")))
        connection.execute("INSERT INTO history VALUES (NULL)")
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
