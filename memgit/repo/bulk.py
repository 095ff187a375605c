"""Many new objects at once as one pack, as `git fast-import` does: a first commit of thousands of files costs one file.

Format: gitformat-pack(5), version 2 of pack and index, no deltas.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pygit2

_SPEED = 1
_BATCH = 64
_LARGEST_OFFSET = 0x7FFFFFFF


class _Memory(pygit2.OdbBackend):
    """Takes every object that is written and finds it again."""

    def __init__(self) -> None:
        super().__init__()
        self.objects: dict[pygit2.Oid, tuple[int, bytes]] = {}

    def write_cb(self, oid: pygit2.Oid, data: bytes, kind: int) -> None:
        self.objects[oid] = (int(kind), bytes(data))

    def read_cb(self, oid: pygit2.Oid) -> tuple[int, bytes]:
        return self.objects[oid]

    def read_header_cb(self, oid: pygit2.Oid) -> tuple[int, int]:
        kind, data = self.objects[oid]
        return kind, len(data)

    def read_prefix_cb(self, oid: object) -> tuple[int, bytes, pygit2.Oid]:
        raise KeyError(oid)

    def exists_cb(self, oid: pygit2.Oid) -> bool:
        return oid in self.objects

    def exists_prefix_cb(self, oid: object) -> pygit2.Oid:
        raise KeyError(oid)

    def refresh_cb(self) -> None:
        return

    def __iter__(self) -> Iterator[pygit2.Oid]:
        return iter(self.objects)


class Bulk:
    """A second view of a repository whose new objects stay in memory until `write` makes them one pack."""

    def __init__(self, git_dir: str) -> None:
        self.repo = pygit2.Repository(git_dir)
        self._memory = _Memory()
        self.repo.odb.add_backend(self._memory, 1000)
        self._folder = Path(git_dir) / "objects" / "pack"

    def write(self) -> None:
        """Make the objects durable; nothing points to them yet."""
        objects = sorted(self._memory.objects.items(), key=lambda item: bytes(item[0].raw))
        if not objects:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        temp = self._folder / f"tmp_pack_memgit_{os.getpid()}"
        try:
            index, checksum = _write_pack(temp, objects)
            stem = self._folder / f"pack-{checksum.hex()}"
            _publish(temp, stem.with_suffix(".pack"))
            temp.write_bytes(index)
            _publish(temp, stem.with_suffix(".idx"))
        finally:
            temp.unlink(missing_ok=True)


def _write_pack(path: Path, objects: list[tuple[pygit2.Oid, tuple[int, bytes]]]) -> tuple[bytes, bytes]:
    """Write the pack; its index and its checksum."""
    digest = hashlib.sha1(usedforsecurity=False)
    checks: list[int] = []
    offsets: list[int] = []
    at = 0
    with open(path, "wb") as file:

        def put(data: bytes) -> None:
            nonlocal at
            file.write(data)
            digest.update(data)
            at += len(data)

        put(b"PACK" + struct.pack(">II", 2, len(objects)))
        for packed in _compressed([content for _, content in objects]):
            offsets.append(at)
            checks.append(zlib.crc32(packed))
            put(packed)
        if at > _LARGEST_OFFSET:
            raise OSError(f"more than {_LARGEST_OFFSET:,} bytes at once")
        file.write(digest.digest())
    return _index([bytes(oid.raw) for oid, _ in objects], checks, offsets, digest.digest()), digest.digest()


def _compressed(contents: list[tuple[int, bytes]]) -> Iterator[bytes]:
    """Each object as it is in a pack, in order; zlib leaves the interpreter to the other threads."""

    def compress(at: int) -> list[bytes]:
        part = contents[at : at + _BATCH]
        return [_header(kind, len(data)) + zlib.compress(data, _SPEED) for kind, data in part]

    with ThreadPoolExecutor() as pool:
        for batch in pool.map(compress, range(0, len(contents), _BATCH)):
            yield from batch


def _header(kind: int, size: int) -> bytes:
    """Type and size: four bits of the size beside the type, then seven each."""
    first, size = kind << 4 | size & 0x0F, size >> 4
    out = bytearray()
    while size:
        out.append(first | 0x80)
        first, size = size & 0x7F, size >> 7
    out.append(first)
    return bytes(out)


def _index(ids: list[bytes], checks: list[int], offsets: list[int], checksum: bytes) -> bytes:
    counts = [0] * 256
    for each in ids:
        counts[each[0]] += 1
    fanout, total = [], 0
    for count in counts:
        total += count
        fanout.append(total)
    body = b"".join(
        [
            b"\377tOc" + struct.pack(">I", 2),
            struct.pack(">256I", *fanout),
            *ids,
            struct.pack(f">{len(checks)}I", *checks),
            struct.pack(f">{len(offsets)}I", *offsets),
            checksum,
        ]
    )
    return body + hashlib.sha1(body, usedforsecurity=False).digest()


def _publish(temp: Path, target: Path) -> None:
    """Rename durably."""
    handle = os.open(temp, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    temp.chmod(0o444)
    os.replace(temp, target)
