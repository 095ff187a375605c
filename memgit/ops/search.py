"""Search: the index is brought up to date first, then asked."""

from __future__ import annotations

from dataclasses import dataclass

from memgit.index import searching
from memgit.index.refresh import Progress
from memgit.model.hit import Hit, Request
from memgit.ops.index import Refreshed, Where, opened


@dataclass(frozen=True, slots=True)
class Results:
    """Hits in the order asked for. total: how many things matched at least. notes: how the query was understood."""

    hits: tuple[Hit, ...]
    total: int
    notes: tuple[str, ...]
    refreshed: Refreshed


def search(place: Where, request: Request, progress: Progress | None = None) -> Results:
    """Find what a request asks for. progress: of bringing the index up to date."""
    with opened(place, progress) as (db, refreshed), db.reading():
        found = searching.search(db, request)
    return Results(found.hits, found.total, found.notes, refreshed)
