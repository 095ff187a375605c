"""Characters that nobody sees: zero-width spaces and joiners, soft hyphens, tags. They break searches and hide text
from people but not from agents; pi-hermes-memory refuses them. Joiners inside emoji, and in scripts that need them, are
fine.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("text/invisible", Severity.WARNING, "characters that nobody sees")
KINDS = frozenset(Kind)

_HIDDEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060-\u2064\u3164\ufeff\uffa0\U000e0000-\U000e007f]+"
)
_JOINING = re.compile("[\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\u1800-\u18af\ufb50-\ufdff\ufe70-\ufefc]")
"""Scripts in which a joiner or non-joiner is part of how a word is written."""


def check(document: Document) -> Iterator[Diagnostic]:
    """Find runs of them; a byte order mark at the very start is none."""
    text = document.text
    if text.isascii():
        return
    for found in _HIDDEN.finditer(text):
        start, end = found.span()
        if start == 0 and text[0] == "\ufeff":
            start = 1
        if start == end or _belongs(text, start, end):
            continue
        names = ", ".join(dict.fromkeys(f"U+{ord(char):04X}" for char in text[start:end]))
        name = unicodedata.name(text[start], "unassigned").lower()
        fix = Fix("take it out", Span(start, end), "")
        yield RULE.at(Span(start, end), f"invisible: {names} ({name})", fix)


def _belongs(text: str, start: int, end: int) -> bool:
    """Whether a joiner is inside an emoji or a word of a script that needs it, or tags make a flag."""
    if end - start == 1 and text[start] in "\u200c\u200d":
        before, after = text[start - 1 : start], text[end : end + 1]
        if _JOINING.match(before) and _JOINING.match(after):
            return True
        return text[start] == "\u200d" and bool(before and after) and ord(after) > 0x203B and _is_symbol(after)
    return text[start - 1 : start] == "\U0001f3f4" and text[start] > "\U000e0000"


def _is_symbol(char: str) -> bool:
    return unicodedata.category(char) in ("So", "Sk", "Sm")
