"""Everything that an index says of a home, without its ids: two indexes of the same files dump equal."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw

from memgit.config import Settings
from memgit.index.areas import area_of
from memgit.ops import index
from memgit.ops.index import Where
from memgit.text.tokens import terms

_DOCS = """
SELECT doc.path, part, key, kind, name, project, archived, n, line, section, time, content.id, content.text
FROM doc JOIN unit ON unit.id = unit JOIN content ON content.id = content
"""


def dump(path: Path) -> dict[str, Any]:
    """What the index at a path holds: files, folders, documents, history. Its tokens must be those of its texts."""
    with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as db:
        tokens = _tokens(db)
        docs, contents = {}, {}
        for row in db.execute(_DOCS):
            content, text = row[-2:]
            contents[content] = text
            docs[row[:2]] = (*row[2:-2], area_of(content).name, text)
        assert contents.keys() == tokens.keys() == _ids(db, "content") == _ids(db, "token_docsize")
        assert len(docs) == db.execute("SELECT count(*) FROM doc").get
        for content, text in contents.items():
            assert tokens[content] == terms(text), text
        return {
            "files": {
                row[0]: (row[1] and row[1].hex(), row[2]) for row in db.execute("SELECT path, blob, problem FROM file")
            },
            "folders": [row[0] for row in db.execute("SELECT path FROM folder ORDER BY path")],
            "docs": docs,
            "units": sorted(row[0] for row in db.execute("SELECT key FROM unit")),
            "head": db.execute("SELECT head FROM history").get,
            "touches": {row[0]: row[1:] for row in db.execute("SELECT path, blob, time FROM touch")},
            "births": {row[:2]: row[2] for row in db.execute("SELECT path, entry, time FROM born")},
        }


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """What is not the same in two dumps, a line each, for a person to read."""
    found = []
    for kind, value in one.items():
        if isinstance(value, dict):
            keys = sorted({*value, *other[kind]}, key=str)
            pairs = [(key, value.get(key), other[kind].get(key)) for key in keys]
            found += [f"{kind} {key}: {left} | {right}" for key, left, right in pairs if left != right]
        elif value != other[kind]:
            found.append(f"{kind}: {value} | {other[kind]}")
    return found


def place_of(home: Path) -> Where:
    """The index of a home; the folder for indexes of homes that cannot be written is beside it."""
    return index.where(home, Settings(), home.parent / "cache")


def assert_as_rebuilt(place: Where, told: object = "") -> None:
    """The index in the first of its places says what one says that is made of the files now."""
    with tempfile.TemporaryDirectory(dir=place.home.parent) as folder:
        fresh = Path(folder) / "fresh.db"
        index.refresh(replace(place, databases=(fresh,)))
        found = differing(dump(place.databases[0]), dump(fresh))
    assert not found, "\n".join([str(told), "as it is | as it should be:", *found])


def contents(path: Path) -> dict[tuple[str, str], int]:
    """Area and text to the id of each content."""
    with closing(apsw.Connection(str(path))) as db:
        return {(area_of(row[0]).name, row[1]): row[0] for row in db.execute("SELECT id, text FROM content")}


def _tokens(db: apsw.Connection) -> dict[int, set[str]]:
    """The tokens of each content as the full text index has them; a content without any has an empty set."""
    db.execute("CREATE VIRTUAL TABLE temp.word USING fts5vocab(main, token, instance)")
    found: dict[int, set[str]] = defaultdict(set)
    for term, content in db.execute("SELECT term, doc FROM temp.word"):
        found[content].add(term)
    db.execute("DROP TABLE temp.word")
    return {content: found.get(content, set()) for content in {*found, *_ids(db, "content")}}


def _ids(db: apsw.Connection, table: str) -> set[int]:
    return {row[0] for row in db.execute(f"SELECT id FROM {table}")}
