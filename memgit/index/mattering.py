"""How much a text that is not indexed yet may have to do with a query: a quick look, for a search in a hurry.

Rather yes than no: what is only similar costs a little time, what is missed would not be found.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from itertools import chain

from memgit.index.query import parse
from memgit.text.fold import fold, replaced
from memgit.text.tokens import is_cjk

_ACCENTED = chain(range(0xC0, 0x250), range(0x1E00, 0x1F00))
"""Latin letters with accents: Latin-1, Extended-A and -B, Extended Additional."""

_WIDE = 0xFEE0
"""From an ASCII sign to its full width form."""


def matters(text: str) -> Callable[[str], int]:
    """A measure for texts as written: how much they hold of what the query `text` is looked up by; 0: nothing.

    Nothing is made ready before the first text is measured: most searches never measure one.
    """
    ready = cache(partial(_patterns, text))

    def measure(held: str) -> int:
        patterns = ready()
        return sum(pattern.search(held) is not None for pattern in patterns) if patterns else 1

    return measure


def _patterns(text: str) -> list[re.Pattern[str]]:
    parsed = parse(text)
    tokens = {token.text for leaf in parsed.leaves for piece in leaf.pieces for token in piece.tokens}
    return [re.compile(pattern) for pattern in sorted(set(map(_any_form, tokens)))]


def _any_form(token: str) -> str:
    """A pattern for what every form of a word begins with: English stems differ from it in the last letter."""
    shared = token if is_cjk(token[0]) or len(token) < 3 or not token.isalpha() else token[:-1]
    return "".join(map(_written, shared))


def _written(char: str) -> str:
    """All the characters that are folded into one."""
    forms = {char, char.upper(), char.lower(), *_written_as().get(char, ())}
    if "!" <= char <= "~":
        forms |= {chr(ord(form) + _WIDE) for form in (char, char.upper()) if len(form) == 1}
    return f"[{''.join(re.escape(form) for form in sorted(forms) if len(form) == 1)}]"


@cache
def _written_as() -> dict[str, set[str]]:
    """A folded character to those that are written for it: traditional ones, letters with accents."""
    found: dict[str, set[str]] = {}
    for point in chain(replaced(), _ACCENTED):
        found.setdefault(fold(chr(point)), set()).add(chr(point))
    return found
