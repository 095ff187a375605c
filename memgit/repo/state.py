"""What memgit keeps beside a home: `.memgit/` with `store.json`, which marks the home as ours."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from memgit.errors import NotFound, SystemRefused

FOLDER = ".memgit"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class StoreFile:
    """`store.json`: the layout's name, and the files left out of history because of a secret (path to rule codes).

    git_dir: where the git repository is, when it is not `.git`.
    """

    layout: str
    withheld: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    git_dir: str | None = None


@dataclass(frozen=True, slots=True)
class StatePaths:
    """Paths below `.memgit/`."""

    folder: Path

    @property
    def store_file(self) -> Path:
        """What marks the home as a store."""
        return self.folder / "store.json"

    @property
    def lock(self) -> Path:
        """The writers' lock."""
        return self.folder / "lock"

    @property
    def journal(self) -> Path:
        """The change on its way, if one was interrupted."""
        return self.folder / "journal.json"

    @property
    def temps(self) -> Path:
        """Files on their way into the home."""
        return self.folder / "tmp"

    @property
    def path_cache(self) -> Path:
        """The disposable commit-to-paths cache."""
        return self.folder / "paths.db"

    @property
    def seen(self) -> Path:
        """The disposable cache of what a scan saw on disk."""
        return self.folder / "seen.json"

    @property
    def search_index(self) -> Path:
        """The disposable search index."""
        return self.folder / "index.db"

    @property
    def watch_lock(self) -> Path:
        """Held by the watcher of the home."""
        return self.folder / "watch.lock"


def paths_of(home: Path) -> StatePaths:
    """Where the state of a home is."""
    return StatePaths(home / FOLDER)


def read(home: Path) -> StoreFile:
    """Read `store.json`; `NotFound` when the home is no store."""
    path = paths_of(home).store_file
    try:
        data = json.loads(path.read_bytes())
        withheld = {str(key): tuple(value) for key, value in data.get("withheld", {}).items()}
        git_dir = data.get("git_dir")
        return StoreFile(str(data["layout"]), withheld, None if git_dir is None else str(git_dir))
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"'{home}' is not a memgit store", f"make it one: memgit init {home}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise unreadable(home) from None


def unreadable(home: Path) -> SystemRefused:
    """What to say of a `store.json` that is no JSON, or names a layout that this memgit does not know."""
    return SystemRefused(f"'{paths_of(home).store_file}' cannot be read", f"repair it: memgit init {home}")


def mark(home: Path, git_dir: str | None) -> None:
    """Say that the home is about to be a store, where nothing says so yet: a killed init can then be run again.

    What is written names no layout, so that every command but `init` refuses it.
    """
    paths = paths_of(home)
    paths.folder.mkdir(mode=0o700, exist_ok=True)
    if not paths.store_file.exists():
        _write(paths.store_file, {"version": _VERSION, "git_dir": git_dir})


def marked_git_dir(home: Path) -> str | None:
    """Where the repository is according to a `store.json`, even one that says no more than that."""
    try:
        found = json.loads(paths_of(home).store_file.read_bytes())["git_dir"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found if isinstance(found, str) else None


def write(home: Path, value: StoreFile) -> None:
    """Write `store.json` whole."""
    paths = paths_of(home)
    paths.folder.mkdir(mode=0o700, exist_ok=True)
    data: dict[str, object] = {"version": _VERSION, "layout": value.layout}
    data["withheld"] = {key: list(codes) for key, codes in value.withheld.items()}
    if value.git_dir is not None:
        data["git_dir"] = value.git_dir
    _write(paths.store_file, data)


def _write(path: Path, data: Mapping[str, object]) -> None:
    temp = path.with_suffix(".new")
    try:
        with open(temp, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=2, ensure_ascii=False)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(temp, path)
    except OSError:
        temp.unlink(missing_ok=True)
        raise
