"""An entry file has a budget, which its agent counts: Hermes Agent in characters, pi-hermes-memory in UTF-16 units,
with delimiters and date comments. Over it, nothing more can be added: the agent has to make room first.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.entries import DELIMITER
from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.model.layout import Dialect, Unit
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("memory/over-budget", Severity.WARNING, "an entry file that is over its budget")
KINDS = frozenset({Kind.ENTRIES, Kind.FAILURES})

_SHOWN = 3


def check(document: Document) -> Iterator[Diagnostic]:
    """Find what does not fit, from the first character that is too much."""
    limit, used = document.limit, size(document)
    if limit is None or used <= limit:
        return
    shares = ", ".join(f"entry {n}: {count:,} ({count * 100 // used} %)" for n, count in biggest(document)[:_SHOWN])
    message = f"{used:,} of {limit:,} {document.unit}: {used - limit:,} too many; {shares}"
    yield RULE.at(_over(document, limit), message)


def size(document: Document) -> int:
    """What counts of an entry file: its different entries with the delimiters between, as its agent counts."""
    return sum(counts := list(_sizes(document).values())) + len(DELIMITER) * max(0, len(counts) - 1)


def biggest(document: Document) -> list[tuple[int, int]]:
    """The entries by size, the biggest first: number and size."""
    sizes = _sizes(document)
    numbers: dict[str, int] = {}
    for entry in document.entries:
        numbers.setdefault(_plain(document, entry.span), entry.n)
    return sorted(((numbers[raw], count) for raw, count in sizes.items()), key=lambda pair: (-pair[1], pair[0]))


def _sizes(document: Document) -> dict[str, int]:
    return {raw: document.unit.size(raw) for raw in (_plain(document, entry.span) for entry in document.entries)}


def _plain(document: Document, span: Span) -> str:
    """An entry as it counts: line ends are one character each to Hermes."""
    raw = document.text[span.start : span.end]
    return raw if document.dialect is Dialect.DATED else raw.replace("\r\n", "\n")


def _over(document: Document, limit: int) -> Span:
    """From where the limit is used up to the end of the last entry."""
    last = document.entries[-1]
    room = limit
    for entry in document.entries:
        count = document.unit.size(_plain(document, entry.span))
        if count > room:
            raw = document.text[entry.span.start : entry.span.end]
            at = _fitting(raw, room, document.unit)
            return Span(min(entry.span.start + at, entry.span.end - 1), last.span.end)
        room -= count + len(DELIMITER)
    return last.span


def _fitting(raw: str, room: int, unit: Unit) -> int:
    """How many characters of a text fit into some room."""
    if unit is Unit.CODE_POINTS:
        return max(0, room)
    for at, char in enumerate(raw):
        room -= 2 if char > "\uffff" else 1
        if room < 0:
            return at
    return len(raw)
