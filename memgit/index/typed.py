"""What a word or phrase that was typed is looked up by, and what of it only surrounds a question."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from memgit.index.lexer import Kind, Lexeme
from memgit.index.stopwords import content, is_stop
from memgit.text.fold import fold
from memgit.text.tokens import LONGEST, SIGNS, Piece, Token, is_cjk, pieces

_HAN = re.compile("[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]+")
_PLAIN = re.compile("[a-z]{3,}")
_LATIN = re.compile("[A-Za-z]+")


class Typed(NamedTuple):
    """A word or phrase as it is looked up."""

    pieces: tuple[Piece, ...]
    around: bool = False
    """It only surrounds a question; pieces has all of it nevertheless."""

    cut: tuple[str, ...] = ()
    """What pieces leaves out, as typed."""

    word: str = ""
    """The folded word, when it is a plain one."""


def typed(lexeme: Lexeme, query: str) -> Typed:
    """How a WORD or PHRASE of a query is looked up; pieces is empty when there is nothing to look up."""
    if lexeme.kind is Kind.PHRASE:
        found = tuple(map(_exact, pieces(lexeme.text)))
        return Typed((*found[:-1], *map(_begun, found[-1:])) if lexeme.prefix else found)
    if lexeme.prefix:
        found = pieces(lexeme.text)
        return Typed((*found[:-1], *map(_begun, found[-1:])))
    return _plain(lexeme.text, query)


def _plain(text: str, query: str) -> Typed:
    shorter, cut = _without_filler(text)
    kept = pieces(shorter)
    acronym = len(text) > 1 and text.isupper() and not _shouted(query)
    stops = [piece for piece in kept if is_stop(piece.literal) and not acronym]
    found = pieces(text) if cut or stops else kept
    if len(stops) == len(kept):
        return Typed(found, around=bool(found), word=_word(found))
    if stops:
        cut = (*cut, *(piece.literal for piece in stops))
        kept = tuple(piece for piece in kept if piece not in stops)
    return Typed(kept, cut=cut, word=_word(found))


def _word(found: tuple[Piece, ...]) -> str:
    return found[0].literal if len(found) == 1 and len(found[0].tokens) == 1 else ""


@lru_cache(maxsize=8)
def _shouted(query: str) -> bool:
    """Whether all of several Latin words are capitals, so that capitals mean nothing."""
    return query.isupper() and len(_LATIN.findall(query)) > 1


def _without_filler(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with a blank for each part of a Chinese run that only surrounds, and these parts."""
    if text.isascii():
        return text, ()
    rest: list[str] = []
    cut: list[str] = []
    at = 0
    for match in _HAN.finditer(text):
        run = fold(match[0])
        beside = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
        if len(run) != len(match[0]) or any(map(is_cjk, beside)):
            continue
        for first, last in content(run).cut:
            rest += [text[at : match.start() + first], " "]
            at = match.start() + last
            cut.append(match[0][first:last])
    return "".join((*rest, text[at:])), tuple(cut)


def _exact(piece: Piece) -> Piece:
    """A word as it is written in place of its stem."""
    if len(piece.tokens) == 1 and _PLAIN.fullmatch(piece.literal) and len(piece.literal) <= LONGEST:
        return Piece(piece.literal, (Token(piece.literal),))
    return piece


def _begun(piece: Piece) -> Piece:
    """A word or name that goes on: the index knows a name by pairs of segments, the last of which goes on."""
    bare = piece.literal.strip(SIGNS)
    if not bare or len(bare) > LONGEST or is_cjk(bare[0]):
        return piece
    pairs = [token.text for token in piece.tokens if token.text == bare or not token.text.isalnum()]
    begun = [text for text in pairs if bare.endswith(text)] or [bare]
    whole = [text for text in pairs if not bare.endswith(text)]
    return Piece(piece.literal, (*map(Token, whole), *(Token(text, prefix=True) for text in begun)))
