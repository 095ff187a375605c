"""The language of searches: words, "phrases", `-word`, `prefix*`, AND, OR, NOT and parentheses.

Whatever is typed is a query. A plain word is a wish: any of them may match, and the more the better. A quoted phrase,
operands of AND and OR, and exclusions are conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memgit.index.lexer import Kind, Lexeme, lexemes
from memgit.index.stopwords import phrase_at
from memgit.index.typed import Typed, typed
from memgit.text.fold import fold
from memgit.text.tokens import Piece


@dataclass(frozen=True, slots=True)
class Leaf:
    """One word or phrase that was typed, without quotes and `*`; a Chinese sentence without blanks is one."""

    text: str
    pieces: tuple[Piece, ...]
    """What it is looked up by; none for a phrase of signs, which can only be checked on a text."""

    phrase: bool = False
    prefix: bool = False

    def __hash__(self) -> int:
        return hash(self.text)


@dataclass(frozen=True, slots=True)
class And:
    """All of the parts, two or more."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """One of the parts at least, two or more."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Anything but the part."""

    part: Condition


Condition = Leaf | And | Or | Not
"""What a result must satisfy; nested at most a few times `lexer.DEEPEST`."""


@dataclass(frozen=True, slots=True)
class Query:
    """A search as it was understood."""

    text: str
    leaves: tuple[Leaf, ...]
    """What may match, is ranked and marked, in order and each once: never what is excluded, nor what was dropped."""

    condition: Condition | None
    """What a result must satisfy; None when any match of a leaf will do."""

    notes: tuple[str, ...] = ()
    """What was taken otherwise than it looks: a line each, for people; it may quote what was typed as it is."""

    dropped: tuple[str, ...] = ()
    """What only surrounds the question, or holds nothing to look for, as typed: `the`, `上次讨论过的`, `=>`."""

    def __hash__(self) -> int:
        return hash(self.text)


@dataclass(frozen=True, slots=True)
class _Part:
    """An operand: what it requires when it stands by itself, what it means to an operator, and its leaves."""

    need: Condition | None
    whole: Condition
    typed: dict[Leaf, Typed]


def parse(text: str) -> Query:
    """What a search text means; never raises, and linear in the text.

    A byte that is no character, as a terminal may pass it on (a lone surrogate), is a question mark.
    """
    text = text.encode("utf-8", "replace").decode()
    found, notes = lexemes(text)
    dropped: list[str] = []
    groups: list[list[Lexeme | _Part]] = [[]]
    for lexeme in found:
        match lexeme.kind:
            case Kind.OPEN:
                groups.append([])
            case Kind.CLOSE:
                inside = _group(_sequence(groups.pop(), text, notes))
                groups[-1] += [inside] if inside else []
            case Kind.WORD | Kind.PHRASE:
                operand = _operand(lexeme, text)
                groups[-1] += [operand] if operand else []
                dropped += [] if operand else [lexeme.text]
            case _:
                groups[-1].append(lexeme)
    whole = _sequence(groups.pop(), text, notes)
    leaves, around = _content(_together(whole))
    condition = _joined(And, [part.need for part in whole if part.need])
    notes += _remarks(leaves, condition)
    return Query(text, leaves, condition, tuple(dict.fromkeys(notes)), tuple(dict.fromkeys(dropped + around)))


def _operand(lexeme: Lexeme, text: str) -> _Part | None:
    """A word or phrase as an operand; None for one that holds nothing to look for."""
    phrase = lexeme.kind is Kind.PHRASE
    meant = typed(lexeme, text)
    if not (meant.pieces or (phrase and fold(lexeme.text).strip())):
        return None
    leaf = Leaf(lexeme.text, meant.pieces, phrase, lexeme.prefix)
    return _Part(leaf if phrase else None, leaf, {leaf: meant})


def _sequence(items: Sequence[Lexeme | _Part], text: str, notes: list[str]) -> list[_Part]:
    """What stands side by side in a group, operators applied: NOT before AND before OR."""
    rows: list[list[list[_Part]]] = []
    joint, negated = Kind.WORD, False
    for item in _settled(items, text, notes):
        if isinstance(item, Lexeme):
            negated = negated or item.kind is Kind.NOT
            joint = item.kind if item.kind is not Kind.NOT else joint
            continue
        part = _negated(item) if negated else item
        if joint is Kind.AND:
            rows[-1][-1].append(part)
        elif joint is Kind.OR:
            rows[-1].append([part])
        else:
            rows.append([[part]])
        joint, negated = Kind.WORD, False
    return [_applied(Or, [_applied(And, factors) for factors in row]) for row in rows]


