"""Rows of the index for a file: its parts, their contents and tokens, its units. Texts that are known are kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from memgit.index.areas import Area
from memgit.index.database import Database
from memgit.index.documents import Draft, Unit
from memgit.index.loading import Loaded
from memgit.index.owners import SKILL
from memgit.text.fold import fold
from memgit.text.tokens import terms

_CONTENTS = "SELECT c.hash, c.id FROM doc d JOIN content c ON c.id = d.content WHERE d.path = ?"
_UNITS = """SELECT DISTINCT u.key, u.id, u.kind, u.name, u.project, u.archived, u.n
            FROM doc d JOIN unit u ON u.id = d.unit WHERE d.path = ?"""
_UNIT = "SELECT id, kind, name, project, archived, n FROM unit WHERE key = ?"
_LOOK = "SELECT part, unit, content, line, section, time FROM doc WHERE path = ?"


class _Row(NamedTuple):
    unit: int
    content: int
    line: int
    section: str
    time: int


class Left:
    """Contents and units that a part had: to be swept at the end, since another part may have taken them over."""

    def __init__(self) -> None:
        self._contents: set[int] = set()
        self._units: set[int] = set()

    def add(self, rows: Iterable[_Row]) -> None:
        """These parts are no more, or not as they were."""
        for row in rows:
            self._contents.add(row.content)
            self._units.add(row.unit)

    def sweep(self, db: Database) -> None:
        """Drop contents and units that no part has any more."""
        for content in self._contents:
            if db.one("SELECT 1 FROM doc WHERE content = ? LIMIT 1", (content,)) is None:
                db.run("DELETE FROM content WHERE id = ?", (content,))
                db.run("DELETE FROM token WHERE rowid = ?", (content,))
        for unit in self._units:
            if db.one("SELECT 1 FROM doc WHERE unit = ? LIMIT 1", (unit,)) is None:
                db.run("DELETE FROM unit WHERE id = ?", (unit,))
        self._contents.clear()
        self._units.clear()


def put(db: Database, path: str, file: Loaded, drafts: Sequence[Draft], times: Sequence[int], left: Left) -> None:
    """Make the rows of a file what its bytes say. times: of each draft, microseconds since 1970."""
    db.run("INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?)", (path, *file.stamp, file.blob, file.problem))
    old = {row[0]: _Row(*row[1:]) for row in db.rows(_LOOK, (path,))}
    contents = dict(db.rows(_CONTENTS, (path,))) if old else {}
    rows_of_units = {row[0]: row[1:] for row in db.rows(_UNITS, (path,))} if old else {}
    new: dict[int, _Row] = {}
    units: dict[Unit, int] = {}
    for part, (draft, time) in enumerate(zip(drafts, times, strict=True)):
        unit = units.get(draft.unit)
        if unit is None:
            unit = units[draft.unit] = _unit(db, draft.unit, rows_of_units.get(draft.unit.key))
        digest = content_hash(draft.area, draft.text)
        content = contents.get(digest) or _content(db, draft, digest)
        new[part] = _Row(unit, content, draft.line, draft.section, time)
    db.run_many("DELETE FROM doc WHERE path = ? AND part = ?", [(path, part) for part in old if part not in new])
    db.run_many(
        "INSERT OR REPLACE INTO doc VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(path, part, *row) for part, row in new.items() if old.get(part) != row],
    )
    left.add(row for part, row in old.items() if new.get(part) != row)


def remove(db: Database, path: str, left: Left) -> None:
    """Take the rows of a file out. A skill without its SKILL.md is called by its folder."""
    old = [_Row(*row[1:]) for row in db.rows(_LOOK, (path,))]
    db.run("DELETE FROM file WHERE path = ?", (path,))
    db.run("DELETE FROM doc WHERE path = ?", (path,))
    left.add(old)
    folder, _, name = path.rpartition("/")
    if name == SKILL:
        db.run("UPDATE unit SET name = ? WHERE key = ?", (folder.rpartition("/")[2], folder))


def content_hash(area: Area, text: str) -> bytes:
    """What a text is known by."""
    data = b"%d\0" % area + text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16).digest()


def _unit(db: Database, unit: Unit, known: Sequence[Any] | None) -> int:
    """The id of a unit. The name of a skill is what its SKILL.md says, whichever of its files is read last.

    known: its row, if the file had it before.
    """
    rows = [known] if known else db.rows(_UNIT, (unit.key,))
    values = (unit.kind, unit.name, unit.project, int(unit.archived), unit.n)
    if not rows:
        db.run("INSERT INTO unit(key, kind, name, project, archived, n) VALUES (?, ?, ?, ?, ?, ?)", (unit.key, *values))
        return db.last_id()
    row = rows[0]
    if unit.leads and tuple(row[1:]) != values:
        db.run(
            "UPDATE unit SET kind = ?, name = ?, project = ?, archived = ?, n = ? WHERE id = ?",
            (*values, row[0]),
        )
    return int(row[0])


def _content(db: Database, draft: Draft, digest: bytes) -> int:
    """The id of a text; one that is not known yet is indexed."""
    known = db.one("SELECT id FROM content WHERE hash = ?", (digest,))
    if known is not None:
        return int(known)
    last = db.one("SELECT max(id) FROM content WHERE id BETWEEN ? AND ?", (draft.area.first, draft.area.last))
    content = draft.area.first if last is None else int(last) + 1
    folded = None if draft.text.isascii() else fold(draft.text)
    db.run("INSERT INTO content VALUES (?, ?, ?, ?)", (content, digest, draft.text, folded))
    db.run("INSERT INTO token(rowid, text) VALUES (?, ?)", (content, " ".join(terms(draft.text))))
    return content
