"""The place of a text where most of a query stands.

A long text is folded and searched region by region, up to a place that has all. Only what is around the place found is
mapped back to the original, which is slow.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from memgit.index.matching import merged, parts
from memgit.index.occurrences import Span
from memgit.index.query import Leaf
from memgit.text.fold import Folded, aligned, fold

_CHUNK = 500
"""Characters that are mapped back at once."""

_ASCII_CHUNK = 4_000
"""The same where it is quick."""

ALIKE = re.compile(
    "[\\x00-\\x7f\u2013\u2014\u2018-\u201d\u3001-\u3007\u300a-\u3011\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uff01-\uff5e]*"
)
"""Chinese, Japanese and English as mostly written: each of these is folded to one character, whatever is beside it."""

_REGION = 16
"""Chunks that are searched at once."""

_MOST = 100
"""Places of one token that are looked at in a region."""

_SEAM = re.compile(r"[\s\u3001-\u3007\u3400-\u9fff]")
"""Before these a text can be cut and folded in parts: they never change with what stands before."""


class Cluster(NamedTuple):
    """A place in an original text.

    span: where most matches; empty, at the start of the text, when nothing does. known: the stretch around it that was
    looked at closely. marks: all that matches there, in order and apart.
    """

    span: Span
    known: Span
    marks: list[Span]


class _Region(NamedTuple):
    """A stretch of a text; where its chunks begin in the original and in the folded text, and the last ends."""

    folded: str
    bounds: list[int]
    starts: list[int]


class _Hit(NamedTuple):
    start: int
    end: int
    piece: int
    text: str


class _Score(NamedTuple):
    """How many pieces match, and the squares of the lengths of the different texts that do."""

    pieces: int
    lengths: int


_NOTHING = _Score(0, 0)


@dataclass(slots=True)
class _Best:
    score: _Score = _NOTHING
    span: Span = (0, 0)
    region: _Region | None = None


def cluster(text: str, leaves: Sequence[Leaf], size: int) -> Cluster:
    """Where most of the leaves' pieces match within `size` characters, and among equals the longest."""
    best = _Best()
    whole = _whole(leaves)
    for region in _regions(text) if leaves else ():
        _search(region, leaves, size, best)
        if best.score >= whole:
            break
    if best.region is None:
        return Cluster((0, 0), (0, len(text)), [])
    return _mapped(text, leaves, size, best.region, best.span)


def _whole(leaves: Sequence[Leaf]) -> _Score:
    """The score of a place where every piece stands as written."""
    sizes = [len(leaf.text) for leaf in leaves if leaf.phrase]
    sizes += [len(piece.literal) for leaf in leaves if not leaf.phrase for piece in leaf.pieces]
    return _Score(len(sizes), sum(size * size for size in sizes))


def _regions(text: str) -> Iterator[_Region]:
    """The text in stretches, each of which begins with the last chunk of the one before."""
    size = _ASCII_CHUNK if text.isascii() else _CHUNK
    start, end = 0, -1
    while end < len(text):
        bounds = [start]
        while bounds[-1] < len(text) and len(bounds) <= _REGION:
            bounds.append(_seam(text, bounds[-1] + size))
        folded = [fold(text[first:last]) for first, last in pairwise(bounds)]
        yield _Region("".join(folded), bounds, list(accumulate(map(len, folded), initial=0)))
        start, end = bounds[-2:] if bounds[1:] else (0, len(text))


def _seam(text: str, at: int) -> int:
    """Where a text can be cut near a place; the place itself if nowhere."""
    seam = _SEAM.search(text, at, at + 64)
    return min(seam.start() if seam else at, len(text))


def _search(region: _Region, leaves: Sequence[Leaf], size: int, best: _Best) -> None:
    """Replaces the best by a better place of a region: one pass over all that matches with two ends of a window."""
    found = chain.from_iterable(parts(leaf, region.folded, _MOST) for leaf in leaves)
    hits = sorted(
        _Hit(start, end, piece, region.folded[start:end]) for piece, spans in enumerate(found) for start, end in spans
    )
    inside: Counter[tuple[int, str]] = Counter()
    left = present = lengths = 0
    for hit in hits:
        present += _entered(inside, (hit.piece, ""))
        lengths += _entered(inside, (hit.piece, hit.text)) * len(hit.text) ** 2
        while hits[left] is not hit and hit.end - hits[left].start > size:
            gone, left = hits[left], left + 1
            present -= _gone(inside, (gone.piece, ""))
            lengths -= _gone(inside, (gone.piece, gone.text)) * len(gone.text) ** 2
        score = _Score(present, lengths)
        if score > best.score:
            best.score, best.span, best.region = score, (hits[left].start, hit.end), region


def _entered(counts: Counter[tuple[int, str]], what: tuple[int, str]) -> bool:
    """Counts one more; whether it is the first."""
    counts[what] += 1
    return counts[what] == 1


def _gone(counts: Counter[tuple[int, str]], what: tuple[int, str]) -> bool:
    """Counts one less; whether it was the last."""
    counts[what] -= 1
    return not counts[what]


def _mapped(text: str, leaves: Sequence[Leaf], size: int, region: _Region, span: Span) -> Cluster:
    """A place of a region in the original text, with all that matches around."""
    first = bisect_right(region.starts, max(0, span[0] - 2 * size)) - 1
    last = min(bisect_right(region.starts, span[1] + 2 * size), len(region.bounds) - 1)
    shift, known = region.starts[first], (region.bounds[first], region.bounds[last])
    folded, at = _aligned(text[known[0] : known[1]])

    def origin(place: Span) -> Span:
        return known[0] + at[place[0]], known[0] + at[bisect_right(at, at[place[1] - 1])]

    marks = merged(chain.from_iterable(part for leaf in leaves for part in parts(leaf, folded)))
    return Cluster(origin((span[0] - shift, span[1] - shift)), known, merged(map(origin, marks)))


def _aligned(text: str) -> Folded:
    return Folded(fold(text), range(len(text) + 1)) if ALIKE.fullmatch(text) else aligned(text)
