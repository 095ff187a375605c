"""The entries of an entry file with their places."""

from __future__ import annotations

from dataclasses import dataclass

from memgit.formats import dated
from memgit.formats.entries import pieces_of
from memgit.model.diagnostic import Span
from memgit.model.layout import Dialect

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry, from 1 on.

    span: the whole of it; text: without its date comment. taken: what goes with it when it is taken out, which is the
    delimiter before it too, or behind it for the first one. created, last: as the comment has them.
    """

    n: int
    span: Span
    taken: Span
    text: str
    created: str | None = None
    last: str | None = None


def placed(text: str, dialect: Dialect) -> tuple[Placed, ...]:
    """The entries of a text, in order; exact copies are entries of their own here."""
    shift = 1 if text.startswith(_BOM) else 0
    pieces = pieces_of(text[shift:], dialect)
    found = []
    for n, piece in enumerate(pieces, 1):
        raw = text[shift + piece.left : shift + piece.right]
        start = piece.left if piece.before is None else piece.before
        end = piece.behind if piece.before is None and piece.behind is not None else piece.right
        decoded = dated.decode(raw) if dialect is Dialect.DATED else dated.Decoded(raw, None, None, None)
        span, taken = Span(shift + piece.left, shift + piece.right), Span(shift + start, shift + end)
        found.append(Placed(n, span, taken, decoded.text, decoded.created, decoded.last))
    return tuple(found)
