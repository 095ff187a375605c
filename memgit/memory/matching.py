"""Finding the one entry that a piece of its text names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from memgit.errors import NotFound, UsageError
from memgit.memory.budget import first_line
from memgit.memory.gates import require_text
from memgit.memory.targets import Target
from memgit.model.entry import Entry

_NEAREST = 3
_SHARED = 0.4
"""How much of the wanted text an entry must share in one piece to be named as near."""


def matched(entries: Sequence[Entry], old: str, target: Target) -> list[Entry]:
    """The entry that `old` names, with its copies (same text, other dates or project).

    An entry that is exactly `old`, with or without its comment, wins over those that hold it. Raises UsageError with
    the candidates when several differ, NotFound with the nearest when there is none.
    """
    require_text(old, "the text that names an entry")
    wanted = lf(old).strip()
    found = [entry for entry in entries if wanted in (entry.text, lf(entry.raw))]
    found = found or [entry for entry in entries if wanted in entry.text]
    if not found:
        raise _not_found(entries, wanted, target)
    if len({entry.text for entry in found}) > 1:
        raise UsageError(
            f"'{first_line(wanted)}' names {len(found)} entries of {target.area}; say more of the one you mean",
            *(f"it could be: {entry.n + 1}. {first_line(entry.text)}" for entry in found),
            details={"candidates": _items(found)},
        )
    return found


def lf(text: str) -> str:
    """A text with every newline as LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _not_found(entries: Sequence[Entry], wanted: str, target: Target) -> NotFound:
    near = _nearest(entries, wanted)
    hints = [f"near it: {entry.n + 1}. {first_line(entry.text)}" for entry in near]
    return NotFound(
        f"no entry of {target.area} holds '{first_line(wanted)}'",
        *(hints or [f"see what is there: memgit memory list{target.flags}"]),
        details={"nearest": _items(near)},
    )


def _nearest(entries: Sequence[Entry], wanted: str) -> list[Entry]:
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, b=wanted.casefold(), autojunk=False)
    shared: list[tuple[int, int, Entry]] = []
    for entry in entries:
        matcher.set_seq1(entry.text.casefold())
        size = matcher.find_longest_match().size
        if size >= max(2, len(wanted) * _SHARED):
            shared.append((-size, entry.n, entry))
    return [entry for _, _, entry in sorted(shared)[:_NEAREST]]


def _items(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    return [{"n": entry.n + 1, "text": entry.text} for entry in entries]
