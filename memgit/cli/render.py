"""How values look to people: styles, times, columns, and text that a terminal must not obey."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36", "match": "1;31"}
"""Style to the parameters of its SGR sequence (ECMA-48 §8.3.117); a match looks as grep's does."""

_RESET = "\x1b[0m"
_SEQUENCE = re.compile(rf"\x1b\[(?:0|{'|'.join(STYLES.values())})m")
# C0 without tab and newline, DEL, C1, and the characters that reorder text: a terminal would obey them
_OBEYED = re.compile("\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_STEPS = ((60, "second"), (60, "minute"), (24, "hour"), (7, "day"), (5, "week"))


def styled(text: str, style: str) -> str:
    """Text between the sequences that switch a style on and off."""
    return f"\x1b[{STYLES[style]}m{text}{_RESET}"


def printable(text: str, styles: bool = False) -> str:
    """Text with control and bidirectional characters written as escapes; with `styles` ours stay."""
    if not _OBEYED.search(text):
        return text
    if not styles:
        return _OBEYED.sub(_escape, text)
    parts: list[str] = []
    end = 0
    for match in _SEQUENCE.finditer(text):
        parts += (_OBEYED.sub(_escape, text[end : match.start()]), match[0])
        end = match.end()
    return "".join((*parts, _OBEYED.sub(_escape, text[end:])))


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def short(commit: str) -> str:
    """The id of a commit for people: 7 digits."""
    return commit[:7]


def ago(moment: datetime, now: datetime) -> str:
    """`just now`, `3 hours ago`; a date when it is more than five weeks ago or in the future."""
    left = int((now - moment).total_seconds())
    if left < 0:
        return moment.strftime("%Y-%m-%d")
    if left == 0:
        return "just now"
    for size, unit in _STEPS:
        if left < size:
            return f"{left} {unit}{'' if left == 1 else 's'} ago"
        left //= size
    return moment.strftime("%Y-%m-%d")


def columns(rows: Iterable[Sequence[str]], gap: int = 2) -> list[str]:
    """Rows of cells as aligned lines, the last cell of a row as it is. Takes plain and styled cells."""
    table = [list(row) for row in rows]
    widths: list[int] = []
    for row in table:
        for n, cell in enumerate(row[:-1]):
            if n == len(widths):
                widths.append(0)
            widths[n] = max(widths[n], width(cell))
    lines = []
    for row in table:
        cells = [cell + " " * (widths[n] - width(cell) + gap) for n, cell in enumerate(row[:-1])]
        lines.append("".join((*cells, *row[-1:])).rstrip())
    return lines


def width(text: str) -> int:
    """How many cells of a terminal a text takes, styles apart."""
    plain = _SEQUENCE.sub("", text)
    if plain.isascii():
        return len(plain)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in plain)
