"""What of a query stands in a text, and where. All texts here are folded (`memgit.text.fold`)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, pairwise

from memgit.index.occurrences import Occurrences, Span, anywhere, bounded, of_token
from memgit.index.query import And, Condition, Leaf, Not, Or, Query
from memgit.text.fold import fold
from memgit.text.tokens import Piece, Token, is_cjk

_GAP = re.compile(r"[\W_]{0,16}")
"""Blanks and punctuation between neighbours: no more than a line's end, an indent and a bullet."""


def spans(leaf: Leaf, folded: str) -> list[Span]:
    """Where a leaf matches, by any of its pieces: sorted, apart from each other."""
    return merged(chain.from_iterable(parts(leaf, folded)))


def parts(leaf: Leaf, folded: str, most: int | None = None) -> list[list[Span]]:
    """Where each piece of a leaf matches, at most so many times for each token; a phrase is one piece.

    A name is looked for as written; where it is not, by what it is looked up by, the most specific first.
    """
    return [_first(ways, folded, most) for ways in _ways(leaf)]


def has(leaf: Leaf, folded: str) -> bool:
    """Whether a leaf as a condition is met: a phrase as written, a word with all of its tokens, a prefix begun."""
    return all(any(all(_any(each(folded)) for each in way) for way in ways) for ways in _conditions(leaf))


def satisfies(condition: Condition, folded: str) -> bool:
    """Whether a text is what a condition asks for."""
    match condition:
        case Leaf():
            return has(condition, folded)
        case And(parts):
            return all(satisfies(part, folded) for part in parts)
        case Or(parts):
            return any(satisfies(part, folded) for part in parts)
        case Not(part):
            return not satisfies(part, folded)


def token_counts(query: Query, folded: str) -> dict[str, int]:
    """How often each token of the leaves stands in a text, 0 for those that do not."""
    return {text: _count(text, found, folded) for text, found in _plan(query).tokens}


def adjacency(query: Query, folded: str) -> list[tuple[str, str]]:
    """The tokens next to each other in the query that are so in the text, in the same order: each pair once.

    Neighbours are the pairs of characters of a Chinese run (`ab`, `bc` where `abc` stands), and the last token of a
    piece and the first of the next, of a leaf or of two, where nothing but blanks and punctuation is between.
    """
    plan = _plan(query)
    close = [pair for pair, run in plan.runs if run in folded]
    return close + [pair for pair, first, second in plan.neighbours if _next(first, second, folded)]


def merged(found: Iterable[Span]) -> list[Span]:
    """Spans in order, those that overlap or touch as one."""
    whole: list[Span] = []
    for start, end in sorted(found):
        if whole and start <= whole[-1][1]:
            whole[-1] = (whole[-1][0], max(end, whole[-1][1]))
        else:
            whole.append((start, end))
    return whole


def _any(found: Iterator[Span]) -> bool:
    return next(found, None) is not None


def _first(ways: list[list[Occurrences]], folded: str, most: int | None) -> list[Span]:
    """Where the first of several ways to look for a piece finds something."""
    for way in ways:
        found = merged(chain.from_iterable(islice(each(folded), most) for each in way if each.start in folded))
        if found:
            return found
    return []


@lru_cache(maxsize=1024)
def _ways(leaf: Leaf) -> list[list[list[Occurrences]]]:
    """For each piece the ways to look for it, best first: each by any of several occurrences."""
    if leaf.phrase:
        return [[[_phrase(leaf)]]]
    return [_ways_of(piece) for piece in leaf.pieces]


def _ways_of(piece: Piece) -> list[list[Occurrences]]:
    if is_cjk(piece.literal[0]) or len(piece.tokens) == 1:
        ways = [list(map(of_token, piece.tokens))]
        return ways if anywhere(piece.tokens[0]) or piece.tokens[0].prefix else [*ways, [_literal(piece)]]
    names = [token for token in piece.tokens if token.prefix or not token.text.isalnum()]
    words = [token for token in piece.tokens if token not in names]
    ways = [[_literal(piece)], list(map(of_token, names)), [_literal(piece, begun=True)], list(map(of_token, words))]
    return [way for way in ways if way]


def _literal(piece: Piece, begun: bool = False) -> Occurrences:
    return bounded(piece.literal, begun)


@lru_cache(maxsize=1024)
def _conditions(leaf: Leaf) -> list[list[list[Occurrences]]]:
    """For each piece the ways to be there: each by all of several occurrences."""
    if leaf.phrase:
        return _ways(leaf)
    if leaf.prefix:
        return [[list(map(of_token, piece.tokens))] for piece in leaf.pieces]
    return [
        [list(map(of_token, piece.tokens)), [_literal(piece, begun=len(piece.tokens) > 1)]] for piece in leaf.pieces
    ]


def _phrase(leaf: Leaf) -> Occurrences:
    return bounded(fold(leaf.text), leaf.prefix)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is counted for a query."""

    tokens: list[tuple[str, Occurrences | None]]
    """None where a token is counted as a plain string."""

    runs: list[tuple[tuple[str, str], str]]
    neighbours: list[tuple[tuple[str, str], Occurrences, Occurrences]]


@lru_cache(maxsize=64)
def _plan(query: Query) -> _Plan:
    tokens: dict[str, Occurrences | None] = {}
    runs: dict[tuple[str, str], str] = {}
    neighbours: dict[tuple[str, str], tuple[Occurrences, Occurrences]] = {}
    pieces = [piece for leaf in query.leaves for piece in leaf.pieces]
    for piece in pieces:
        tokens.update((token.text, None if anywhere(token) else _counted(piece, token)) for token in piece.tokens)
        run = piece.literal if is_cjk(piece.literal[0]) else ""
        runs.update(((run[at : at + 2], run[at + 1 : at + 3]), run[at : at + 3]) for at in range(len(run) - 2))
    for left, right in pairwise(pieces):
        first, second = _last_token(left), right.tokens[0]
        neighbours[first.text, second.text] = (of_token(first), of_token(second))
    return _Plan(
        list(tokens.items()),
        list(runs.items()),
        [(pair, first, second) for pair, (first, second) in neighbours.items()],
    )


def _counted(piece: Piece, token: Token) -> Occurrences:
    """A token as it is counted: a shortened word (`what'll`) stands in a text as written."""
    shortened = len(piece.tokens) == 1 and "'" in piece.literal and not piece.literal.endswith("'s")
    return _literal(piece) if shortened else of_token(token)


def _last_token(piece: Piece) -> Token:
    """What a piece ends with; a name is taken by the first of its tokens, the most specific."""
    return Token(piece.literal[-2:], len(piece.literal) == 1) if is_cjk(piece.literal[0]) else piece.tokens[0]


def _count(text: str, found: Occurrences | None, folded: str) -> int:
    if found is None:
        return folded.count(text)
    return len(list(found(folded))) if found.start in folded else 0


def _next(first: Occurrences, second: Occurrences, folded: str) -> bool:
    """Whether something that ends a piece and something that begins one are neighbours somewhere."""
    if second.start not in folded or first.start not in folded:
        return False
    starts = [start for start, _ in second(folded)]
    if not starts:
        return False
    for _, end in first(folded):
        at = bisect_left(starts, end)
        if at < len(starts) and (gap := _GAP.match(folded, end)) and starts[at] <= gap.end():
            return True
    return False
