"""Replacing a piece of a text: it must be there once, or every one of it is meant; the rest keeps its bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memgit.errors import NotFound, UsageError

_SHOWN_LINES = 10
_WIDTH = 60
_NEAR = 0.5


@dataclass(frozen=True, slots=True)
class Replacement:
    """What to look for and what to put there. every: each place, not only one."""

    old: str
    new: str
    every: bool = False


def replace(text: str, wanted: Replacement, where: str, look: str = "memgit skill view NAME FILE --peek") -> str:
    r"""The text with the replacement made.

    A file with CRLF is searched for, and given, lines that end as its own do. where: what to call the text in errors.
    look: the command that prints it.
    Raises UsageError when `old` is empty or found several times, NotFound, with the nearest line, when it is not there.
    """
    if not wanted.old:
        raise UsageError("the text to replace is empty")
    old, new = wanted.old, wanted.new
    if "\r\n" in text:
        new = _with_crlf(new)
        old = old if old in text else _with_crlf(old)
    at = list(_places(text, old))
    if not at:
        raise _not_found(text, wanted.old, where, look)
    if len(at) > 1 and not wanted.every:
        lines = [text.count("\n", 0, place) + 1 for place in at]
        raise UsageError(
            f"'{_short(wanted.old)}' is {len(at)} times in {where}: {_numbered(lines)}",
            "give more of the text around the one you mean, or replace each: --all",
            details={"matches": len(at), "lines": lines},
        )
    return text.replace(old, new)


def _numbered(lines: list[int]) -> str:
    """The numbers of lines, each once, the first few of many."""
    once = list(dict.fromkeys(lines))
    shown = ", ".join(map(str, once[:_SHOWN_LINES])) + (", …" if len(once) > _SHOWN_LINES else "")
    return f"line {shown}" if len(once) == 1 else f"lines {shown}"


def _places(text: str, old: str) -> Iterator[int]:
    """Where `old` starts, occurrences that overlap included: they make it ambiguous which is meant."""
    at = text.find(old)
    while at >= 0:
        yield at
        at = text.find(old, at + 1)


def _with_crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def _not_found(text: str, old: str, where: str, look: str) -> NotFound:
    first = next((line.strip() for line in old.splitlines() if line.strip()), old)
    hints = [f"look at the text: {look}"]
    near = _nearest(text, first)
    if near is not None:
        number, line = near
        hints.insert(0, f"the nearest is line {number}: {_short(line)}")
    details = {"matches": 0, "near": None if near is None else {"line": near[0], "text": near[1]}}
    return NotFound(f"'{_short(old)}' is not in {where}", *hints, details=details)


def _nearest(text: str, wanted: str) -> tuple[int, str] | None:
    """The line most like the wanted one, with its number from 1; None when none is much like it."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    best, found = _NEAR, None
    for number, line in enumerate(text.splitlines(), 1):
        matcher.set_seq1(line.strip())
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and (score := matcher.ratio()) > best:
            best, found = score, (number, line.strip())
    return found


def _short(text: str) -> str:
    line = " ".join(text.split()) or text
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"
