"""Text that people do not see as agents do: tag characters, selector runs, words of two alphabets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.rules import lookalikes


@cache
def _tags() -> re.Pattern[str]:
    """Tag characters that are no part of a flag (a black flag before them), and long runs of variation selectors."""
    return re.compile(
        "(?<!\U0001f3f4)(?<![\U000e0020-\U000e007f])[\U000e0000-\U000e007f]{2,}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}"
    )


@cache
def _split_word() -> re.Pattern[str]:
    return re.compile("(?<=[A-Za-z])[\u200b-\u200d\u2060-\u2064\ufeff\u00ad]{1,64}(?=[A-Za-z])")


@cache
def _mixed_word() -> re.Pattern[str]:
    """A Latin word with a look-alike inside, or with one in front of three Latin letters."""
    odd = "".join(lookalikes.CYRILLIC[::2] + lookalikes.GREEK[::2])
    return re.compile(rf"(?<=[A-Za-z])[{odd}]{{1,3}}(?=[A-Za-z])|(?<!\w)[{odd}](?=[A-Za-z]{{3}})")


def hidden(text: str) -> Iterator[Diagnostic]:
    """Findings that need the text as it is, hidden characters and look-alikes included."""
    if text.isascii():
        return
    for match in _tags().finditer(text):
        yield _found("safety/obfuscation", Severity.ERROR, "hides text in characters that are not shown", match)
    for match in _split_word().finditer(text):
        yield _found("safety/obfuscation", Severity.WARNING, "an invisible character splits a word", match)
    for match in _mixed_word().finditer(text):
        yield _found("safety/homoglyph", Severity.WARNING, "a letter of another alphabet stands in a Latin word", match)


def _found(code: str, severity: Severity, message: str, match: re.Match[str]) -> Diagnostic:
    return Diagnostic(code, severity, message, Span(match.start(), match.end()))
