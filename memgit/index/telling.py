"""Hits told: the entry or the place in a file, a snippet of the original text, since when it is so."""

from __future__ import annotations

import json
from collections.abc import Sequence

from memgit.clock import from_microseconds
from memgit.index.database import Database
from memgit.index.query import Query
from memgit.index.ranking import Ranked
from memgit.index.sections import joined
from memgit.index.snippet import snippet
from memgit.model.hit import Hit

_PLACES = """
SELECT u.id, u.kind, u.name, u.project, u.archived, u.n, d.path, d.line, d.section, d.time, c.text
FROM json_each(?) j CROSS JOIN unit u ON u.id = j.value ->> 0
JOIN content c ON c.id = j.value ->> 1
JOIN doc d ON d.content = c.id AND d.unit = u.id
ORDER BY d.path DESC, d.part DESC
"""


def hits(db: Database, query: Query, ranked: Sequence[Ranked]) -> tuple[Hit, ...]:
    """The hits of some ranked units, in their order."""
    rows = {row[0]: row[1:] for row in db.rows(_PLACES, (json.dumps([(each.unit, each.content) for each in ranked]),))}
    return tuple(_hit(db, query, each, rows[each.unit]) for each in ranked)


def _hit(db: Database, query: Query, ranked: Ranked, row: Sequence[object]) -> Hit:
    kind, name, project, archived, n, path, line, section, time, text = row
    shown = snippet(str(text), query)
    return Hit(
        kind=str(kind),
        name=str(name),
        path=str(path),
        entry=None if n is None else _whole(db, ranked.unit),
        n=n if isinstance(n, int) else None,
        section=str(section),
        line=int(str(line)) + str(text).count("\n", 0, shown.at),
        score=round(ranked.score, 4),
        snippet=shown.text,
        marks=shown.marks,
        time=from_microseconds(int(str(time))),
        project=None if project is None else str(project),
        archived=bool(archived),
    )


def _whole(db: Database, unit: int) -> str:
    """The text of an entry, all its parts."""
    sql = "SELECT c.text FROM doc d JOIN content c ON c.id = d.content WHERE d.unit = ? ORDER BY d.part"
    return joined([row[0] for row in db.rows(sql, (unit,))])
