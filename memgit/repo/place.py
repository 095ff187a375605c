"""Carries a journal's steps out on disk: new bytes wait in a temp file, then trade places with the old ones."""

from __future__ import annotations

import os
import secrets
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from memgit.errors import Busy
from memgit.repo import files, swap
from memgit.repo.files import FileState
from memgit.repo.journal import Step
from memgit.repo.trees import EXECUTABLE, FILE, LINK

_ATTEMPTS = 20
_REAPPEARS_SECONDS = 0.3
_POLL_SECONDS = 0.005
_PERMISSIONS = 0o7777
_NOTE = ".elsewhere"


class Placer:
    """Puts and takes files of a home. Temp files live in `temps`, or beside the file if that is another file system."""

    def __init__(self, home: Path, temps: Path) -> None:
        self._home = home
        self._temps = temps
        self._made: list[Path] = []

    def prepare(self, path: str, state: FileState | None, original: str | None = None) -> str:
        """Reserve a temp name for `path`, holding `state` durably if given; relative to the home.

        Mode, owner and extended attributes are those of the file in place, or of `original`, which moves there first;
        the execute bit is that of `state`.
        """
        temp = self._temp_for(path)
        if state is None:
            return temp.relative_to(self._home).as_posix()
        if state.mode == LINK:
            os.symlink(os.fsdecode(state.data), temp)
        else:
            self._write(temp, self._home / (original or path), state)
        return temp.relative_to(self._home).as_posix()

    def place(self, step: Step) -> None:
        """Do the step, or nothing when it was done before. Raises when a folder or a link is in the place."""
        files.require_inside(self._home, step.path)
        path, temp = self._home / step.path, self._home / step.temp
        if step.new is None:
            self._take(path, temp)
        elif self._holds(step.temp, step.new):
            self._put(path, temp, expected=step.old is not None)

    def displaced(self, step: Step) -> FileState | None:
        """What came out when the step was done; None when there was no file."""
        return files.read(self._home, step.temp)

    def undo(self, step: Step) -> None:
        """Take the step back if it was done: what it displaced is in place again."""
        path, temp = self._home / step.path, self._home / step.temp
        if step.new is None:
            if os.path.lexists(temp):
                path.parent.mkdir(parents=True, exist_ok=True)
                with suppress(FileExistsError):
                    swap.move_to_free_name(temp, path)
        elif not os.path.lexists(temp):
            if self._holds(step.path, step.new):
                path.unlink()
                self.drop_made_folders()
        elif not self._holds(step.temp, step.new):
            with suppress(FileNotFoundError):
                swap.exchange(temp, path)
                if not self._holds(step.temp, step.new):
                    swap.exchange(temp, path)

    def discard(self, step: Step) -> None:
        """Drop the temp file, and the folders above the file that are empty now."""
        temp = self._home / step.temp
        temp.unlink(missing_ok=True)
        if temp.parent != self._temps:
            self._note_of(temp).unlink(missing_ok=True)
        self.drop_empty_folders(step.path)

    def drop_left_over(self) -> None:
        """Remove the temp files of a killed process, those beside their file too."""
        with suppress(FileNotFoundError):
            for temp in self._temps.iterdir():
                if temp.suffix == _NOTE:
                    (self._home / os.fsdecode(temp.read_bytes())).unlink(missing_ok=True)
                if temp.is_symlink() or not temp.is_dir():
                    temp.unlink()

    def drop_empty_folders(self, path: str) -> None:
        """Remove the folders above `path` that are empty now, but never a folder directly below the home."""
        parts = path.split("/")[:-1]
        while len(parts) > 1:
            try:
                os.rmdir(self._home.joinpath(*parts))
            except OSError:
                return
            parts.pop()

    def make_folders(self, folder: Path) -> None:
        """Make a folder and those above it that are missing, and remember them."""
        missing = []
        while not folder.is_dir():
            missing.append(folder)
            folder = folder.parent
        for one in reversed(missing):
            one.mkdir(exist_ok=True)
            self._made.append(one)

    def drop_made_folders(self) -> None:
        """Remove the folders that were made and are empty: after a failure none is left."""
        for folder in reversed(self._made):
            with suppress(OSError):
                folder.rmdir()

    def _temp_for(self, path: str) -> Path:
        folder = (self._home / path).parent
        while not folder.is_dir():  # it may yet have to be made, in place of a file that goes
            folder = folder.parent
        self._temps.mkdir(mode=0o700, exist_ok=True)
        name = f".memgit-{secrets.token_hex(8)}.tmp"
        if os.stat(folder).st_dev == os.stat(self._temps).st_dev:
            return self._temps / name
        temp = folder / name
        self._note_of(temp).write_bytes(os.fsencode(temp.relative_to(self._home)))
        return temp

    def _note_of(self, temp: Path) -> Path:
        """What tells, among the temp files, of one that is elsewhere, so that the next process finds it."""
        return self._temps / (temp.name + _NOTE)

    def _write(self, temp: Path, original: Path, state: FileState) -> None:
        try:
            info = os.lstat(original)
        except (FileNotFoundError, NotADirectoryError):
            info = None
        wanted = 0o777 if state.mode == EXECUTABLE else 0o666
        handle = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, wanted)
        with open(handle, "wb") as file:
            file.write(state.data)
            file.flush()
            if info is not None and stat.S_ISREG(info.st_mode):
                _copy_attributes(handle, original, info, state.mode == EXECUTABLE)
            os.fsync(handle)

    def _put(self, path: Path, temp: Path, expected: bool) -> None:
        self.make_folders(path.parent)
        if path.is_dir() and not path.is_symlink():
            _drop_empty_tree(path)
        deadline = time.monotonic() + (_REAPPEARS_SECONDS if expected else 0)
        while True:
            with suppress(FileNotFoundError):
                swap.exchange(temp, path)
                if temp.is_dir() and not temp.is_symlink():  # made there since we looked
                    swap.exchange(temp, path)
                    raise files.in_the_way(path.name, "a folder")
                return
            # pi renames the file away before it links the new one in: give it a moment to come back.
            if time.monotonic() < deadline:
                time.sleep(_POLL_SECONDS)
                continue
            with suppress(FileExistsError):
                swap.move_to_free_name(temp, path)
                return

    def _take(self, path: Path, temp: Path) -> None:
        if not os.path.lexists(temp) and (path.is_symlink() or not path.is_dir()):
            with suppress(FileNotFoundError):
                swap.move_to_free_name(path, temp)

    def _holds(self, path: str, content: tuple[str, int]) -> bool:
        state = files.read(self._home, path)
        return state is not None and (str(state.blob.id), state.mode) == content


