"""A home that is searched: files of any layout without a store, and an index of them in memory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memgit.config import Settings
from memgit.index import searching
from memgit.index.database import Database
from memgit.index.refresh import refresh
from memgit.index.searching import Found
from memgit.model.hit import Area, Request, Sort
from memgit.ops.index import where
from memgit.repo import state
from memgit.repo.state import StoreFile

WRITTEN = datetime(2026, 10, 1, 12, tzinfo=UTC)
"""When a file was written, unless told otherwise."""


class SearchHome:
    """Files that are written as other programs would, and found at once."""

    def __init__(self, folder: Path, files: Mapping[str, str] | None = None, layout: str = "hermes") -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        state.write(folder, StoreFile(layout))
        self.source = where(folder, Settings(), folder.parent).source
        self.db = Database.create(None)
        for path, text in (files or {}).items():
            self.write(path, text)

    def write(self, path: str, text: str, at: datetime = WRITTEN) -> None:
        """Put a file there."""
        full = self.folder / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(text.encode())
        os.utime(full, (at.timestamp(), at.timestamp()))

    def skill(self, name: str, about: str, body: str = "", folder: str = "skills", at: datetime = WRITTEN) -> None:
        """Put a skill there."""
        text = f"---\nname: {name}\ndescription: {about}\n---\n\n{body}\n"
        self.write(f"{folder}/{name}/SKILL.md", text, at)

    def entries(self, *texts: str) -> None:
        """Make the memory of a Hermes home these entries."""
        self.write("memories/MEMORY.md", "\n§\n".join(texts))

    def refresh(self) -> None:
        """Bring the index up to date."""
        refresh(self.db, self.source, wait=0)

    def search(self, text: str, **wanted: Any) -> Found:
        """What a request finds. wanted: the fields of a request; area and sort may be strings."""
        self.refresh()
        wanted["area"] = Area(wanted.get("area", "all"))
        wanted["sort"] = Sort(wanted.get("sort", "relevance"))
        with self.db.reading():
            return searching.search(self.db, Request(text, **wanted))

    def found(self, text: str, **wanted: Any) -> list[str]:
        """The entries, and the names of what is no entry, in order."""
        return [hit.name if hit.entry is None else hit.entry for hit in self.search(text, **wanted).hits]
