"""What a home holds, byte for byte, so that a test can say: nothing changed."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

from support.cli import Result

DISPOSABLE = (
    ".memgit/lock",
    ".memgit/tmp",
    ".memgit/paths.db",
    ".memgit/seen.json",
    ".git/objects",
    ".git/memgit-",
    ".git/logs",
)
"""What may differ: locks, caches, objects that nothing points to, reflogs."""


def snapshot(home: Path, times: bool = True) -> dict[str, tuple[int, bytes, int]]:
    """Every path of a home with its type and mode, its bytes and when it was written: files, git's index and refs.

    times: False where bytes are to be compared with those of another moment.
    """
    found: dict[str, tuple[int, bytes, int]] = {}
    for folder, folders, names in os.walk(home):
        for name in [*folders, *names]:
            full = os.path.join(folder, name)
            path = os.path.relpath(full, home)
            if path.startswith(DISPOSABLE):
                continue
            info = os.lstat(full)
            found[path] = (info.st_mode, _data(full, info), info.st_mtime_ns if times and _is_file(info) else 0)
    return found


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """The files and links below a folder with their modes and bytes."""
    return {
        path: (mode, data) for path, (mode, data, _) in snapshot(folder, times=False).items() if not stat.S_ISDIR(mode)
    }


def git(home: Path, *words: str) -> str:
    """What a git command prints; it must succeed."""
    done = subprocess.run(["git", *words], cwd=home, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode(errors="surrogateescape")


def assert_clean(home: Path) -> None:
    """Plain git has nothing to say about the home."""
    assert git(home, "--no-optional-locks", "status", "--porcelain") == ""
    assert git(home, "fsck", "--no-dangling", "--no-progress") == ""


def assert_one_line(result: Result, code: int, *words: str) -> None:
    """One error line with the words, then hints; nothing on stdout."""
    lines = result.stderr.splitlines()
    assert result.code == code, (result.code, result.stdout, result.stderr)
    errors = [line for line in lines if line.startswith("memgit: error: ")]
    hints = [line for line in lines if line.startswith("memgit: hint: ")]
    assert len(errors) == 1, result.stderr
    assert hints, result.stderr
    assert len(errors) + len(hints) == len(lines), result.stderr
    assert result.stdout == ""
    for word in words:
        assert word in errors[0], result.stderr


def _is_file(info: os.stat_result) -> bool:
    return stat.S_ISREG(info.st_mode)


def _data(full: str, info: os.stat_result) -> bytes:
    if stat.S_ISLNK(info.st_mode):
        return os.fsencode(os.readlink(full))
    if not stat.S_ISREG(info.st_mode):
        return b""
    with open(full, "rb") as file:
        return file.read()
