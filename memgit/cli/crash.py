"""Crash reports: what is needed to mend a bug, and nothing that a person wrote."""

from __future__ import annotations

import os
import platform
import traceback
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from memgit import __version__
from memgit.cli.commands import ROWS
from memgit.paths import crash_folder

_KEPT = 20


def write_report(error: BaseException, argv: Sequence[str], environ: Mapping[str, str]) -> Path:
    """Write a report and answer its path; the oldest of more than 20 go."""
    folder = crash_folder(environ)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    now = datetime.now(UTC)
    path = folder / f"{now:%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    lines = (
        f"memgit {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"time: {now:%Y-%m-%dT%H:%M:%SZ}",
        f"command: memgit {' '.join(without_values(argv))}",
        "",
        "".join(_frames(error)),
    )
    path.write_text("\n".join(lines), encoding="utf-8", errors="backslashreplace")
    for old in sorted(folder.glob("*.txt"))[:-_KEPT]:
        old.unlink(missing_ok=True)
    return path


def without_values(argv: Sequence[str]) -> list[str]:
    """The command line with everything but the names of commands and flags blanked: the rest may be secret."""
    words = {word for row in ROWS for word in row.split()}
    shown: list[str] = []
    for word in argv:
        flag = word.partition("=")[0]
        kept = word in words and len(shown) < 4
        shown.append(word if kept else flag if flag.startswith("-") and len(flag) < 24 else "…")
    return shown


def _frames(error: BaseException) -> list[str]:
    """The traceback; of the message only the type, since messages may quote what a person wrote."""
    lines = traceback.format_tb(error.__traceback__)
    for cause in (error.__cause__, error.__context__):
        if cause is not None:
            lines = [*traceback.format_tb(cause.__traceback__), f"{type(cause).__name__}, which led to\n", *lines]
            break
    return [*lines, type(error).__name__, "\n"]
