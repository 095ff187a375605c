"""Telling what kind of home a folder is, by what its agent leaves there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from memgit.model.layout import Layout

_CERTAIN = 3
_ENOUGH = 2

_HINTS: Mapping[str, Mapping[str, int]] = {
    "memgit": {"bundles/*.yaml": 2, "projects/*/MEMORY.md": 2, "topics/*.md": 1, "skills/.usage.json": 1},
    "hermes": {"skills/.usage.json": 2, "SOUL.md": 1, "state.db": 1, "cron": 1},
    "pi-hermes": {"sessions/--*": 2},
    "claude": {
        "projects/*/memory/*.md": 1,
        "skills": 1,
        "settings.json": 1,
        "history.jsonl": 1,
        "todos": 1,
        "shell-snapshots": 1,
        "statsig": 1,
        ".credentials.json": 1,
    },
    "project-memory": {"projects/*/memory/*.md": 2},
    "dsh": {"failures.md": 1, "STANDING.md": 1, "MEMORY.md": 1},
}
"""What speaks for a layout without settling it, as several agents leave it: two points are enough.

Not so for `MEMORY.md` with `USER.md` at the top: that may be Hermes' `memories` folder, in the other dialect.
"""

_FOLDERS = {
    ".hermes": "hermes",
    ".claude": "claude",
    ".memgit": "memgit",
    ".dsh/memory": "dsh",
    ".pi/agent": "pi-hermes",
    "pi-hermes-memory": "dsh",
    ".pi/agent/project-memory": "project-memory",
}
"""Where the agents keep these homes by default: the end of the path settles what the files leave open."""

_DATE_COMMENT = b"<!-- created="
_DATED_FILES = ("MEMORY.md", "USER.md")
_HEAD = 65_536


def recognise(home: Path, layouts: Iterable[Layout]) -> list[Layout]:
    """The layouts that a folder may have, the best first; one when it is clear, none when nothing speaks for any."""
    known = list(layouts)
    usual = next((name for ending, name in _FOLDERS.items() if home.as_posix().endswith(f"/{ending}")), None)
    evidence = {layout.name: _evidence(home, layout) for layout in known}
    found = _likely(known, evidence)
    if usual is not None and (not found or any(layout.name == usual for layout in found)):
        return [layout for layout in known if layout.name == usual]
    return found


def _likely(known: list[Layout], evidence: Mapping[str, list[int]]) -> list[Layout]:
    """Those with a mark of their own, be they several; else the one with the most hints."""

    def rank(layout: Layout) -> tuple[int, int]:
        points = evidence[layout.name]
        return sum(points), len(points)

    certain = [layout for layout in known if _CERTAIN in evidence[layout.name]]
    if certain:
        return sorted(certain, key=rank, reverse=True)
    likely = [layout for layout in known if sum(evidence[layout.name]) >= _ENOUGH]
    most = max(map(rank, likely), default=None)
    return [layout for layout in likely if rank(layout) == most]


def _evidence(home: Path, layout: Layout) -> list[int]:
    points = [_CERTAIN for mark in layout.marks if _there(home, mark)]
    points += [weight for mark, weight in _HINTS.get(layout.name, {}).items() if _there(home, mark)]
    if layout.name == "dsh" and any(_is_dated(home / name) for name in _DATED_FILES):
        points.append(_CERTAIN)
    return points


def _there(home: Path, mark: str) -> bool:
    return any(home.glob(mark)) if "*" in mark else (home / mark).exists()


def _is_dated(path: Path) -> bool:
    """Whether an entry file is in pi's dialect."""
    try:
        with path.open("rb") as file:
            return _DATE_COMMENT in file.read(_HEAD)
    except OSError:
        return False
