"""Which texts have which tokens, and how much each token tells: the first look at a search, without reading a text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memgit.index.areas import Area
from memgit.index.database import Database
from memgit.text.tokens import Token

CAP = 800
"""Contents: a token that more have is common; only so many of them are looked at."""

BUDGET = 1_600
"""Contents that the rare tokens of a search may bring in all, rarest first."""

_ALL = -1  # SQLite's LIMIT for no limit

_MATCH = "SELECT rowid FROM token WHERE token MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?"


class Span(NamedTuple):
    """Ids of contents, both included: one area, or several that follow each other."""

    first: int
    last: int


def span(areas: Iterable[Area]) -> Span:
    """The ids of some areas."""
    areas = sorted(areas)
    return Span(areas[0].first, areas[-1].last)


@dataclass(frozen=True, slots=True)
class Posting:
    """The contents that have a token, newest first. common: there are more of them than were asked for.

    idf: how much the token tells (BM25's inverse document frequency).
    """

    token: Token
    contents: Sequence[int]
    common: bool
    idf: float


class Postings:
    """Looks tokens up. limit: contents per token, None: all."""

    def __init__(self, db: Database, areas: Sequence[Area], limit: int | None = CAP) -> None:
        self._db = db
        self._areas = areas
        self._limit = limit
        self._size = max(1, int(db.one("SELECT count(*) FROM content")))

    def of(self, token: Token) -> Posting:
        """Look one token up."""
        found = self._match(_term(token), span(self._areas), self._limit)
        common = self._limit is not None and len(found) > self._limit
        count = self._count(token) if common else len(found)
        return Posting(token, found[: self._limit], common, idf(self._size, count))

    def each_area(self, tokens: Sequence[Token]) -> list[int]:
        """Contents that have all of the tokens; of each area as many as one token may bring in all areas."""
        query = " AND ".join(map(_term, tokens))
        return [content for area in self._areas for content in self._match(query, span([area]), self._limit)]

    def beside(self, token: Token, others: Sequence[Token]) -> list[int]:
        """Contents that have the token and one of the others; not more than the others bring in."""
        return self._match(f"{_term(token)} AND ({' OR '.join(map(_term, others))})", span(self._areas), BUDGET)

    def _match(self, query: str, ids: Span, limit: int | None) -> list[int]:
        rows = self._db.rows(_MATCH, (query, *ids, _ALL if limit is None else limit + 1))
        return [row[0] for row in rows]

    def _count(self, token: Token) -> int:
        if token.prefix:
            sql = "SELECT sum(doc) FROM token_row WHERE term >= ? AND term < ?"
            return int(self._db.one(sql, (token.text, token.text + "\U0010ffff")) or 0)
        return int(self._db.one("SELECT doc FROM token_row WHERE term = ?", (token.text,)) or 0)


def idf(size: int, count: int) -> float:
    """Robertson and Spärck Jones' weight as BM25 has it, never negative."""
    return math.log(1 + (size - min(count, size) + 0.5) / (count + 0.5))


def _term(token: Token) -> str:
    return f'"{token.text}"*' if token.prefix else f'"{token.text}"'
