"""Values of frontmatter as YAML writes them: the simple ones read without a YAML parser, and text written back.

Simple is what agents and people nearly always write: plain, quoted, folded and literal text, and lists of words. All
else is left to the parser: `read` answers SLOW. YAML 1.1 rules, as Hermes Agent reads (`yes` is a truth value).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from enum import Enum
from typing import Final


class NotText(str):
    """A scalar as it is written that YAML reads as something other than text: a number, a date, a truth value."""

    __slots__ = ()


class Slow(Enum):
    """The type of SLOW."""

    SLOW = "slow"


SLOW: Final = Slow.SLOW
"""Not simple: a YAML parser has to look at it."""

Value = str | list[str] | None
"""Text, NotText, a list of those, or None for null."""

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLEAN = frozenset(
    form for word in ("yes", "no", "true", "false", "on", "off") for form in (word, word.title(), word.upper())
)
_NUMBER = re.compile(
    r"[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?"
    r"|\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)"
)
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}.*)?")
_NEWLINE = re.compile(r"\r\n|\n|\r")
_COMMENT = re.compile(r"(?:^|[ \t])#.*")
_AFTER = r"[ \t]*(?:[ \t]#.*)?"
_SINGLE = re.compile(r"'((?:[^']|'')*)'" + _AFTER)
_DOUBLE = re.compile(r'("(?:[^"\\]|\\["\\/bfnrt]|\\u(?!d[89a-f])[0-9a-fA-F]{4})*")' + _AFTER, re.IGNORECASE)
_FLOW = re.compile(r"\[([^\[\]{}\"'#&*!|>%@`?:]*)\]" + _AFTER)
_BLOCK = re.compile(r"([|>])([-+]?)" + _AFTER)
_INDICATORS = frozenset("&*!|>%@`\"'[]{},#")
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")


def is_text(plain: str) -> bool:
    """Whether YAML 1.1 reads a plain scalar as text."""
    if plain in _NULL or plain in _BOOLEAN or plain in ("=", "<<"):
        return False
    return not (plain[0] in "0123456789.+-" and (_NUMBER.fullmatch(plain) or _DATE.fullmatch(plain)))


def breaks(plain: str) -> bool:
    """Whether one-line plain text cannot be a value in YAML: a colon before a space, as people write them in prose."""
    return ": " in plain or ":\t" in plain or plain.endswith(":")


def uncommented(line: str) -> str:
    """A line of plain text without its comment and the space around it."""
    return (_COMMENT.sub("", line) if "#" in line else line).strip(" \t")


def read(raw: str) -> Value | Slow:
    """The value of what stands between a key's colon and the next key."""
    lines = _NEWLINE.split(raw.rstrip(" \t\r\n"))
    first = lines[0].strip(" \t")
    if len(lines) == 1:
        return _one_line(first)
    block = _BLOCK.fullmatch(first)
    if block is not None:
        return SLOW if block[2] == "+" else _block(lines[1:], block[1] == ">", clipped=not block[2])
    if not uncommented(first):
        return _next_lines(lines[1:])
    if first[0] in _INDICATORS or _may_be_special(first):
        return SLOW
    return _continued(lines)


def write(text: str) -> str:
    """Text as a one-line YAML value, quoted only if it has to be."""
    special = not text or text != text.strip() or text[0] in _INDICATORS or _may_be_special(text)
    if special or breaks(text) or " #" in text or "\t" in text or not text.isprintable() or not _text_anywhere(text):
        quoted = json.dumps(text, ensure_ascii=False)
        return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)
    return text


def _text_anywhere(text: str) -> bool:
    """Text in YAML 1.1, in 1.2 and in the 1.1 of careless parsers (`y`, `n`)."""
    return is_text(text) and text.lower() not in ("y", "n", "---", "...")


def _may_be_special(text: str) -> bool:
    return text[0] in "-?:" and (len(text) == 1 or text[1] in " \t-")


def _one_line(line: str) -> Value | Slow:
    if line[:1] in _BRACKETED:
        pattern, take = _BRACKETED[line[:1]]
        found = pattern.fullmatch(line)
        return take(found[1]) if found else SLOW
    plain = uncommented(line)
    if plain in _NULL:
        return None
    if plain[0] in _INDICATORS or _may_be_special(plain) or breaks(plain):
        return SLOW
    return plain if is_text(plain) else NotText(plain)


def _single(inside: str) -> str:
    return inside.replace("''", "'")


def _double(quoted: str) -> str:
    return str(json.loads(quoted, strict=False)) if "\\" in quoted else quoted[1:-1]


def _words(inside: str) -> list[str] | Slow:
    words = [word.strip(" \t") for word in inside.split(",")]
    if words[-1] == "":
        words.pop()
    if any(word == "" or word in _NULL or _may_be_special(word) for word in words):
        return SLOW
    return [word if is_text(word) else NotText(word) for word in words]


def _next_lines(lines: list[str]) -> Value | Slow:
    """A value that starts below its key: a list, or plain text."""
    first = lines[0].strip(" \t")
    if first[:1] == "-":
        return _listed(lines)
    if not first or first[0] in _INDICATORS or _may_be_special(first) or not lines[0].startswith(" "):
        return SLOW
    return _one_line(first) if len(lines) == 1 else _continued(lines)


def _listed(lines: list[str]) -> list[str] | Slow:
    """A block list of one-line scalars."""
    found: list[str] = []
    indent: int | None = None
    for line in lines:
        text = line.lstrip(" ")
        if not text or text[0] == "#":
            continue
        if not text.startswith("- ") or indent not in (None, len(line) - len(text)):
            return SLOW
        indent = len(line) - len(text)
        value = _one_line(text[2:].strip(" \t"))
        if not isinstance(value, str):
            return SLOW
        found.append(value)
    return found


def _block(lines: list[str], folds: bool, clipped: bool) -> str | Slow:
    """Literal or folded text whose lines are all indented alike."""
    indent = len(lines[0]) - len(lines[0].lstrip(" "))
    margin = " " * indent
    for line in lines:
        if line and (not line.startswith(margin) or line[indent : indent + 1] in ("", " ", "\t")):
            return SLOW
    if not indent:
        return SLOW
    cut = [line[indent:] for line in lines]
    return (_fold(cut) if folds else "\n".join(cut)) + ("\n" if clipped else "")


def _continued(lines: list[str]) -> str | Slow:
    """Plain text that goes on in the next lines, which are indented."""
    stripped = [line.strip(" \t") for line in lines]
    for line in stripped:
        if "#" in line or breaks(line) or "\t" in line:
            return SLOW
    if any(line and not given.startswith(" ") for line, given in zip(stripped[1:], lines[1:], strict=True)):
        return SLOW
    return _fold(stripped)


def _fold(lines: list[str]) -> str:
    """One line break is a space; each further one is kept."""
    text, blank = lines[0], 0
    for line in lines[1:]:
        if not line:
            blank += 1
            continue
        text += ("\n" * blank if blank else " ") + line
        blank = 0
    return text


_BRACKETED: dict[str, tuple[re.Pattern[str], Callable[[str], Value | Slow]]] = {
    "'": (_SINGLE, _single),
    '"': (_DOUBLE, _double),
    "[": (_FLOW, _words),
}
