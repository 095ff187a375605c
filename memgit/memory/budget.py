"""Budgets: how much of each store is used, and what is refused for being too much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memgit.errors import Refused, SystemRefused
from memgit.formats.entries import EntryFile
from memgit.formats.standing import StandingFile
from memgit.memory.targets import Kind, Target, targets_of
from memgit.model.layout import Layout, Unit
from memgit.text.units import count

STANDING = "standing"
STANDING_LINES = 20
STANDING_CHARS = 2_000
"""How many standing rules fit, and how long they may be together, as in pi-hermes-memory 0.9.6."""

_SHOWN = 70


@dataclass(frozen=True, slots=True)
class Usage:
    """How full one store is. target: `memory`, `user`, `failure`, `project:NAME` or `standing`.

    chars, limit: in `unit`; limit is None where there is none. percent: rounded down, above 100 when over the limit.
    """

    target: str
    path: str
    chars: int
    limit: int | None
    percent: int
    unit: Unit
    entries: int


@dataclass(frozen=True, slots=True)
class Limits:
    """What a person set. budgets: target to limit, only what is set; standing_lines: how many rules fit."""

    budgets: Mapping[str, int]
    standing_lines: int = STANDING_LINES

    def of(self, layout: Layout, key: str) -> int | None:
        """A budget: as set, else as the layout's agent enforces it; None for no limit."""
        default = layout.budgets.get(key, STANDING_CHARS if key == STANDING else None)
        return self.budgets.get(key, default)


def usages(home: Path, layout: Layout, budgets: Mapping[str, int]) -> tuple[Usage, ...]:
    """How full each store of a home is; takes files as they are, even those that are not text."""
    limits = Limits(budgets)
    found: list[Usage] = []
    for target, path in targets_of(layout, project_files(home, layout)):
        name = f"project:{target.project}" if target.kind is Kind.PROJECT else target.kind.value
        found.append(_usage(name, path, limits.of(layout, target.budget), _entries(home / path, layout)))
    if STANDING in layout.files:
        path = layout.files[STANDING]
        found.append(_usage(STANDING, path, limits.of(layout, STANDING), _rules(home / path, layout.unit)))
    return tuple(found)


def project_files(home: Path, layout: Layout) -> list[str]:
    """The entry files of projects that are on disk, sorted."""
    if layout.project_file is None:
        return []
    folder = home / layout.project_file.partition("{name}")[0]
    try:
        names = sorted(child.name for child in folder.iterdir())
    except OSError:
        return []
    paths = [layout.project_file.replace("{name}", name) for name in names]
    return [path for path in paths if layout.place(path) is not None and (home / path).is_file()]


def require_room(before: EntryFile, after: EntryFile, limit: int | None, unit: Unit, target: Target) -> None:
    """Raise Refused, listing what is there, when an edit makes a store larger than its limit and than it was."""
    needed, held = count(after.joined, unit), count(before.joined, unit)
    if limit is None or needed <= max(limit, held):
        return
    sizes = [(entry.n + 1, entry.text, count(entry.raw, unit)) for entry in before.entries]
    raise _refused(
        f"{target.area} has room for {limit:,} {unit}, and this would make it {needed:,}: {needed - limit:,} too many",
        f"make room first: memgit memory replace{target.flags} OLD NEW, or memgit memory remove{target.flags} OLD",
        sizes,
        {
            "target": target.kind.value,
            "project": target.project,
            "chars": held,
            "needed": needed,
            "limit": limit,
            "unit": unit.value,
        },
    )


def require_standing_room(before: StandingFile, after: StandingFile, limits: Limits, layout: Layout) -> None:
    """Raise Refused, listing the rules that are there, when an added rule is one too many or too long."""
    unit, limit, lines = layout.unit, limits.of(layout, STANDING), limits.standing_lines
    needed, held = count(after.joined, unit), count(before.joined, unit)
    if len(after.rules) > max(lines, len(before.rules)):
        what = f"there is room for {lines} standing rules, and {len(before.rules)} are there"
    elif limit is not None and needed > max(limit, held):
        what = f"standing has room for {limit:,} {unit}, and this would make it {needed:,}"
    else:
        return
    raise _refused(
        what,
        "make room first: memgit standing remove N",
        [(rule.n, rule.text, count(rule.text, unit)) for rule in before.rules],
        {
            "target": STANDING,
            "chars": held,
            "needed": needed,
            "limit": limit,
            "unit": unit.value,
            "lines": lines,
        },
    )


def first_line(text: str, limit: int = _SHOWN) -> str:
    """The first line of a text, cut with an ellipsis."""
    line = text.lstrip().partition("\n")[0].rstrip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _refused(what: str, hint: str, sizes: Sequence[tuple[int, str, int]], numbers: Mapping[str, Any]) -> Refused:
    return Refused(
        what,
        hint,
        *(f"there is: {n}. {first_line(text)} ({chars:,})" for n, text, chars in sizes),
        details={
            "budget": dict(numbers),
            "entries": [{"n": n, "text": text, "chars": chars} for n, text, chars in sizes],
        },
    )


def _usage(name: str, path: str, limit: int | None, held: tuple[int, int, Unit]) -> Usage:
    chars, entries, unit = held
    return Usage(name, path, chars, limit, chars * 100 // limit if limit else 0, unit, entries)


def _entries(path: Path, layout: Layout) -> tuple[int, int, Unit]:
    data = _bytes(path)
    try:
        file = EntryFile.parse(data, layout.dialect)
    except SystemRefused:
        return count(data.decode("utf-8", "replace"), layout.unit), 0, layout.unit
    return count(file.joined, layout.unit), len(file.entries), layout.unit


def _rules(path: Path, unit: Unit) -> tuple[int, int, Unit]:
    data = _bytes(path)
    try:
        file = StandingFile.parse(data)
    except SystemRefused:
        return count(data.decode("utf-8", "replace"), unit), 0, unit
    return count(file.joined, unit), len(file.rules), unit


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes() if path.is_file() else b""
    except OSError:
        return b""
