"""The second round of a search: the texts of the best candidates are read and ranked by what is in them.

BM25, and what it cannot see: neighbours in the question that are neighbours in the text, what a skill says of itself
before what is said in it, and what the other parts of a skill have of the question.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

from memgit.index.areas import Area
from memgit.index.candidates import Candidate, whole
from memgit.index.chaff import chaff
from memgit.index.database import Database
from memgit.index.matching import adjacency, token_counts
from memgit.index.query import Query
from memgit.model.hit import Request, Sort
from memgit.text.fold import fold
from memgit.text.tokens import Token, is_cjk

RERANKED = 30
"""Units whose texts are read."""

_READ = 2  # texts per unit, besides the head of a skill
_ORDER = attrgetter("score", "content")
_K1 = 1.2
_B = 0.4
_USUAL = 700  # characters of an average part, for BM25's length
_NEIGHBOURS = 0.5  # what two neighbours are worth, of the weight of the rarer one
_HEAD = 0.4  # what a token in the head of a skill is worth on top
_ELSEWHERE = 0.5  # what a token in another part of the unit is worth
_SPELLING = 0.5  # what a word or name that is spelt as in the question is worth on top
_TYPED = 0.3  # what it is worth that all of the question stands there as it was typed, of its weight
_CHAFF = 0.1  # the weight of words that were not looked up, of that of the rarest
_SETTLED = 8  # so many of the foremost are read whole
_MISSPELT = 0.6  # what is taken from them for words that they have in other forms only, if it is all of them
_COVERAGE = 0.5  # the power of the share of the question that a unit has


@dataclass(frozen=True, slots=True)
class Ranked:
    """A unit, its text that answers best, and how well it does. spelt: words that it has as they are in the query."""

    unit: int
    content: int
    score: float
    spelt: frozenset[str] = frozenset()


class _Reading(NamedTuple):
    """A text that was read: its score, the tokens it has, the words it has as they are spelt in the query."""

    score: float
    tokens: frozenset[str]
    spelt: frozenset[str]


class Ranker:
    """Ranks the candidates of one query. idf: of its tokens."""

    def __init__(self, db: Database, query: Query, idf: Mapping[Token, float]) -> None:
        self._db = db
        self._query = query
        self._weights = {token.text: weight for token, weight in idf.items()}
        self._tokens = [token.text for token in idf]
        self._weights |= dict.fromkeys(_chaff(query, idf), _CHAFF * max(idf.values(), default=0.0))
        self._all = sum(self._weights.values()) or 1.0
        self._spelt = dict(_spellings(query))
        self._typed = fold(query.text.strip())

    def ranked(self, units: Sequence[Candidate], request: Request) -> list[Ranked]:
        """The hits that a request wants, in its order; units: best first by their tokens."""
        limit = request.limit or len(units)
        if request.sort is not Sort.RELEVANCE:
            ranked = [Ranked(unit.unit, unit.contents[0], unit.weight) for unit in units]
            return self._by_time(ranked, newest=request.sort is Sort.NEWEST)[:limit]
        first, rest = units[:RERANKED], units[RERANKED:]
        ranked = self._reranked(first)
        lowest = ranked[-1].score if ranked else 0.0
        ranked += [Ranked(unit.unit, unit.contents[0], lowest * unit.weight / (rest[0].weight or 1.0)) for unit in rest]
        return ranked[:limit]

    def _reranked(self, units: Sequence[Candidate]) -> list[Ranked]:
        heads = self._heads([unit.unit for unit in units])
        texts = self._texts(
            {content for unit in units for content in (*unit.contents[:_READ], *heads.get(unit.unit, ()))}
        )
        readings = {content: self._read(text) for content, text in texts.items()}
        ranked = [self._rank(unit, heads.get(unit.unit, ()), readings) for unit in units]
        ranked.sort(key=_ORDER, reverse=True)
        return sorted(self._settled(ranked[:_SETTLED]) + ranked[_SETTLED:], key=_ORDER, reverse=True)

    def _settled(self, ranked: Sequence[Ranked]) -> list[Ranked]:
        """The foremost by all that they hold: what has every word as it is spelt goes before what has forms of them."""
        doubtful = [each.unit for each in ranked if len(each.spelt) < len(self._spelt)]
        texts = whole(self._db, doubtful) if len(self._spelt) > 1 else {}
        return [self._settle(each, texts[each.unit]) if each.unit in texts else each for each in ranked]

    def _settle(self, ranked: Ranked, folded: str) -> Ranked:
        absent = (word for word in self._spelt if word not in ranked.spelt and not _stands(word, folded))
        missing = sum(self._weights.get(self._spelt[word], 0.0) for word in absent)
        return replace(ranked, score=ranked.score * (1 - _MISSPELT * missing / self._all))

    def _rank(self, unit: Candidate, heads: Sequence[int], readings: Mapping[int, _Reading]) -> Ranked:
        read = {content: readings[content] for content in (*unit.contents[:_READ], *heads)}
        best = max(read, key=lambda content: (read[content].score, content in unit.contents, content))
        in_heads = frozenset[str]().union(*(readings[head].tokens for head in heads))
        known = (token for n, token in enumerate(self._tokens) if unit.tokens >> n & 1)
        everywhere = in_heads.union(*(reading.tokens for reading in read.values()), known)
        elsewhere = everywhere - read[best].tokens
        total = read[best].score + _HEAD * self._sum(in_heads) + _ELSEWHERE * self._sum(elsewhere)
        total *= (self._sum(everywhere) / self._all) ** _COVERAGE
        return Ranked(unit.unit, best, total, frozenset[str]().union(*(reading.spelt for reading in read.values())))

    def _read(self, folded: str) -> _Reading:
        norm = _K1 * (1 - _B + _B * len(folded) / _USUAL)
        total, tokens = 0.0, []
        for token, count in token_counts(self._query, folded).items():
            if count:
                tokens.append(token)
                total += self._weights.get(token, 0.0) * count * (_K1 + 1) / (count + norm)
        spelt = frozenset(word for word in self._spelt if _stands(word, folded))
        total += _SPELLING * self._sum(self._spelt[word] for word in spelt)
        if self._typed in folded:
            total += _TYPED * self._all
        for left, right in adjacency(self._query, folded):
            total += _NEIGHBOURS * min(self._weights.get(left, 0.0), self._weights.get(right, 0.0))
        return _Reading(total, frozenset(tokens), spelt)

    def _sum(self, tokens: Iterable[str]) -> float:
        return sum(self._weights.get(token, 0.0) for token in tokens)

    def _heads(self, units: Sequence[int]) -> dict[int, list[int]]:
        """The heads of skills among the units."""
        sql = """SELECT DISTINCT d.unit, d.content FROM json_each(?) j CROSS JOIN doc d ON d.unit = j.value
                 WHERE d.content BETWEEN ? AND ?"""
        heads: dict[int, list[int]] = {}
        for unit, content in self._db.rows(sql, (json.dumps(units), Area.HEADS.first, Area.HEADS.last)):
            heads.setdefault(unit, []).append(content)
        return heads

    def _texts(self, contents: set[int]) -> dict[int, str]:
        sql = (
            "SELECT c.id, coalesce(c.folded, lower(c.text)) FROM json_each(?) j CROSS JOIN content c ON c.id = j.value"
        )
        return dict(self._db.rows(sql, (json.dumps(sorted(contents)),)))

    def _by_time(self, ranked: Sequence[Ranked], *, newest: bool) -> list[Ranked]:
        sql = """SELECT d.unit, max(d.time) FROM json_each(?) j CROSS JOIN doc d
                 ON d.content = j.value ->> 1 AND d.unit = j.value ->> 0 GROUP BY d.unit"""
        pairs = [(each.unit, each.content) for each in ranked]
        times = dict(self._db.rows(sql, (json.dumps(pairs),)))
        ordered = sorted(ranked, key=lambda each: each.score, reverse=True)
        return sorted(ordered, key=lambda each: times[each.unit], reverse=newest)


def _chaff(query: Query, idf: Mapping[Token, float]) -> list[str]:
    """The tokens of a query that were not looked up, since others say what is looked for."""
    tokens = {token for leaf in query.leaves for piece in leaf.pieces for token in piece.tokens}
    return [token.text for token in tokens - idf.keys() if token.text in chaff()]


def _spellings(query: Query) -> Iterator[tuple[str, str]]:
    """What may be spelt in other ways, as it is in the query, with the token it is weighed by."""
    for leaf in query.leaves:
        for piece in leaf.pieces:
            token = piece.tokens[0]
            if not is_cjk(piece.literal[0]) and not token.prefix:
                yield piece.literal, token.text


def _stands(spelling: str, folded: str) -> bool:
    """Whether a word stands in a text with nothing that goes on on either side."""
    at = folded.find(spelling)
    while at >= 0:
        end = at + len(spelling)
        if not (folded[at - 1 : at].isalnum() or folded[end : end + 1].isalnum()):
            return True
        at = folded.find(spelling, end)
    return False
