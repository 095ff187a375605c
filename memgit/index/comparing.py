"""Compares the index with the files, byte for byte, and its own parts with each other."""

from __future__ import annotations

from dataclasses import dataclass

from memgit.home import walk
from memgit.index.areas import area_of
from memgit.index.database import Database
from memgit.index.disk import OURS
from memgit.index.loading import load, read
from memgit.index.source import Source
from memgit.index.writing import content_hash


@dataclass(frozen=True, slots=True)
class Difference:
    """A file that the index does not tell of as it is: `missing` from it, `changed` since, `gone` from disk."""

    path: str
    what: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found. problem: what is wrong with the index itself, None if nothing."""

    files: int
    documents: int
    differences: tuple[Difference, ...]
    problem: str | None = None


_ORPHANS = (
    ("SELECT count(*) FROM doc WHERE content NOT IN (SELECT id FROM content)", "parts have no content"),
    ("SELECT count(*) FROM doc WHERE unit NOT IN (SELECT id FROM unit)", "parts belong to nothing"),
    ("SELECT count(*) FROM doc WHERE path NOT IN (SELECT path FROM file)", "parts are of no file"),
    ("SELECT count(*) FROM content WHERE id NOT IN (SELECT content FROM doc)", "contents are of no part"),
    ("SELECT count(*) FROM content WHERE id NOT IN (SELECT id FROM token_docsize)", "contents have no tokens"),
    ("SELECT count(*) FROM token_docsize WHERE id NOT IN (SELECT id FROM content)", "tokens are of no content"),
)


def check(db: Database, source: Source) -> Checked:
    """Read every tracked file. Raises Unusable when the index is damaged."""
    blobs = dict(db.rows("SELECT path, blob FROM file"))
    found = []
    for path in walk.tracked(source.home, source.layout, []):
        file = None if path.startswith(f"{OURS}/") else read(source.home, path, source.limit)
        if file is None:
            continue
        if path not in blobs:
            found.append(Difference(path, "missing"))
        elif blobs.pop(path) != file.blob:
            found.append(Difference(path, "changed"))
    found += [Difference(path, "gone") for path in blobs]
    files, docs = db.rows("SELECT (SELECT count(*) FROM file), (SELECT count(*) FROM doc)")[0]
    return Checked(files, docs, tuple(sorted(found, key=lambda item: item.path)), _problem(db))


def is_same(db: Database, source: Source, path: str) -> bool:
    """Whether a file that was read at the very moment it changed, so that its stamp says nothing, is as it was then."""
    rows = db.rows("SELECT blob FROM file WHERE path = ? AND mtime = -1 AND blob IS NOT NULL", (path,))
    file = load(source.home, path, source.limit) if rows else None
    return file is not None and file.blob == rows[0][0]


def _problem(db: Database) -> str | None:
    for sql, what in _ORPHANS:
        if count := db.one(sql):
            return f"{count:,} {what}"
    verdict = db.one("PRAGMA quick_check(1)")  # asks the full text index, too
    if verdict != "ok":
        return str(verdict)
    for content, known, text in db.rows("SELECT id, hash, text FROM content"):
        if content_hash(area_of(content), text) != known:
            return "a text is not what was indexed"
    return _lost_tokens(db)


def _lost_tokens(db: Database) -> str | None:
    """What the full text index does not notice itself: that it lost some. It keeps how many each content was given."""
    given = sum(_varint(size) for (size,) in db.rows("SELECT sz FROM token_docsize"))
    there = db.one("SELECT sum(doc) FROM token_row") or 0  # `terms` gives a content no token twice
    return None if there == given else f"there are {there:,} of {given:,} tokens"


def _varint(data: bytes) -> int:
    """SQLite's number of 7 bits a byte, the high ones first, the last byte below 128 (sqlite.org/fileformat2.html)."""
    value = 0
    for byte in data:
        value = value << 7 | byte & 127
        if byte < 128:
            break
    return value
