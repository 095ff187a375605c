"""Makes the rows of files what is on disk, file by file, within transactions of others."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from memgit.errors import SystemRefused
from memgit.index import disk, times, writing
from memgit.index.database import Database
from memgit.index.documents import Draft, documents
from memgit.index.loading import load
from memgit.index.owners import SKILL, Owners
from memgit.index.source import Source


class Filing:
    """One pass over some files, within transactions: what is read is what is there by then."""

    def __init__(self, db: Database, source: Source) -> None:
        self._db = db
        self._source = source
        self._owners = Owners(db)
        self._left = writing.Left()
        self.changed = 0
        self.removed = 0

    def end(self) -> None:
        """What belongs at the end of each transaction."""
        self._left.sweep(self._db)
        self._owners.forget()

    def update(self, path: str, *, again: bool = False) -> None:
        """Make the rows of a path what is on disk now. again: also if its stamp is the one that is known."""
        rows = self._db.rows("SELECT size, mtime, ctime, inode, blob FROM file WHERE path = ?", (path,))
        if rows and not again and rows[0][:4] == disk.stamp(f"{self._source.home}/{path}"):
            return
        there = self._put(path, rows)
        if rows and not there:
            writing.remove(self._db, path, self._left)
            self.removed += 1
        folder, _, name = path.rpartition("/")
        if name == SKILL and bool(rows) != there:
            self._owners.forget()
            span = (f"{folder}/", f"{folder}0")
            for row in self._db.rows("SELECT path FROM file WHERE path > ? AND path < ? AND path <> ?", (*span, path)):
                self.update(row[0], again=True)

    def _put(self, path: str, known: Sequence[Sequence[object]]) -> bool:
        """Write the rows of what is there; False when nothing is. known: the row that the file has."""
        place = self._source.layout.place(path)
        found = None if place is None else load(self._source.home, path, self._source.limit)
        if found is None or place is None:
            return False
        drafts: Sequence[Draft] = ()
        try:
            drafts = documents(self._source.layout, path, place, found.data, self._owners.of(path, place))
        except SystemRefused as error:
            found = found._replace(problem=error.message)
        ages = times.ages(self._db, path, found.blob, found.mtime, drafts)
        writing.put(self._db, path, found, drafts, ages, self._left)
        self.changed += not known or known[0][4] != found.blob
        return True


def retime(db: Database, source: Source, paths: Collection[str]) -> None:
    """Give the parts of files that history says something new of their times. Within a transaction."""
    filing = Filing(db, source)
    for path in paths:
        if not times.has_entries(source.layout, path):
            times.retime(db, source.home, path)
        elif db.one("SELECT 1 FROM file WHERE path = ?", (path,)):
            filing.update(path, again=True)
    filing.end()
