"""What a scan of the home saw, so that the next one reads only what changed: a disposable cache in `.memgit/`.

A file is not read again while its stat data is what it was when the file was found to be as in the branch. Git's own
stat cache, its index, cannot serve: a command that reads must not write it.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from memgit.home.walk import Note

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Seen:
    """A home at one moment. tree: the id of the branch's tree then, None before the first commit.

    files: each that the walk over the home came to, with its stamp; None if it was not as in the tree, or the stamp
    cannot be trusted. absent: those of the tree that the walk did not come to. folders: likewise, each with its stamp.
    notes: what the walk left alone.
    """

    tree: str | None
    files: Mapping[str, str | None]
    absent: tuple[str, ...]
    folders: Mapping[str, str | None]
    notes: tuple[Note, ...]


NOTHING = Seen(None, {}, (), {}, ())


class Sitting:
    """One scan: what the last one saw, and stamps as of now."""

    def __init__(self, last: Seen, clock: os.stat_result | None) -> None:
        """clock: of a file made when the scan began, None when none could be made."""
        self.last = last
        self.seen: Seen | None = None
        self._now = 0 if clock is None else clock.st_mtime_ns
        self._device = -1 if clock is None else clock.st_dev

    def stamp(self, full: str) -> str | None:
        """Stat data of a file, link or folder; None when there is none, or none that can be trusted.

        What was written at the very moment the scan began, or later, can be written again without being told apart
        (git: racily clean), and so can what another file system stamps by another clock. The time that counts is
        ctime: no program can set it.
        """
        try:
            info = os.lstat(full)
        except OSError:
            return None
        if info.st_ctime_ns >= self._now or info.st_mtime_ns >= self._now or info.st_dev != self._device:
            return None
        return f"{info.st_ino} {info.st_size} {info.st_mtime_ns} {info.st_ctime_ns}"

    def keep(self, seen: Seen) -> None:
        """Have the next scan start from what this one saw."""
        self.seen = seen


class SeenFile:
    """The cache of one home. temps: a folder for a file on its way. rules: what decides which files are tracked."""

    def __init__(self, file: Path, temps: Path, rules: str) -> None:
        self._file = file
        self._temps = temps
        self._rules = rules

    @contextmanager
    def sitting(self) -> Iterator[Sitting]:
        """Begin a scan; what it keeps is written at the end, unless the disk is full or the home is read-only."""
        temp = self._temps / f"seen-{secrets.token_hex(8)}"
        clock = None
        with suppress(OSError):
            if os.stat(self._file.parent).st_uid == os.geteuid():  # a folder of root's would shut its owner out
                self._temps.mkdir(mode=0o700, exist_ok=True)
            with open(temp, "xb") as file:
                clock = os.fstat(file.fileno())
        try:
            sitting = Sitting(self._read(), clock)
            yield sitting
            if clock is not None and sitting.seen is not None and sitting.seen != sitting.last:
                with suppress(OSError):
                    temp.write_bytes(self._printed(sitting.seen))
                    os.replace(temp, self._file)
        finally:
            with suppress(OSError):
                temp.unlink(missing_ok=True)

    def _read(self) -> Seen:
        try:
            found = json.loads(self._file.read_bytes())
            if (found["version"], found["rules"]) != (_VERSION, self._rules):
                return NOTHING
            notes = tuple(Note(*note) for note in found["notes"])
            return Seen(found["tree"], found["files"], tuple(found["absent"]), found["folders"], notes)
        except (OSError, ValueError, KeyError, TypeError):
            return NOTHING

    def _printed(self, seen: Seen) -> bytes:
        document = {
            "version": _VERSION,
            "rules": self._rules,
            "tree": seen.tree,
            "notes": [(note.path, note.reason, note.refused) for note in seen.notes],
            "folders": seen.folders,
            "absent": seen.absent,
            "files": seen.files,
        }
        return json.dumps(document, separators=(",", ":")).encode()
