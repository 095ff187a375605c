"""Names taken apart: `path/to.file`, `get_user`, `--dry-run`, `HTTPServer2`, `v1.2.3`, `c++`, `.net`, `don't`.

A name has segments between its signs (`getUser2.py`: `getuser2`, `py`) and parts where capitals and digits begin
(`get`, `user`, `2`, `py`). It is looked up by its segments two by two, not as a whole: so `text.py` and
`memgit/text.py` are found in `src/memgit/text.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from operator import add
from typing import NamedTuple

SIGNS = "_-./:@+#'"
"""What joins the segments of a name."""

_JOINED = re.compile(rf"([{re.escape(SIGNS)}]*)([^{re.escape(SIGNS)}]*)")
_OWNER = re.compile(r"(?<=[A-Za-z])'[sS](?![A-Za-z0-9])")
_SHORTENED = re.compile(r"([A-Za-z]+)'(t|ll|re|ve|d|m)(?![A-Za-z0-9])", re.IGNORECASE)
_HUMP = re.compile(r"[A-Z]+s?(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_STRETCH = re.compile(r"[A-Za-z]+|[0-9]+")
_HASH = re.compile(r"[0-9][A-Za-z]+[0-9]")
"""Letters between digits: a hash or an identifier, whose parts mean nothing."""


class Name(NamedTuple):
    """A word or name; everything in lower case."""

    pairs: tuple[str, ...]
    """Two segments with the sign between, or the only one when it has parts; before them `.net`, `c++`, `c#`."""

    parts: tuple[str, ...]
    """What it is made of, a plain word itself."""

    words: tuple[str, ...]
    """What others may write as one word: segments (`getuser2`) and what they hold between digits (`getuser`)."""

    inside: tuple[str, ...]
    """The whole, and parts two by two across capitals, digits and signs: `getuser`, `1.2` in `v1.2`."""


def split(run: str) -> Name:
    """A name taken apart, from how it is written: case kept, apostrophes and other signs in ASCII."""
    stumps: list[str] = []
    if "'" in run:
        stumps = [found[1].casefold() for found in _SHORTENED.finditer(run)]
        run = _OWNER.sub("", _SHORTENED.sub(r"\1\2", run))
    joined = _JOINED.findall(run)
    segments = [(sign, _segment(segment)) for sign, segment in joined if segment]
    parts = tuple(part for _, segment in segments for part in segment.parts)
    low = [segment.low for _, segment in segments]
    pairs = [before + sign + after for before, (sign, _), after in zip(low, segments[1:], low[1:], strict=False)]
    signed = list(_signed(joined)) if not run.isalnum() else []
    if len(segments) == 1 < len(parts):
        pairs = low
    stretches = [stretch for _, segment in segments for stretch in segment.stretches]
    return Name(
        pairs=(*(word for word, asked in signed if asked), *pairs),
        parts=parts,
        words=tuple(dict.fromkeys((*low, *stumps, *stretches))),
        inside=(*(word for word, _ in signed), *_neighbours(segments, len(parts))),
    )


class _Segment(NamedTuple):
    """What stands between two signs: in lower case; its parts; what they are for who writes them without capitals."""

    low: str
    parts: tuple[str, ...]
    stretches: tuple[str, ...]


def forget() -> None:
    """Let go of the names that were met."""
    _segment.cache_clear()


@lru_cache(maxsize=16384)
def _segment(written: str) -> _Segment:
    """Taken apart at capitals and digits if it is ASCII and no hash. The same ones come back in many names."""
    low = written.casefold()
    if not written.isascii() or _HASH.search(written):
        return _Segment(low, (low,), ())
    parts = tuple(part.casefold() for part in _HUMP.findall(written))
    return _Segment(low, parts, tuple(_STRETCH.findall(low)))


def _signed(joined: list[tuple[str, str]]) -> Iterator[tuple[str, bool]]:
    """Segments with a sign of their own (`.net`, `c++`, `c#`); whether a query asks for it: not for `.py` in `a.py`."""
    for index, ((before, segment), (after, _)) in enumerate(pairwise(joined)):
        word = segment.casefold()
        if before.endswith(".") and word[:1].isalpha():
            yield f".{word}", index == 0
        if after.startswith("++"):
            yield f"{word}++", True
        if after.startswith("#") and len(word) == 1:
            yield f"{word}#", True


def _neighbours(segments: list[tuple[str, _Segment]], parts: int) -> Iterator[str]:
    """The whole, and parts two by two with what stands between them. parts: how many there are."""
    if parts < 2:
        return
    yield "".join(sign * bool(index) + segment.low for index, (sign, segment) in enumerate(segments))
    last = ""
    for sign, segment in segments:
        row = segment.parts
        if last:
            yield last + sign + row[0]
        yield from map(add, row, row[1:])
        last = row[-1]