def _settled(items: Sequence[Lexeme | _Part], text: str, notes: list[str]) -> list[Lexeme | _Part]:
    """The items with operators only where they join: those at an end are words, those typed twice are left out."""
    last = max((at for at, item in enumerate(items) if isinstance(item, _Part)), default=-1)
    settled: list[Lexeme | _Part] = []
    started = False
    for at, item in enumerate(items):
        if isinstance(item, _Part):
            started = True
        elif at < last and item.kind is not Kind.NOT and settled and isinstance(before := settled[-1], Lexeme):
            notes.append(f"{item.text} after {before.text} is left out")
            continue
        elif at > last or not (started or item.kind is Kind.NOT):
            settled += _as_word(item, text, notes)
            continue
        settled.append(item)
    return settled


def _as_word(operator: Lexeme, text: str, notes: list[str]) -> list[_Part]:
    """An operator that joins nothing as the word it is; nothing for a dash."""
    word = _operand(Lexeme(Kind.WORD, operator.text), text)
    if not word:
        return []
    notes.append(f"{operator.text} joins nothing here: taken as a word")
    return [word]


def _negated(part: _Part) -> _Part:
    """A part as an exclusion; one that excludes already stays so: nobody means NOT NOT."""
    if isinstance(part.whole, Not):
        return part
    exclusion = Not(part.whole)
    return _Part(exclusion, exclusion, {})


def _applied(operator: type[And | Or], parts: list[_Part]) -> _Part:
    """The parts under an operator; what is asked for in so many words does not only surround."""
    if len(parts) == 1:
        return parts[0]
    whole = _joined(operator, [part.whole for part in parts])
    assert whole
    asked = {leaf: Typed(meant.pieces, cut=meant.cut) for leaf, meant in _together(parts).items()}
    return _Part(whole, whole, asked)


def _group(parts: list[_Part]) -> _Part | None:
    """A parenthesis as one operand: what it requires, and one of its plain words when it requires no other word."""
    if len(parts) <= 1:
        return parts[0] if parts else None
    needs = [part.need for part in parts if part.need]
    soft = [part.whole for part in parts if not part.need]
    positive = any(part.need and part.typed for part in parts)
    wish = None if positive else _joined(Or, soft)
    whole = _joined(And, [*needs, *([wish] if wish else [])])
    assert whole
    return _Part(_joined(And, needs), whole, _together(parts))


def _together(parts: Iterable[_Part]) -> dict[Leaf, Typed]:
    """The leaves of several parts, in order."""
    return {leaf: meant for part in parts for leaf, meant in part.typed.items()}


def _joined(operator: type[And | Or], parts: Iterable[Condition]) -> Condition | None:
    """Conditions under one operator, without the same operator inside nor the same leaf twice."""
    flat: dict[Leaf | int, Condition] = {}
    for part in parts:
        for each in part.parts if isinstance(part, operator) else (part,):
            flat[each if isinstance(each, Leaf) else id(each)] = each
    if len(flat) <= 1:
        return next(iter(flat.values()), None)
    return operator(tuple(flat.values()))


def _content(typed: dict[Leaf, Typed]) -> tuple[tuple[Leaf, ...], list[str]]:
    """The leaves that say what is looked for, and what only surrounds them; all are kept when none does."""
    words = [meant.word for meant in typed.values()]
    around = [meant.around for meant in typed.values()]
    at = 0
    while at < len(words):
        size = phrase_at(words, at)
        around[at : at + size] = [True] * size
        at += size or 1
    if all(around):
        return tuple(typed), []
    leaves: list[Leaf] = []
    dropped: list[str] = []
    for (leaf, meant), outside in zip(typed.items(), around, strict=True):
        leaves += [] if outside else [leaf]
        dropped += [leaf.text] if outside else meant.cut
    return tuple(leaves), dropped


def _remarks(leaves: Sequence[Leaf], condition: Condition | None) -> list[str]:
    """What the person may wonder about a query as a whole."""
    signs = [leaf.text for leaf in leaves if not leaf.pieces]
    remarks = [
        f'"{" ".join(text.split())}" is only checked on what else is found: signs are not indexed' for text in signs
    ]
    if not leaves and condition:
        remarks.append("nothing to look for: only what to leave out")
    elif not leaves:
        remarks.append("nothing to look for: no word in it")
    return remarks
