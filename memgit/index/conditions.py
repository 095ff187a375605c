"""Searches with conditions: AND, OR, NOT, phrases. What may satisfy one is known by its tokens, then it is read.

A condition is about a whole unit: a skill that has one word in its head and another in a support file has both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from memgit.index.candidates import Candidate, Candidates, whole
from memgit.index.database import Database
from memgit.index.matching import satisfies
from memgit.index.query import And, Condition, Leaf, Not, Or
from memgit.text.tokens import Token, is_cjk

_AT_ONCE = 200
"""Units that are read together."""


def satisfying(db: Database, condition: Condition, found: Candidates) -> Candidates:
    """The candidates that satisfy a condition, in their order."""
    bits = {token: 1 << n for n, token in enumerate(found.idf)}
    possible = [unit for unit in found.units if _may(condition, unit, bits)]
    kept: list[Candidate] = []
    for at in range(0, len(possible), _AT_ONCE):
        some = possible[at : at + _AT_ONCE]
        texts = whole(db, [unit.unit for unit in some])
        kept += [unit for unit in some if satisfies(condition, texts[unit.unit])]
    return replace(found, units=kept)


def _may(condition: Condition, unit: Candidate, bits: Mapping[Token, int]) -> bool:
    """Whether the tokens of a unit leave it open that it satisfies the condition."""
    match condition:
        case Leaf():
            return _may_have(condition, unit, bits)
        case And(parts):
            return all(_may(part, unit, bits) for part in parts)
        case Or(parts):
            return any(_may(part, unit, bits) for part in parts)
        case Not():
            return True


def _may_have(leaf: Leaf, unit: Candidate, bits: Mapping[Token, int]) -> bool:
    """A run of Chinese needs all of its pairs, a name one of its spellings."""
    tokens = [token for piece in leaf.pieces for token in piece.tokens]
    has = [bool(unit.tokens & bits.get(token, 0)) for token in tokens]
    pairs = [there for token, there in zip(tokens, has, strict=True) if is_cjk(token.text[0])]
    return all(pairs) if pairs else any(has) or not tokens
