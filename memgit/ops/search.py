"""Search: the index is brought up to date first, then asked."""

from __future__ import annotations

from dataclasses import dataclass

from memgit.index import searching
from memgit.index.database import Database
from memgit.index.mattering import matters
from memgit.index.refresh import FEW, Hurry
from memgit.index.searching import Found
from memgit.index.source import Progress
from memgit.model.hit import Hit, Request
from memgit.ops.index import Refreshed, Where, asked


@dataclass(frozen=True, slots=True)
class Results:
    """Hits in the order asked for. total: how many things matched at least. notes: how the query was understood."""

    hits: tuple[Hit, ...]
    total: int
    notes: tuple[str, ...]
    refreshed: Refreshed


def search(place: Where, request: Request, progress: Progress | None = None) -> Results:
    """Find what a request asks for. progress: of bringing the index up to date."""

    def question(db: Database, left: frozenset[str]) -> Found:
        return searching.search(db, request, left)

    hurry = Hurry(matters(request.text), None if searching.is_exhaustive(request) else FEW)
    done = asked(place, question, progress, hurry)
    return Results(done.answer.hits, done.answer.total, done.answer.notes, done.refreshed)
