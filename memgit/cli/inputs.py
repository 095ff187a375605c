"""What a command is given besides its words: text and files, `-` being stdin."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memgit.errors import NotFound, SystemRefused, UsageError

if TYPE_CHECKING:
    from memgit.cli.context import App

STDIN = "-"


def read_text(app: App, value: str) -> str:
    """A text argument; `-` reads stdin, without its last newline. Raises SystemRefused when that is not UTF-8."""
    if value != STDIN:
        return require_text(os.fsencode(value), "the text")
    text = require_text(_stdin(app), "stdin")
    return text.removesuffix("\n").removesuffix("\r")


def read_file(app: App, path: str) -> bytes:
    """The bytes of a file that an option names; `-` reads stdin. Raises NotFound when there is none."""
    if path == STDIN:
        return _stdin(app)
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"there is no file '{path}'") from None
    except IsADirectoryError:
        raise UsageError(f"'{path}' is a folder, not a file") from None


def require_text(data: bytes, name: str) -> str:
    """Bytes as UTF-8 text. Raises SystemRefused (8) when they are not."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SystemRefused(f"{name} is not UTF-8 text (byte {error.start})", "convert it: iconv -t UTF-8") from None


def _stdin(app: App) -> bytes:
    stream = app.stdin
    if stream is None:  # what Python gives a program that was started with its stdin closed
        raise UsageError("standard input is closed", "give the text itself, or a file: < FILE")
    if stream.isatty():
        app.out.note("reading from the terminal; end with Ctrl-D")
    return stream.buffer.read()
