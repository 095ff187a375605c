"""A search: what is typed, looked up, ranked on the texts, and told with the place where it matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memgit.clock import microseconds
from memgit.index import telling
from memgit.index.areas import Area
from memgit.index.candidates import Candidates, Scope, candidates, literally
from memgit.index.conditions import satisfying
from memgit.index.database import Database
from memgit.index.query import And, Condition, Leaf, Not, Or, Query, parse
from memgit.index.ranking import RERANKED, Ranker
from memgit.index.stopwords import is_stop
from memgit.model import hit
from memgit.model.hit import Hit, Request, Sort
from memgit.text.tokens import Token, is_cjk

LEAST = 0.3
"""A unit that has less than this share of what the best one has (in idf) shares only chaff with the question."""


@dataclass(frozen=True, slots=True)
class Found:
    """Hits in order. total: how many units matched. notes: how the query was understood, for people."""

    hits: tuple[Hit, ...]
    total: int
    notes: tuple[str, ...]


def search(db: Database, request: Request, left: frozenset[str] = frozenset()) -> Found:
    """Find what the request asks for. Within a `db.reading()`. left: files that are not as the index has them."""
    query = parse(request.text)
    scope = scope_of(request)
    if not scope.areas:
        return Found((), 0, query.notes)
    tokens = looked_up(query)
    if not query.leaves and query.dropped:
        query = _signs(query)
    if tokens:
        found = _candidates(db, query, tokens, scope, everything=is_exhaustive(request))
    else:
        found = _of_signs(db, query, scope)
    ranked = Ranker(db, query, found.idf).ranked(found.units, request)
    hits = telling.hits(db, query, ranked)
    if left:
        hits = tuple(each for each in hits if each.path not in left)
    return Found(hits, len(found.units), query.notes if tokens or not query.leaves else ())


def looked_up(query: Query) -> list[Token]:
    """The tokens of a query, each once: those of its pieces, and each word as it is spelt."""
    found: dict[Token, None] = {}
    for leaf in query.leaves:
        for piece in leaf.pieces:
            found.update(dict.fromkeys(piece.tokens))
            if len(piece.tokens) == 1 and piece.literal.isascii() and piece.literal.isalpha() and not leaf.prefix:
                found[Token(piece.literal)] = None
    return list(found)


def scope_of(request: Request) -> Scope:
    """Where a request looks."""
    match request.area:
        case hit.Area.MEMORY:
            wanted: tuple[Area, ...] = (Area.MEMORY,)
        case hit.Area.SKILLS:
            wanted = (Area.BODIES, Area.HEADS)
        case hit.Area.SESSIONS:
            wanted = ()
        case hit.Area.ALL:
            wanted = tuple(Area)
    since = None if request.since is None else microseconds(request.since)
    return Scope(wanted, request.archived, request.project, since)


def is_exhaustive(request: Request) -> bool:
    """Whether every unit with any of the tokens is wanted, not only those that can be among the best."""
    return request.sort is not Sort.RELEVANCE or not request.limit or request.limit > RERANKED


def _signs(query: Query) -> Query:
    """A query of signs such as `&&`, which hold no word, as the phrase that they are; what is excluded stays so."""
    signs = parse(f'"{" ".join(query.dropped)}"')
    if signs.condition is None or query.condition is None:
        return signs
    return replace(signs, condition=And((signs.condition, query.condition)))


def _candidates(db: Database, query: Query, tokens: Sequence[Token], scope: Scope, *, everything: bool) -> Candidates:
    if query.condition is not None:
        return satisfying(db, query.condition, candidates(db, tokens, scope, None, _required(query.condition)))
    found = candidates(db, tokens, scope, None if everything else RERANKED)
    telling = _telling(query)
    bits = sum(1 << n for n, token in enumerate(found.idf) if token in telling)
    least = LEAST * found.units[0].weight if found.units else 0.0
    return replace(found, units=[unit for unit in found.units if unit.weight >= least and unit.tokens & bits])


def _telling(query: Query) -> set[Token]:
    """The tokens by which a text may be found: a letter, a number or a stop word out of a longer name tells nothing."""
    every = [piece for leaf in query.leaves for piece in leaf.pieces]
    alone = {piece.literal for piece in every}
    return {
        token
        for token in looked_up(query)
        if token.text in alone
        or is_cjk(token.text[0])
        or not (len(token.text) == 1 or token.text.isdigit() or is_stop(token.text))
    }


def _required(condition: Condition) -> set[Token]:
    """The tokens that a condition asks for."""
    match condition:
        case Leaf():
            return {token for piece in condition.pieces for token in piece.tokens}
        case And(parts) | Or(parts):
            return set[Token]().union(*map(_required, parts))
        case Not():
            return set()


def _of_signs(db: Database, query: Query, scope: Scope) -> Candidates:
    """What is found of a query without a token, such as `&&`."""
    texts = sorted((leaf.text for leaf in query.leaves if not leaf.pieces), key=len)
    if not texts or query.condition is None:
        return Candidates((), {})
    return satisfying(db, query.condition, literally(db, texts[-1], scope))