def rewrite_in_place(placer: Placer, home: Path, path: str, edit: Callable[[bytes | None], bytes]) -> None:
    """Replace a file by `edit` of its bytes; when another writer came in between, do it again on what they wrote."""
    before = files.read(home, path)
    for _ in range(_ATTEMPTS):
        after = FileState(edit(None if before is None else before.data), FILE if before is None else before.mode)
        if after == before:
            return
        temp = placer.prepare(path, after)
        step = Step(path, temp, _pair(before), _pair(after))
        placer.place(step)
        found = placer.displaced(step)
        placer.discard(step)
        if found == before:
            return
        before = found
    raise Busy(f"another program keeps rewriting {path}", "stop it, or try again when it is quiet")


def _drop_empty_tree(folder: Path) -> None:
    """Remove a folder that holds nothing but folders; `SystemRefused` when there is more in it."""
    try:
        for inside, _, _ in os.walk(folder, topdown=False):
            os.rmdir(inside)
    except OSError as error:
        raise files.in_the_way(folder.name, "a folder") from error


def _pair(state: FileState | None) -> tuple[str, int] | None:
    return None if state is None else (str(state.blob.id), state.mode)


def _copy_attributes(handle: int, original: Path, info: os.stat_result, executable: bool) -> None:
    mode = info.st_mode & _PERMISSIONS
    if executable != bool(mode & stat.S_IXUSR):
        mode = mode | (mode & 0o444) >> 2 if executable else mode & ~0o111
    os.fchmod(handle, mode)
    if (info.st_uid, info.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(PermissionError):
            os.fchown(handle, info.st_uid, info.st_gid)
    if not hasattr(os, "listxattr"):
        return
    with suppress(OSError):
        for name in os.listxattr(original):
            os.setxattr(handle, name, os.getxattr(original, name))
