"""The first round of a search: which units have which tokens, by postings alone.

Rare tokens bring their texts in, common ones only weigh what is there, or, where all are common, what has all of them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from memgit.index.areas import Area
from memgit.index.chaff import weighty
from memgit.index.database import Database
from memgit.index.postings import BUDGET, CAP, Posting, Postings, span
from memgit.text.tokens import Token

_AT_ONCE = 50
"""Units that are looked up together to see whether they are in the scope."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to look. areas: in the order of their ids. since: microseconds since 1970."""

    areas: tuple[Area, ...]
    archived: bool = False
    project: str | None = None
    since: int | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit that may be a hit.

    tokens: a bit for each of the search's tokens that it has; weight: the sum of their idf.
    contents: its texts that have some, those with the most first, of equal ones the newest.
    """

    unit: int
    tokens: int
    weight: float
    contents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Best first. idf: of each token that any text has; the order of the tokens is that of the bits."""

    units: Sequence[Candidate]
    idf: Mapping[Token, float]


def candidates(
    db: Database, tokens: Sequence[Token], scope: Scope, most: int | None, required: Collection[Token] = ()
) -> Candidates:
    """Look the tokens up. most: so many of the best units; None: all that have any of the tokens, whatever it costs.

    required: tokens that are looked up even where they are chaff beside others.
    """
    found, cut, lost = _looked_up(db, tokens, scope, most, required)
    if most is not None and cut and lost and len(found.units) < most:
        # What was looked at is mostly out of the scope: what the scope lets through may be among the rest.
        found, _, _ = _looked_up(db, tokens, scope, None, required)
    return found


def _looked_up(
    db: Database, tokens: Sequence[Token], scope: Scope, most: int | None, required: Collection[Token]
) -> tuple[Candidates, bool, bool]:
    """The candidates, whether not all postings were looked at, whether units were out of the scope."""
    postings = Postings(db, scope.areas, None if most is None else CAP)
    telling = {*weighty(tokens), *required}
    found = [posting for posting in map(postings.of, telling) if posting.contents]
    if not found:
        found = [posting for posting in map(postings.of, tokens) if posting.contents]
    found.sort(key=lambda posting: (-posting.idf, posting.token))
    has = _contents(postings, found, None if most is None else BUDGET)
    weigh = _Weights(found)
    by_unit: dict[int, list[int]] = {}
    for content, unit in db.rows(_UNITS, (json.dumps(sorted(has)),)):
        by_unit.setdefault(unit, []).append(content)
    order = []
    for unit, contents in by_unit.items():
        bits = 0
        for content in contents:
            bits |= has[content]
        order.append((weigh[bits], contents[-1], unit, bits))
    order.sort(reverse=True)
    units = list(islice(_in_scope(db, scope, (_candidate(each, by_unit[each[2]], has, weigh) for each in order)), most))
    cut = any(posting.common for posting in found) or sum(len(posting.contents) for posting in found) > BUDGET
    return Candidates(units, {posting.token: posting.idf for posting in found}), cut, len(units) < len(order)


def literally(db: Database, text: str, scope: Scope) -> Candidates:
    """All that has a text as it is, signs and all: for what holds no token. Every text is looked at."""
    first, last = span(scope.areas)
    sql = """SELECT d.unit, d.content FROM content c JOIN doc d ON d.content = c.id
             WHERE c.id BETWEEN ? AND ? AND instr(c.text, ?)"""
    found: dict[int, list[int]] = {}
    for unit, content in db.rows(sql, (first, last, text)):
        found.setdefault(unit, []).append(content)
    units = [Candidate(unit, 0, 1.0, tuple(contents)) for unit, contents in found.items()]
    units.sort(key=lambda unit: max(unit.contents), reverse=True)
    return Candidates(list(_in_scope(db, scope, units)), {})


def whole(db: Database, units: Sequence[int]) -> dict[int, str]:
    """All that each unit holds, folded, its parts on lines of their own."""
    sql = """SELECT d.unit, coalesce(c.folded, lower(c.text)) FROM json_each(?) j CROSS JOIN doc d ON d.unit = j.value
             JOIN content c ON c.id = d.content ORDER BY d.unit, d.path, d.part"""
    found: dict[int, list[str]] = {}
    for unit, text in db.rows(sql, (json.dumps(units),)):
        found.setdefault(unit, []).append(text)
    return {unit: "\n\n".join(texts) for unit, texts in found.items()}


_UNITS = "SELECT j.value, d.unit FROM json_each(?) j CROSS JOIN doc d ON d.content = j.value"


class _Weights(dict[int, float]):
    """The sum of the idf of the tokens whose bits are set."""

    def __init__(self, found: Sequence[Posting]) -> None:
        self._idf = [posting.idf for posting in found]

    def __missing__(self, bits: int) -> float:
        weight = self[bits] = sum(idf for n, idf in enumerate(self._idf) if bits >> n & 1)
        return weight


def _candidate(
    each: tuple[float, int, int, int], contents: list[int], has: Mapping[int, int], weigh: _Weights
) -> Candidate:
    weight, _, unit, bits = each
    contents.sort(key=lambda content: (weigh[has[content]], content), reverse=True)
    return Candidate(unit, bits, weight, tuple(contents))


def _contents(postings: Postings, found: Sequence[Posting], budget: int | None) -> dict[int, int]:
    """Contents to the bits of the tokens they have."""
    has: dict[int, int] = {}
    rare, common = [], []
    for n, posting in enumerate(found):
        if posting.common or (budget is not None and len(posting.contents) > budget):
            common.append(n)
            continue
        rare.append(posting.token)
        budget = budget if budget is None else budget - len(posting.contents)
        _mark(has, posting.contents, 1 << n)
    if rare:
        for n in common:
            _mark(has, postings.beside(found[n].token, rare), 1 << n)
    while common:
        together = postings.each_area([found[n].token for n in common])
        _mark(has, together, sum(1 << n for n in common))
        if together:
            break
        common.pop()
    return has


def _mark(has: dict[int, int], contents: Iterable[int], bits: int) -> None:
    for content in contents:
        has[content] = has.get(content, 0) | bits


def _in_scope(db: Database, scope: Scope, units: Iterable[Candidate]) -> Iterable[Candidate]:
    """Those of the units that the scope lets through, in their order."""
    units = iter(units)
    while some := list(islice(units, _AT_ONCE)):
        allowed = _allowed(db, scope, some)
        yield from (unit for unit in some if unit.unit in allowed)


_ALLOWED = """
SELECT u.id FROM json_each(?) j CROSS JOIN unit u ON u.id = j.value ->> 0
WHERE u.archived <= ? AND (? IS NULL OR u.project = ?) AND (? IS NULL OR EXISTS
  (SELECT 1 FROM doc d WHERE d.content = j.value ->> 1 AND d.unit = u.id AND d.time >= ?))
"""


def _allowed(db: Database, scope: Scope, units: Sequence[Candidate]) -> Collection[int]:
    """The ids of those in the scope. A unit is as old as its text that answers best."""
    pairs = json.dumps([(unit.unit, unit.contents[0]) for unit in units])
    project, since = scope.project, scope.since
    rows = db.rows(_ALLOWED, (pairs, int(scope.archived), project, project, since, since))
    return {row[0] for row in rows}
