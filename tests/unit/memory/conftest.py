"""A home of any layout under memgit, edited through the real store."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memgit import layouts
from memgit.memory.budget import Limits
from memgit.model.change import Message, Recorded
from memgit.ops.init import Request, init
from memgit.repo.change import Change
from memgit.repo.store import Options, Store

NOW = datetime(2026, 10, 1, 23, 30, tzinfo=UTC)
TODAY = "2026-10-01"


class Home:
    """A store and shortcuts to edit it."""

    def __init__(self, folder: Path, layout: str, files: dict[str, bytes]) -> None:
        for path, data in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        init(folder, Request(layout), lambda: NOW, Options())
        self.folder = folder
        self.store = Store.open(folder, layouts.get, lambda: NOW)
        self.limits = Limits({})

    def edit(self, what: Callable[..., Message], *args: object) -> Recorded:
        """Run an edit on an open change and commit it."""
        with self.store.change() as change:
            return change.commit(what(change, *args))

    def reader(self) -> Change:
        """A change that is only read."""
        return Change(self.store, NOW)

    def read(self, path: str) -> bytes:
        """The bytes of a file on disk."""
        return (self.folder / path).read_bytes()


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., Home]:
    """Make a home: layout, then paths and bytes of the files that are in it before."""

    def made(layout: str, files: dict[str, bytes] | None = None) -> Home:
        folder = tmp_path / "home"
        folder.mkdir()
        return Home(folder, layout, files or {})

    return made
