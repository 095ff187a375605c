"""A search: what is typed, looked up, ranked on the texts, and told with the place where it matches."""

from __future__ import annotations

from dataclasses import dataclass, replace

from memgit.index import telling
from memgit.index.areas import Area
from memgit.index.candidates import Candidates, Scope, candidates
from memgit.index.conditions import satisfying
from memgit.index.database import Database
from memgit.index.query import Query, parse
from memgit.index.ranking import RERANKED, Ranker
from memgit.index.writing import microseconds
from memgit.model import hit
from memgit.model.hit import Hit, Request, Sort

LEAST = 0.3
"""A unit that has less than this share of what the best one has (in idf) shares only chaff with the question."""


@dataclass(frozen=True, slots=True)
class Found:
    """Hits in order. total: how many units matched. notes: how the query was understood, for people."""

    hits: tuple[Hit, ...]
    total: int
    notes: tuple[str, ...]


def search(db: Database, request: Request) -> Found:
    """Find what the request asks for. Within a `db.reading()`."""
    query = parse(request.text)
    scope = scope_of(request)
    if not scope.areas:
        return Found((), 0, query.notes)
    found = _candidates(db, query, scope, everything=_is_everything(request))
    ranked = Ranker(db, query, found.idf).ranked(found.units, request)
    hits = telling.hits(db, query, ranked)
    return Found(hits, len(found.units), query.notes)


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


def _is_everything(request: Request) -> bool:
    """Whether every unit with any of the tokens is wanted, not only those that can be among the best."""
    return request.sort is not Sort.RELEVANCE or not request.limit or request.limit > RERANKED


def _candidates(db: Database, query: Query, scope: Scope, *, everything: bool) -> Candidates:
    tokens = list(dict.fromkeys(token for leaf in query.leaves for piece in leaf.pieces for token in piece.tokens))
    if query.condition is not None:
        return satisfying(db, query.condition, candidates(db, tokens, scope, None))
    found = candidates(db, tokens, scope, None if everything else RERANKED)
    least = LEAST * found.units[0].weight if found.units else 0.0
    return replace(found, units=[unit for unit in found.units if unit.weight >= least])
