"""The journal: what a change is about to do to files, written first, so that a kill can be rolled forward."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Step:
    """One file to be put (`new` given) or taken away (`new` is None).

    old, new: [blob id, git mode] before and after; None where there is no file. temp: the file, relative to the home,
    that holds the new bytes before the step and what it displaced after it.
    """

    path: str
    temp: str
    old: tuple[str, int] | None
    new: tuple[str, int] | None


@dataclass(frozen=True, slots=True)
class Journal:
    """A change on its way: the commit to become the tip of `branch`, whose tip was `parent`, the moves, the steps."""

    branch: str
    parent: str | None
    commit: str
    moves: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]


def write(path: Path, journal: Journal) -> None:
    """Write the journal: whole or not there at all.

    A killed process needs no fsync. After a power cut a journal that is lost costs nothing: files that were placed are
    whole, and found as outside edits.
    """
    data = json.dumps({"version": _VERSION, **asdict(journal)}).encode()
    temp = path.with_suffix(".new")
    handle = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(temp, path)
    except OSError:
        with suppress(OSError):
            os.unlink(temp)
        raise


def read(path: Path) -> Journal | None:
    """The left-over journal, None when there is none. One that cannot be read was never relied on and is None too."""
    try:
        data = json.loads(path.read_bytes())
        return Journal(
            branch=data["branch"],
            parent=data["parent"],
            commit=data["commit"],
            moves=tuple((source, target) for source, target in data["moves"]),
            steps=tuple(
                Step(step["path"], step["temp"], _pair(step["old"]), _pair(step["new"])) for step in data["steps"]
            ),
        )
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def _pair(value: list[object] | None) -> tuple[str, int] | None:
    return None if value is None else (str(value[0]), int(str(value[1])))
