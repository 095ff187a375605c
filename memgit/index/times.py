"""How old a text is: since when history has it as it is; what is not recorded is as old as its file on disk.

Commit times are all that is known of a file, entries are told apart by their text; an entry that says its own day
(pi-hermes-memory writes when it was last used) is at least as young.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from memgit.clock import microseconds
from memgit.errors import SystemRefused
from memgit.formats.entries import EntryFile
from memgit.formats.standing import StandingFile
from memgit.index.database import Database
from memgit.index.disk import stamp
from memgit.index.documents import Draft
from memgit.model.layout import ENTRY_ROLES, Dialect, Layout, Role

_DAY = timedelta(days=1)


class Touch(NamedTuple):
    """What a commit did to a file. blob: the raw id of what it became, None: it went.

    before: the file in the commit's parents; after: in the commit; both only for files made of entries.
    """

    time: datetime
    path: str
    blob: bytes | None
    before: Sequence[bytes] = ()
    after: bytes | None = None


def has_entries(layout: Layout, path: str) -> bool:
    """Whether a file is made of entries or rules, each with an age of its own."""
    place = layout.place(path)
    if place is None:
        return False
    return place.role is Role.STANDING or (place.role in ENTRY_ROLES and layout.dialect is not Dialect.FREE)


def learn(db: Database, layout: Layout, head: str | None, touches: Iterable[Touch], anew: bool) -> set[str]:
    """Take in what history says up to `head`, newest first; answers the paths whose age may be another.

    anew: forget what was known of history.
    """
    before: dict[str, tuple[bytes | None, int]] = {}
    if anew:
        before = {row[0]: (row[1], row[2]) for row in db.rows("SELECT path, blob, time FROM touch")}
        db.run("DELETE FROM touch")
        db.run("DELETE FROM born")
    newest: dict[str, tuple[bytes | None, int]] = {}
    born: dict[tuple[str, bytes], int] = {}
    for touch in touches:
        time = microseconds(touch.time)
        newest.setdefault(touch.path, (touch.blob, time))
        if touch.after is not None and has_entries(layout, touch.path):
            for entry in _entries(layout, touch.path, touch.after) - _all(layout, touch.path, touch.before):
                born.setdefault((touch.path, entry), time)
    db.run_many("INSERT OR REPLACE INTO touch VALUES (?, ?, ?)", [(path, *found) for path, found in newest.items()])
    db.run_many("INSERT OR REPLACE INTO born VALUES (?, ?, ?)", [(*key, time) for key, time in born.items()])
    db.run("UPDATE history SET head = ?", (head,))
    changed = {path for path, found in newest.items() if before.get(path) != found or has_entries(layout, path)}
    return changed | (before.keys() - newest.keys())


def retime(db: Database, home: Path, path: str) -> None:
    """Give a file that is not made of entries the time that history says."""
    rows = db.rows("SELECT blob, mtime FROM file WHERE path = ?", (path,))
    if not rows:
        return
    blob, mtime = rows[0]
    if mtime < 0:  # not settled
        now = stamp(f"{home}/{path}")
        mtime = 0 if now is None else now.mtime
    time = _whole(db, path, blob, mtime)
    db.run("UPDATE doc SET time = ? WHERE path = ? AND time <> ?", (time, path, time))


def ages(db: Database, path: str, blob: bytes | None, mtime: int, drafts: Sequence[Draft]) -> list[int]:
    """The time of each part of a file, in microseconds. mtime: of the file, in nanoseconds."""
    written = mtime // 1_000
    if not any(draft.entry for draft in drafts):
        return [_whole(db, path, blob, mtime)] * len(drafts)
    known = dict(db.rows("SELECT entry, time FROM born WHERE path = ?", (path,)))
    return [_age(draft, known.get(key(draft.entry or ""), written)) for draft in drafts]


def _whole(db: Database, path: str, blob: bytes | None, mtime: int) -> int:
    row = db.rows("SELECT blob, time FROM touch WHERE path = ?", (path,))
    return int(row[0][1]) if row and blob is not None and row[0][0] == blob else mtime // 1_000


def key(entry: str) -> bytes:
    """What an entry is known by."""
    return hashlib.blake2b(entry.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _age(draft: Draft, time: int) -> int:
    """The moment, if it is within the day that the entry says (or the entry says none); else that day's start."""
    if draft.dated is None:
        return time
    first, last = microseconds(draft.dated), microseconds(draft.dated + _DAY)
    return time if first <= time < last else first


def _all(layout: Layout, path: str, versions: Sequence[bytes]) -> set[bytes]:
    return {entry for data in versions for entry in _entries(layout, path, data)}


def _entries(layout: Layout, path: str, data: bytes) -> set[bytes]:
    place = layout.place(path)
    try:
        if place is not None and place.role is Role.STANDING:
            return {key(rule.text) for rule in StandingFile.parse(data).rules}
        return {key(entry.raw) for entry in EntryFile.parse(data, layout.dialect).entries}
    except SystemRefused:
        return set()
