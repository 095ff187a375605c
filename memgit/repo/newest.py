"""The newest commits read straight from git's files: loading a git library takes longer than a short log may.

It reads what memgit and git write every day: loose objects, and whole ones in packs. Anything else (a delta, a linked
work tree, an alternate store, a shallow clone) makes it answer None, and the caller asks the library.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from contextlib import suppress
from heapq import heappop, heappush
from pathlib import Path
from typing import NamedTuple

from memgit.model.change import Commit
from memgit.repo.commits import Filter, described
from memgit.repo.head import head_id

_MOST = 5000
"""So many commits are looked at for a filter before the library, which reads faster, takes over."""

_COMMIT = 1
_INDEX_HEAD = b"\xfftOc\x00\x00\x00\x02"
_FANOUT = 8
_NAMES = _FANOUT + 256 * 4
"""gitformat-pack: type number of a commit; version 2 of the index, its fan-out table, where its names start."""


class _Strange(Exception):
    """Something that this module does not read."""


class _Raw(NamedTuple):
    parents: tuple[str, ...]
    time: int
    text: str


def newest(git_dir: Path, wanted: Filter, limit: int) -> list[Commit] | None:
    """At most `limit` commits of the branch that pass the filter, newest first; None when the library has to look."""
    found: list[Commit] = []
    try:
        if any((git_dir / name).exists() for name in ("commondir", "shallow", "objects/info/alternates")):
            return None
        head = head_id(git_dir)
        if head is None:
            return None
        for looked_at, commit in enumerate(_walk(_Objects(git_dir / "objects"), head)):
            if len(found) >= limit:
                break
            if looked_at >= _MOST:
                return None
            if wanted.passes(commit):
                found.append(commit)
    except (_Strange, OSError, ValueError, IndexError, zlib.error):
        return None
    return found


def _walk(reader: _Objects, head: str) -> Iterator[Commit]:
    """By time, each commit before its parents' other children as the library does it."""
    seen = {head}
    first = reader.commit(head)
    queue = [(-first.time, 0, head, first)]
    order = 0
    while queue:
        _, _, commit, raw = heappop(queue)
        yield described(commit, raw.parents, raw.time, raw.text)
        for parent in raw.parents:
            if parent not in seen:
                seen.add(parent)
                order += 1
                found = reader.commit(parent)
                heappush(queue, (-found.time, order, parent, found))


class _Objects:
    """The objects of a repository."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._packs: list[tuple[Path, bytes]] | None = None

    def commit(self, commit_id: str) -> _Raw:
        try:
            data = zlib.decompress((self._folder / commit_id[:2] / commit_id[2:]).read_bytes())
        except FileNotFoundError:
            return _parse(self._from_pack(bytes.fromhex(commit_id)))
        head, _, body = data.partition(b"\0")
        if not head.startswith(b"commit "):
            raise _Strange
        return _parse(body)

    def _from_pack(self, name: bytes) -> bytes:
        if self._packs is None:
            self._packs = [(path.with_suffix(".pack"), path.read_bytes()) for path in self._folder.glob("pack/*.idx")]
        for pack, index in self._packs:
            offset = _offset(index, name)
            if offset is not None:
                return _packed_commit(pack, offset)
        raise _Strange


def _offset(index: bytes, name: bytes) -> int | None:
    """Where an object is in the pack of an index."""
    if not index.startswith(_INDEX_HEAD):
        raise _Strange
    low = _number(index, _FANOUT + 4 * (name[0] - 1)) if name[0] else 0
    high = _number(index, _FANOUT + 4 * name[0])
    total = _number(index, _FANOUT + 4 * 255)
    at = index.find(name, _NAMES + 20 * low, _NAMES + 20 * high)
    while at >= 0 and (at - _NAMES) % 20:
        at = index.find(name, at + 1, _NAMES + 20 * high)
    if at < 0:
        return None
    offset = _number(index, _NAMES + total * 24 + (at - _NAMES) // 20 * 4)
    if offset >> 31:
        raise _Strange
    return offset


def _number(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "big")


def _packed_commit(pack: Path, offset: int) -> bytes:
    """A commit that is kept whole; the type and size in front of it take some bits of each byte."""
    with open(pack, "rb") as file:
        file.seek(offset)
        data = file.read(4096)
        kind, size, at, shift = data[0] >> 4 & 7, data[0] & 15, 1, 4
        while data[at - 1] & 0x80:
            size |= (data[at] & 0x7F) << shift
            at, shift = at + 1, shift + 7
        if kind != _COMMIT:
            raise _Strange
        unpack = zlib.decompressobj()
        body = unpack.decompress(data[at:])
        while not unpack.eof:
            more = file.read(1 << 16)
            if not more:
                raise _Strange
            body += unpack.decompress(more)
    if len(body) != size:
        raise _Strange
    return body


def _parse(body: bytes) -> _Raw:
    head, _, text = body.partition(b"\n\n")
    parents: list[str] = []
    time: int | None = None
    encoding = "utf-8"
    for line in head.split(b"\n"):
        key, _, value = line.partition(b" ")
        if key == b"parent":
            parents.append(value.decode("ascii"))
        elif key == b"committer":
            time = int(value.rpartition(b"> ")[2].split()[0])
        elif key == b"encoding":
            encoding = value.decode("ascii", "replace")
    if time is None:
        raise _Strange
    with suppress(LookupError, UnicodeDecodeError):
        return _Raw(tuple(parents), time, text.decode(encoding))
    return _Raw(tuple(parents), time, text.decode("utf-8", "replace"))


def git_dir_of(home: Path, named: str | None) -> Path | None:
    """The git directory of a home; None when `.git` is a pointer that the library has to follow."""
    if named is not None:
        return Path(named)
    folder = home / ".git"
    return folder if os.path.isdir(folder) else None
