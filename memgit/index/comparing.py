"""Compares the index with the files, byte for byte, and its own parts with each other."""

from __future__ import annotations

from dataclasses import dataclass

from memgit.home import walk
from memgit.index.database import Database
from memgit.index.loading import load
from memgit.index.refresh import Source


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
        file = load(source.home, path, source.limit)
        if file is None:
            continue
        if path not in blobs:
            found.append(Difference(path, "missing"))
        elif blobs.pop(path) != file.blob:
            found.append(Difference(path, "changed"))
    found += [Difference(path, "gone") for path in blobs]
    files, docs = db.rows("SELECT (SELECT count(*) FROM file), (SELECT count(*) FROM doc)")[0]
    return Checked(files, docs, tuple(sorted(found, key=lambda item: item.path)), _problem(db))


def _problem(db: Database) -> str | None:
    for sql, what in _ORPHANS:
        if count := db.one(sql):
            return f"{count:,} {what}"
    verdict = db.one("PRAGMA quick_check(1)")  # asks the full text index, too
    return None if verdict == "ok" else str(verdict)
