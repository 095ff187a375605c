"""Disks that refuse, small ones and read-only ones; a test is skipped where the system cannot make them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A file system of its own at `folder`, of the given size."""
    folder.mkdir(parents=True, exist_ok=True)
    _mount("-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        _unmount(folder)


@contextmanager
def read_only_disk(folder: Path) -> Iterator[None]:
    """The folder as if its file system had been mounted read-only."""
    _mount("--bind", str(folder), str(folder))
    try:
        _mount("-o", "remount,ro,bind", str(folder))
        yield
    finally:
        _unmount(folder)


@contextmanager
def read_only_folder(folder: Path) -> Iterator[None]:
    """A folder in which nobody, not even root, can make, rename or remove a file."""
    if os.geteuid() == 0:
        if _run("chattr", "+i", str(folder)) is not None:
            pytest.skip("the file system knows no immutable folders")
        try:
            yield
        finally:
            _run("chattr", "-i", str(folder))
    else:
        before = folder.stat().st_mode
        folder.chmod(0o555)
        try:
            yield
        finally:
            folder.chmod(before)


def fill(folder: Path, leave: int) -> Path:
    """Fill the disk of `folder` but for `leave` bytes; answers the file to delete."""
    filler = folder / "filler.bin"
    free = shutil.disk_usage(folder).free
    with open(filler, "wb") as file:
        file.write(b"x" * max(0, free - leave))
    return filler


def _mount(*words: str) -> None:
    problem = _run("mount", *words)
    if problem is not None:
        pytest.skip(f"no right to mount here: {problem}")


def _unmount(folder: Path) -> None:
    if _run("umount", str(folder)) is not None:
        _run("umount", "-l", str(folder))


def _run(*words: str) -> str | None:
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return f"{words[0]} is not installed"
    return None if done.returncode == 0 else done.stderr.strip() or "it failed"
