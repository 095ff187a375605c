"""Long output on a terminal goes through a pager; quitting it early is success."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import chain, islice
from typing import TextIO

_DEFAULT = "less -FRX"
_ROOM_FOR_PROMPT = 2


def pager_command(environ: Mapping[str, str]) -> list[str]:
    """The pager's words: `$MEMGIT_PAGER`, `$PAGER`, else `less -FRX`; none for an empty value or `cat`."""
    chosen = environ.get("MEMGIT_PAGER", environ.get("PAGER", _DEFAULT))
    try:
        words = shlex.split(chosen)
    except ValueError:
        words = shlex.split(_DEFAULT)
    return [] if words in ([], ["cat"]) else words


def write_paged(lines: Iterable[str], stream: TextIO, environ: Mapping[str, str]) -> None:
    """Write lines (each with its newline) to a terminal, through the pager when they do not fit on it."""
    rest = iter(lines)
    first = list(islice(rest, _height(stream) - _ROOM_FOR_PROMPT))
    beyond = next(rest, None)
    everything = chain(first, () if beyond is None else (beyond,), rest)
    words = pager_command(environ)
    if beyond is None or not words or not _through(words, everything, environ):
        stream.writelines(everything)


def _through(words: list[str], lines: Iterable[str], environ: Mapping[str, str]) -> bool:
    """Run the pager over the lines; False, with no line taken, when it cannot be started."""
    import signal
    import subprocess

    try:
        process = subprocess.Popen(
            words, stdin=subprocess.PIPE, text=True, encoding="utf-8", errors="backslashreplace", env=dict(environ)
        )
    except OSError:
        return False
    assert process.stdin is not None
    try:
        with suppress(BrokenPipeError):
            process.stdin.writelines(lines)
        with suppress(BrokenPipeError):
            process.stdin.close()
    finally:
        # the pager decides what an interrupt means while it is on the screen
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        process.wait()
        signal.signal(signal.SIGINT, before)
    return True


def _height(stream: TextIO) -> int:
    try:
        return max(os.get_terminal_size(stream.fileno()).lines, 5)
    except (OSError, ValueError):
        return 24
