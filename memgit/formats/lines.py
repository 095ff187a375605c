"""A text as lines with their newlines, in spans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memgit.errors import SystemRefused

_NEWLINE = re.compile(r"\r\n|\n|\r")


class Line(NamedTuple):
    """[start, end) is the line without its newline; `behind` is where the next line starts. Counted in code points."""

    start: int
    end: int
    behind: int


def lines(text: str) -> Iterator[Line]:
    """Each line of a text; CRLF, LF and CR end one, and nothing else does. A last newline starts no line."""
    start = 0
    for found in _NEWLINE.finditer(text):
        yield Line(start, found.start(), found.end())
        start = found.end()
    if start < len(text):
        yield Line(start, len(text), len(text))


def newline(text: str) -> str:
    """The newline a text uses first, LF if it has none."""
    found = _NEWLINE.search(text)
    return found[0] if found is not None else "\n"


def decode(data: bytes) -> str:
    """The text of a file, with its BOM; SystemRefused if it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SystemRefused(f"not UTF-8 text: byte {error.start} cannot be read") from error
