"""The file of a home's search index, changed behind memgit's back."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import apsw


def index_file(home: Path) -> Path:
    """Where it is."""
    return home / ".memgit" / "index.db"


def execute(home: Path, sql: str) -> None:
    """Run a statement on it, with a connection of its own."""
    with closing(apsw.Connection(str(index_file(home)))) as database:
        database.execute(sql)


def another_version(home: Path) -> None:
    """Make it one of a memgit to come."""
    execute(home, "PRAGMA user_version = 9999")


def damage(home: Path) -> None:
    """Make it no database."""
    index_file(home).write_bytes(b"junk" * 5000)
