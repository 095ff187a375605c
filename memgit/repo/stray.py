"""Lock files that git left behind: whose they may be, before anybody takes them away."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import psutil

GRACE = 2.0
"""Seconds: a library (libgit2, JGit) holds such a lock for milliseconds, and cannot be told from other programs."""


def outlived(path: Path) -> bool:
    """Whether a file stays as it is for so long that no library holds it; waits until it has."""
    with suppress(FileNotFoundError):
        first = path.stat()
        time.sleep(max(0.0, min(GRACE, first.st_mtime + GRACE - time.time())))
        last = path.stat()
        return (first.st_ino, first.st_mtime_ns) == (last.st_ino, last.st_mtime_ns)
    return False


def git_at_work(home: Path, git_dir: Path) -> int | None:
    """The pid of a git command that works in a home, as far as this user may see; None when there is none.

    One that waits for its editor holds a lock without having the file open, so that where it works is what counts.
    """
    for process in psutil.process_iter(["name"]):
        if not (process.info["name"] or "").startswith("git"):
            continue
        try:
            if _inside(Path(process.cwd()), home, git_dir) or _names(process, home, git_dir):
                return process.pid
        except psutil.AccessDenied:
            return process.pid  # another user's: it may be here
        except psutil.Error:
            continue
    return None


def _inside(place: Path, *folders: Path) -> bool:
    return any(place.is_relative_to(folder) for folder in folders)


def _names(process: psutil.Process, home: Path, git_dir: Path) -> bool:
    """Whether a command was told this repository, by an argument, or by its environment as git tells its children."""
    told = process.environ().get("GIT_DIR")
    return (told is not None and Path(told) == git_dir) or any(
        str(folder) in word for word in process.cmdline() for folder in (home, git_dir)
    )
