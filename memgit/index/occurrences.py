"""Where one token or phrase stands in a folded text.

A word is found by every form that the index lists under its stem. Letters are bounded by what is no letter and digits
by what is no digit, as the index takes names apart; Chinese, Japanese and Korean have no such bounds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol
from unicodedata import category

from memgit.text.tokens import LONGEST, Token, is_cjk, terms

Span = tuple[int, int]


class Occurrences(Protocol):
    """Where something stands in a folded text: in order, apart from each other unless it is CJK; lazy."""

    @property
    def start(self) -> str:
        """What it begins with, wherever it stands."""

    def __call__(self, folded: str) -> Iterator[Span]:
        """The places."""


_STEM = re.compile("[a-z]{2,}")
_LATIN = re.compile("[a-z]*")


@lru_cache(maxsize=1024)
def of_token(token: Token) -> Occurrences:
    """Where a token of a query stands."""
    if anywhere(token):
        return _Anywhere(token.text)
    if _STEM.fullmatch(token.text) and not token.prefix:
        return _Forms(_shared(token.text), token.text)
    return bounded(token.text, begun=token.prefix)


def anywhere(token: Token) -> bool:
    """Whether a token needs no bounds: CJK, a symbol."""
    first = token.text[0]
    return is_cjk(first) or not (first.isascii() or _letter(first) or first.isalnum())


def bounded(folded: str, begun: bool = False) -> Occurrences:
    """Where a folded text stands as written, with any blanks for its blanks; begun: its last word may go on."""
    words = folded.split()
    rest = re.compile(r"\s+".join(map(re.escape, ("", *words[1:])))) if len(words) > 1 else None
    return _Written(words[0], rest, _goes_on(words[0][0]), None if begun else _goes_on(words[-1][-1]))


@dataclass(frozen=True, slots=True)
class _Anywhere:
    start: str

    def __call__(self, folded: str) -> Iterator[Span]:
        size, at = len(self.start), folded.find(self.start)
        while at >= 0:
            yield at, at + size
            at = folded.find(self.start, at + 1)


@dataclass(frozen=True, slots=True)
class _Forms:
    """Words that the index lists under a stem.

    Those that share its beginning are looked at.
    """

    start: str
    stem: str

    def __call__(self, folded: str) -> Iterator[Span]:
        start, stem = self.start, self.stem
        at = folded.find(start)
        while at >= 0:
            end = at + 1
            if not (at and _letter(folded[at - 1])):
                end = _end(_LATIN, folded, at)
                if stem in _listed(folded[at:end]) and not (end < len(folded) and _letter(folded[end])):
                    yield at, end
            at = folded.find(start, end)


@dataclass(frozen=True, slots=True)
class _Written:
    """A text as written: its first word, the others, and what must not stand before and after it.

    Without `after` the last word may go on, and is taken to its end.
    """

    start: str
    rest: re.Pattern[str] | None
    before: Callable[[str], bool]
    after: Callable[[str], bool] | None

    def __call__(self, folded: str) -> Iterator[Span]:
        start, before = self.start, self.before
        at = folded.find(start)
        while at >= 0:
            end = -1 if at and before(folded[at - 1]) else self._end(folded, at + len(start))
            if end >= 0:
                yield at, end
            at = folded.find(start, max(end, at + 1))

    def _end(self, folded: str, end: int) -> int:
        """Where it ends if its first word ends at a place; -1 if it does not stand here."""
        if self.rest:
            end = _end(self.rest, folded, end)
        if self.after is None or end < 0:
            return _word_end(folded, end)
        return -1 if end < len(folded) and self.after(folded[end]) else end


def _shared(stem: str) -> str:
    """What all words of a stem begin with.

    A stem differs from its words in its last letter at most, and only if that is e (raging), i (happy), l (possibility)
    or y (skies); but for dying, lying, tying, vying.
    """
    if len(stem) < 3:
        return stem
    return stem[:-2] if stem.endswith("ie") else stem[:-1] if stem[-1] in "eily" else stem


@lru_cache(maxsize=16384)
def _listed(word: str) -> frozenset[str]:
    """What the index lists a word of a-z under."""
    return frozenset(terms(word)) if len(word) <= LONGEST else frozenset()


@lru_cache(maxsize=4096)
def _letter(char: str) -> bool:
    """Whether a character belongs to a word: a letter or a vowel sign, no CJK."""
    return category(char)[0] in "LM" and not is_cjk(char)


def _goes_on(char: str) -> Callable[[str], bool]:
    """What belongs to the same word beside a character: letters beside letters, digits beside digits."""
    if _letter(char):
        return _letter
    return str.isdigit if char.isdigit() else _nothing


def _nothing(_: str) -> bool:
    return False


def _word_end(folded: str, at: int) -> int:
    """Where the word or number ends that a place is in; -1 for -1."""
    if at < 0 or is_cjk(folded[at - 1]):
        return at
    while at < len(folded) and (_letter(folded[at]) or folded[at].isdigit()):
        at += 1
    return at


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where a pattern ends that begins at a place; -1 if it does not."""
    match = pattern.match(text, at)
    return match.end() if match else -1
