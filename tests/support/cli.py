"""Runs the command line in this process or in one of its own, away from the person's home and settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir, nullcontext
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

from memgit.cli.main import main
from memgit.cli.output import Streams

NOBODY = "/dev/null/nobody"
"""A home folder that nobody can make."""


@dataclass(frozen=True)
class Result:
    """What a run printed, and its exit code."""

    stdout: str
    stderr: str
    code: int

    @property
    def json(self) -> Any:
        """The one document on stdout."""
        return json.loads(self.stdout)

    @property
    def error(self) -> Any:
        """The one document on stderr."""
        return json.loads(self.stderr)


def environment(env: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a run: nothing of the person's, and a traceback for a bug."""
    kept = {key: os.environ[key] for key in ("PATH", "SYSTEMROOT", "TMPDIR") if key in os.environ}
    return {**kept, "HOME": NOBODY, "LC_ALL": "C.UTF-8", "MEMGIT_DEBUG": "1", **(env or {})}


def run(
    *args: str,
    home: Path | str | None = None,
    stdin: str | bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Result:
    """Run `memgit ARGS` in this process."""
    streams = Streams(
        TextIOWrapper(BytesIO(stdin.encode() if isinstance(stdin, str) else stdin), encoding="utf-8"),
        *(TextIOWrapper(BytesIO(), encoding="utf-8", errors="backslashreplace", newline="") for _ in "oe"),
    )
    with chdir(cwd) if cwd else nullcontext():
        code = main(_words(args, home), streams, environment(env))
    return Result(_written(streams.stdout), _written(streams.stderr), code)


def run_process(
    *args: str,
    home: Path | str | None = None,
    stdin: str | bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Result:
    """Run `memgit ARGS` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", "from memgit.cli.main import run; run()", *_words(args, home)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env=environment(env),
        cwd=cwd,
        check=False,
        timeout=60,
    )
    return Result(done.stdout.decode(), done.stderr.decode(), done.returncode)


def _words(args: tuple[str, ...], home: Path | str | None) -> list[str]:
    return [*(() if home is None else ("--home", str(home))), *args]


def _written(stream: Any) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode()
