"""One form for texts that a reader takes for the same.

Compatibility forms as in NFKC (full width, ligatures, half-width kana), no case, no accents on letters, traditional
characters as simplified ones, typographic apostrophes and hyphens as ASCII, no invisible joiners. What tells words
apart stays: the voicing of kana, Hangul syllables, vowel signs. The characters are OpenCC's (`traditional.txt`,
Apache License 2.0).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple
from unicodedata import category, normalize

_TRADITIONAL = os.path.join(os.path.dirname(__file__), "traditional.txt")
_ACCENTS = range(0x300, 0x370)
_SPELLED = {
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "ı": "i",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ß": "ss",
    "ẞ": "SS",
}
"""Letters that Unicode does not take apart."""
_SIGNS = {"‘": "'", "’": "'", "‐": "-"}  # NFKC makes U+2010 of the hyphen that does not break
_SELECTORS = "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
_INVISIBLE = "\u00ad\u200c\u200d\u2060\u20e3\ufeff" + _SELECTORS
"""Soft hyphen, joiners, the keycap and variation selectors: the same word and the same emoji without them."""

_COMPOSES = "\x02"
"""In a quick translation: something that may be composed with what stands before."""

_ASCII_OR_NOT = re.compile(r"[\x00-\x7f]+(?![^\x00-\x7f])|[\x00-\x7f]?[^\x00-\x7f]+")
"""An ASCII run without the character that a mark may follow, or that character and what is not ASCII."""


class Folded(NamedTuple):
    """A folded text, and where its characters come from.

    `at[i]` is the index in the original of the character that the folded character `i` comes from (of the first, where
    several were composed); never decreasing, with the original's length at the end.
    """

    text: str
    at: Sequence[int]


class _Table(dict[int, str]):
    """A `str.translate` table, filled as characters are met."""

    def __init__(self, meaning: Callable[[str], str]) -> None:
        super().__init__()
        self._meaning = meaning

    def __missing__(self, point: int) -> str:
        meant = self[point] = self._meaning(chr(point))
        return meant


class Translation:
    """NFKC, then `meaning` of each character.

    Most texts have nothing to compose and are translated at once: normalizing takes as long again. The others
    show it by a character that stands for what composes.
    """

    def __init__(self, meaning: Callable[[str], str]) -> None:
        def alone(char: str) -> str:
            return _COMPOSES if _joins(char) else "".join(map(meaning, normalize("NFKC", char)))

        self._alone = _Table(alone)
        self._composed = _Table(meaning)

    def __call__(self, text: str) -> str:
        """The translated text; about 50 ns a character."""
        quick = text.translate(self._alone)
        return normalize("NFKC", text).translate(self._composed) if _COMPOSES in quick else quick


@cache
def replaced() -> dict[int, str]:
    """What has a replacement of its own: traditional characters, undivided letters, signs, accents, the unseen."""
    with open(_TRADITIONAL, encoding="utf-8") as file:
        written, meant = (line.rstrip("\n") for line in file if line[0] != "#")
    table = dict(zip(map(ord, written), meant, strict=True))
    table.update((ord(char), plain) for char, plain in (_SPELLED | _SIGNS).items())
    table.update(dict.fromkeys((*map(ord, _INVISIBLE), *_ACCENTS), ""))
    return table


def plain(char: str) -> str:
    """A character of NFKC text simplified, or a letter without its accents; any other (≠, a digit) as it is."""
    known = replaced().get(ord(char))
    if known is not None:
        return known
    parts = normalize("NFKD", char) if char.isalpha() else char
    if len(parts) == 1:
        return char
    letters = "".join(part for part in parts if ord(part) not in _ACCENTS)
    return "".join(_SPELLED.get(letter, letter) for letter in normalize("NFKC", letters))


_PLAIN = Translation(plain)


def fold(text: str) -> str:
    """The text as it is compared: NFKC, no case, no accents, simplified characters."""
    if text.isascii():
        return text.lower()
    return _PLAIN(text).casefold()


def aligned(text: str) -> Folded:
    """The text as `fold` gives it, with the origin of each character."""
    if text.isascii():
        return Folded(text.lower(), range(len(text) + 1))
    parts: list[str] = []
    at: list[int] = []
    for run in _ASCII_OR_NOT.finditer(text):
        start, end = run.span()
        if run[0].isascii():
            parts.append(run[0].lower())
            at.extend(range(start, end))
            continue
        for first, last in _clusters(run[0]):
            plain = _cluster(run[0][first:last])
            parts.append(plain)
            at.extend([start + first] * len(plain))
    at.append(len(text))
    return Folded("".join(parts), at)


_cluster = lru_cache(maxsize=8192)(fold)


def _clusters(run: str) -> list[tuple[int, int]]:
    """The spans of the smallest parts that can be folded alone."""
    starts = [index for index, char in enumerate(run) if not index or not _joins(char)]
    return list(zip(starts, (*starts[1:], len(run)), strict=True))


@lru_cache(maxsize=8192)
def _joins(char: str) -> bool:
    """Whether a character may be composed with the one before: marks, Hangul vowels and finals, Kirat Rai vowels."""
    first = normalize("NFKD", char)[0]
    if first in _SELECTORS:
        return False
    return category(first)[0] == "M" or "\u1160" <= first <= "\u11ff" or "\U00016d40" <= first <= "\U00016d7f"
