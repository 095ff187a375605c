"""The text of a failure entry: `[correction] TEXT — Failed: … — Tool state: … — Corrected to: …`.

Layout and categories of pi-hermes-memory 0.9.6; each part after the text is there only if it says something.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

CATEGORIES = ("failure", "correction", "insight", "preference", "convention", "tool-quirk")
"""What pi-hermes-memory knows; other words in brackets are read all the same."""

_CATEGORY = re.compile(r"\[([^\[\]\s]+)\] ")
_FAILED, _TOOL_STATE, _CORRECTED = " — Failed: ", " — Tool state: ", " — Corrected to: "


@dataclass(frozen=True, slots=True)
class FailureParts:
    """A failure entry taken apart; `compose(parse(text))` is `text` again."""

    category: str
    text: str
    failed: str | None = None
    tool_state: str | None = None
    corrected: str | None = None


def parse(text: str) -> FailureParts | None:
    """Take the text of an entry (without date comment) apart; None if it does not start with a category."""
    found = _CATEGORY.match(text)
    if found is None:
        return None
    rest, corrected = _split(text[found.end() :], _CORRECTED)
    rest, tool_state = _split(rest, _TOOL_STATE)
    rest, failed = _split(rest, _FAILED)
    return FailureParts(found[1], rest, failed, tool_state, corrected)


def compose(parts: FailureParts) -> str:
    """The entry's text; parts that are empty are left out."""
    later = ((_FAILED, parts.failed), (_TOOL_STATE, parts.tool_state), (_CORRECTED, parts.corrected))
    return f"[{parts.category}] {parts.text}" + "".join(label + part for label, part in later if part)


def _split(text: str, label: str) -> tuple[str, str | None]:
    before, found, part = text.rpartition(label)
    return (before, part) if found and part else (text, None)
