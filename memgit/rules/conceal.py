"""Text that people do not see as agents do: tag characters, selector runs, words of two alphabets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.rules import lookalikes
from memgit.rules.view import View


class _Trick(NamedTuple):
    """Something hidden: `regex` begins with one of `characters`, without which the text is not looked at."""

    code: str
    severity: Severity
    message: str
    characters: str
    regex: str


_TAGS = "\U000e0000-\U000e007f"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_SPLITS = "\u200b-\u200d\u2060-\u2064\ufeff\u00ad"
_ODD = "".join(lookalikes.CYRILLIC[::2] + lookalikes.GREEK[::2])
_UNSEEN = "hides text in characters that are not shown"

_TRICKS = (
    # Tag characters that are no part of a flag, which begins with a black flag.
    _Trick(
        "safety/obfuscation",
        Severity.ERROR,
        _UNSEEN,
        _TAGS,
        rf"[{_TAGS}](?<!\U0001f3f4.)(?<![\U000e0020-\U000e007f].)[{_TAGS}]+",
    ),
    _Trick("safety/obfuscation", Severity.ERROR, _UNSEEN, _SELECTORS, rf"[{_SELECTORS}][{_SELECTORS}]{{3,}}"),
    _Trick(
        "safety/obfuscation",
        Severity.WARNING,
        "an invisible character splits a word",
        _SPLITS,
        rf"[{_SPLITS}](?<=[A-Za-z].)[{_SPLITS}]{{0,63}}(?=[A-Za-z])",
    ),
    # A look-alike inside a Latin word, or in front of three Latin letters.
    _Trick(
        "safety/homoglyph",
        Severity.WARNING,
        "a letter of another alphabet stands in a Latin word",
        _ODD,
        rf"[{_ODD}](?:(?<=[A-Za-z].)[{_ODD}]{{0,2}}(?=[A-Za-z])|(?<!\w.)(?=[A-Za-z]{{3}}))",
    ),
)


def hidden(view: View) -> Iterator[Diagnostic]:
    """Findings that need the source as it is, hidden characters and look-alikes included."""
    if view.special:
        for trick in _TRICKS:
            if re.search(f"[{trick.characters}]", view.special):
                for match in re.finditer(trick.regex, view.source):
                    yield Diagnostic(trick.code, trick.severity, trick.message, Span(*match.span()))
