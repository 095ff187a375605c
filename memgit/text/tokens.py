"""What a text is indexed under and what a query is looked up by: one rule for both.

A run of Chinese, Japanese or Korean: overlapping pairs of characters and its last character, so that one character
alone is found as a prefix. A word: itself and its English stem. A name with signs, digits or capitals inside: see
`names`. A symbol or an emoji: itself. A query asks for the pairs and for the stems, so whatever is cut out of a text
between words finds that text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain
from operator import add
from typing import NamedTuple
from unicodedata import category

from memgit.text import names
from memgit.text.fold import Translation, plain

SIGNS = names.SIGNS
"""The ASCII signs that a token may hold, besides letters and digits."""

LONGEST = 64
"""In characters: a name that is longer has only its parts, a part that is longer is cut."""

_CJK = (
    "\u1100\u11ff\u2e80\u2fdf\u3005\u3007\u3021\u302f\u3031\u3035\u303b\u303b\u3041\u309a\u309d\u309f\u30a1\u30fa"
    "\u30fc\u30ff\u3105\u312f\u3131\u318e\u31a0\u31bf\u31f0\u31ff\u3400\u4dbf\u4e00\u9fff\ua960\ua97f\uac00\ud7a3"
    "\ud7b0\ud7ff\uf900\ufaff\U0001b000\U0001b16f\U00020000\U0003fffd"
)
"""Han with its radicals and marks, kana, bopomofo, Hangul: the first and the last of each range, in order."""

_MARK = "\x01"
"""Stands before each CJK character of a prepared text: a pattern that knew the ranges would take 10 ms to compile."""

_END = "\uffff"
"""After each CJK run where they are taken together: no character, three bytes in UTF-8 as nearly all of them are."""

_BEGUN = re.compile(f" {_END}[^ ]*")
"""A pair of the end of a run and the begin of the next."""

_LETTER = r"[^\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]"
_SIGN = f"[{re.escape(SIGNS)}]"
_RUN = re.compile(
    rf"(?:{_SIGN}{{1,3}}(?={_LETTER}))?{_LETTER}+(?:{_SIGN}{{1,3}}{_LETTER}+)*(?:\+\+|[#/_])?|(?:{_MARK}{_LETTER})+"
)
_STEMMED = re.compile(r"[a-z]{3,}\Z")
_PLAIN = re.compile(r"(?:[A-Za-z][a-z]{2,}|[A-Z]{3,})\Z")
"""A word of one part, however it is written: most words are."""

_JOINED = re.compile(r"[-_/:]*(?:[a-z]+|[0-9]+)(?:[-_./:]{1,3}(?:[a-z]+|[0-9]+))+[/_]?\Z")
"""Words in lower case and numbers with signs between, none of which says anything by itself."""
_JOINTS = re.compile(r"([-_./:]+)")


class Token(NamedTuple):
    """A token as it stands in the index; with `prefix`, every token that starts so."""

    text: str
    prefix: bool = False


class Piece(NamedTuple):
    """One run of a query: its folded text as written, and what it is looked up by: names first, then their parts."""

    literal: str
    tokens: tuple[Token, ...]


def terms(text: str) -> set[str]:
    """Every token that a text is indexed under: no whitespace, no double quote, at most `LONGEST` characters."""
    runs = set(_runs(text))
    if text.isascii():
        return set().union(*map(_indexed, runs))
    marked = [run for run in runs if run[0] == _MARK]
    found = set().union(*map(_indexed, runs.difference(marked)))
    if marked:
        found.update(_pairs(marked))
    return found


def pieces(text: str) -> tuple[Piece, ...]:
    """The runs of a query, in order. The tokens of each are `terms` of any text that it is cut out of between words."""
    return tuple(map(_piece, _runs(text)))


def is_cjk(char: str) -> bool:
    """Whether a character is written without spaces and looked up in pairs: Han, kana, bopomofo, Hangul."""
    at = bisect_right(_CJK, char)
    return at % 2 == 1 or (at > 0 and _CJK[at - 1] == char)


def _pairs(marked: Sequence[str]) -> Iterable[str]:
    """The pairs of CJK runs and the last character of each.

    Nearly all of these characters take three bytes: then the pairs are put together by strides, for half of the time.
    """
    row = (_END.join(marked) + _END).replace(_MARK, "")
    data = row.encode()
    if len(data) != 3 * len(row):
        return chain.from_iterable((*map(add, run[1::2], run[3::2]), run[-1]) for run in marked)
    table = bytearray(b" ") * (7 * (len(row) - 1))  # a character, the next one, a blank
    for byte in range(3):
        table[byte::7] = data[byte:-3:3]
        table[byte + 3 :: 7] = data[byte + 3 :: 3]
    pairs = _BEGUN.sub("", table.decode())
    return pairs.replace(_END, "").split()


def _piece(run: str) -> Piece:
    if run[0] != _MARK:
        return Piece(run.casefold(), tuple(map(Token, _asked(run))))
    chars = run[1::2]
    if len(chars) == 1:
        return Piece(chars, (Token(chars, prefix=True),))
    return Piece(chars, tuple(map(Token, dict.fromkeys(map(add, chars, chars[1:])))))


def _word(char: str) -> str:
    """A letter plain, a CJK character marked, a symbol as a word, what separates words as a space."""
    if char.isascii():
        return char.replace(_MARK, " ")
    word = plain(char)
    if word and is_cjk(word[0]):
        return _MARK + word
    kind = category(char)
    if kind[0] in "LMN" or word != char:
        return word
    return f" {char} " if kind[0] == "S" or kind == "Cn" else " "


_WORDS = Translation(_word)


def forget() -> None:
    """Let go of what is kept of the words met, for a process that has no text to index for now: some 20 MB."""
    _indexed.cache_clear()
    _stem.cache_clear()
    names.forget()


def _runs(text: str) -> list[str]:
    """The words, names and CJK runs of a text, in order, their case kept: capitals tell the parts of names."""
    if text.isascii():
        return _RUN.findall(text.replace(_MARK, " "))
    return _RUN.findall(_WORDS(text))


@lru_cache(maxsize=32768)
def _indexed(run: str) -> tuple[str, ...]:
    """What a word or name is indexed under."""
    if _PLAIN.match(run) and len(run) <= LONGEST:
        word = run.lower()
        return (word, _stemmer()(word))
    if _JOINED.match(run) and len(run) <= LONGEST:
        return tuple(_joined(run))
    name = names.split(run)
    words = (*name.parts, *name.words)
    if len(run) <= LONGEST:
        return tuple({*name.inside, *name.pairs, *words, *map(_stem, words)})
    words = tuple(_cut(words))
    return tuple({*_short(name.inside), *_short(name.pairs), *words, *map(_stem, words)})


def _joined(run: str) -> set[str]:
    """What `names.split` leads to for a name of plain words: most names are so."""
    row = _JOINTS.split(run.strip("-_/:"))
    words, signs = row[::2], row[1::2]
    found = {"".join(row), *words, *map(_stem, words)}
    for before, sign, after in zip(words, signs, words[1:], strict=False):
        found.add(before + sign + after)
        if sign[-1] == "." and after[0] > "9":
            found.add(f".{after}")
    return found


@lru_cache(maxsize=1024)
def _asked(run: str) -> tuple[str, ...]:
    """What a word or name of a query is looked up by."""
    name = names.split(run)
    return tuple(dict.fromkeys((*_short(name.pairs), *map(_stem, _cut(name.parts)))))


def _short(words: Iterable[str]) -> list[str]:
    return [word for word in words if len(word) <= LONGEST]


def _cut(words: Iterable[str]) -> list[str]:
    return [word[start : start + LONGEST] for word in words for start in range(0, len(word), LONGEST)]


@cache
def _stemmer() -> Callable[[str], str]:
    import Stemmer

    stem: Callable[[str], str] = Stemmer.Stemmer("english").stemWord
    return lambda word: found if len(found := stem(word)) > 1 else word  # `aed` is no form of `a`


@lru_cache(maxsize=16384)
def _stem(word: str) -> str:
    """The English stem of a word of a-z; any other word as it is."""
    return _stemmer()(word) if _STEMMED.match(word) else word
