"""What was typed into a search, cut into words, quoted phrases, parentheses and operators."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

DEEPEST = 32
"""Parentheses within parentheses that are followed: far more than anyone types, far less than a stack holds."""

_WIDE = {0xFF01 + i: 0x21 + i for i in range(94)}
_SIGNS = _WIDE | {ord(a): b for a, b in zip("﹣﹡﹙﹚｢｣﹁﹂﹃﹄‟〝〞〟", "-*()「」「」『』““””", strict=True)}
"""One character for one: the signs of the language as East Asian keyboards and word processors type them."""

_ENDS = {'"': ('"”',), "“": ("”", '“"'), "”": ('"”',), "„": ("“”",), "「": ("」",), "『": ("』",), "«": ("»",)}
"""What closes a quote: the nearest of the first group, else of the next."""

_STOP = re.compile(rf"[\s(){''.join(_ENDS)}]")
_OPTION = re.compile(r"-[a-zA-Z]{2}(?=\s|$)")
"""An exclusion that may be meant as an option of a command, `rm -rf`."""

_BLANKS = re.compile(r"\s*")
_STARS = re.compile(r"\**")


class Kind(Enum):
    """What a lexeme is."""

    WORD = "word"
    PHRASE = "phrase"
    OPEN = "("
    CLOSE = ")"
    AND = "AND"
    OR = "OR"
    NOT = "NOT"


class Lexeme(NamedTuple):
    """A piece of what was typed: `text` as typed, without quotes; prefix: a `*` follows it."""

    kind: Kind
    text: str
    prefix: bool = False


def lexemes(text: str) -> tuple[list[Lexeme], list[str]]:
    """The lexemes of a query, in order, and a remark of one line for each thing taken otherwise than it looks.

    Parentheses always pair: those that do not are text or left out. Never raises; linear in the text.
    """
    lexer = _Lexer(text)
    lexer.run()
    return lexer.found, lexer.notes


class _Lexer:
    """One pass over a text. `signs` is the text with every sign in its plain form, at the same places."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.signs = text.translate(_SIGNS)
        self.at = 0
        self.found: list[Lexeme] = []
        self.notes: list[str] = []
        self._open: list[int] = []
        self._deeper = 0
        self._unclosed: set[str] = set()
        self._next: dict[str, int] = {}

    def run(self) -> None:
        fresh = True
        while (at := _end(_BLANKS, self.signs, self.at)) < len(self.signs):
            fresh = fresh or at > self.at
            self.at = at
            if not (fresh and self._sign()):
                self._chunk(fresh)
                fresh = False
        if self._open:
            self.notes.append(f"the parenthesis at {self._near(self._open[0])} is never closed: closed at the end")
            self.found += [Lexeme(Kind.CLOSE, "")] * len(self._open)

    def _sign(self) -> bool:
        """Whether a parenthesis or the sign of a negation opened something here; it is taken."""
        sign = self.signs[self.at]
        if sign == "(":
            self._group()
        elif sign == "-" and self._negates():
            self._negation()
        else:
            return False
        self.at += 1
        return True

    def _negation(self) -> None:
        self.found.append(Lexeme(Kind.NOT, self.text[self.at]))
        if option := _OPTION.match(self.signs, self.at):
            self.notes.append(
                f'{option[0]} leaves out what holds {option[0][1:]}; look for the option as "{option[0]}"'
            )

    def _group(self) -> None:
        if len(self._open) == DEEPEST:
            if not self._deeper:
                self.notes.append(f"parentheses deeper than {DEEPEST} are left out")
            self._deeper += 1
            return
        self._open.append(self.at)
        self.found.append(Lexeme(Kind.OPEN, "("))

    def _close(self) -> None:
        self.at += 1
        if self._deeper:
            self._deeper -= 1
        elif self._open:
            self._open.pop()
            self.found.append(Lexeme(Kind.CLOSE, ")"))

    def _negates(self) -> bool:
        """Whether the dash here negates: not a lone one, `--flag`, `->`, nor an option or number of one sign (`-p`)."""
        rest = self.signs[self.at + 1 : self.at + 4]
        if not rest or rest[0].isspace() or rest[0] in "->=)*":
            return False
        alone = len(rest) == 1 or rest[1].isspace() or rest[1] == ")"
        return not (alone and rest[0].isascii())

    def _chunk(self, fresh: bool) -> None:
        """Takes a word, a phrase or both, up to a blank or a parenthesis that closes a group."""
        start, depth = self.at, 0
        while stop := _STOP.search(self.signs, self.at):
            self.at, sign = stop.start(), stop.group()
            if sign.isspace():
                break
            if sign in _ENDS and (end := self._quoted(start, fresh)) >= 0:
                self._word(start)
                return self._phrase(end)
            if sign == ")" and depth == 0 and self._open:
                self._word(start)
                return self._close()
            depth = max(0, depth + {"(": 1, ")": -1}.get(sign, 0))
            self.at += 1
        else:
            self.at = len(self.signs)
        return self._word(start)

    def _quoted(self, start: int, fresh: bool) -> int:
        """Where the quote here is closed; -1 when it is no quote: never closed, or after a letter as in `5"`."""
        sign, at = self.signs[self.at], self.at
        before = self.signs[at - 1] if at > start else " "
        if sign in '"”' and ((before.isascii() and before.isalnum()) or (sign == "”" and at > start)):
            return -1
        for signs in _ENDS[sign]:
            ends = [end for end in (self._following(each) for each in signs) if end >= 0]
            if ends:
                return min(ends)
        if sign not in self._unclosed and (fresh or sign not in '"”'):
            self._unclosed.add(sign)
            self.notes.append(f"the quote at {self._near(at)} is never closed: taken as text")
        return -1

    def _following(self, sign: str) -> int:
        """Where a sign comes next after here, -1 when it does not; found once for all places before it."""
        known = self._next.get(sign, -2)
        if known != -1 and known <= self.at:
            known = self._next[sign] = self.signs.find(sign, self.at + 1)
        return known

    def _phrase(self, end: int) -> None:
        inside = self.text[self.at + 1 : end].strip()
        self.at = _end(_STARS, self.signs, end + 1)
        if inside:
            self.found.append(Lexeme(Kind.PHRASE, inside, prefix=self.at > end + 1))

    def _word(self, start: int) -> None:
        """The word between a place and here, if any: an operator, a prefix or a plain one."""
        typed, signs = self.text[start : self.at], self.signs[start : self.at]
        bare = signs.rstrip("*")
        if signs in ("AND", "OR", "NOT"):
            self.found.append(Lexeme(Kind(signs), typed))
        elif bare and bare != signs and bare[-1].isalnum() and signs[0] != "*":
            self.found.append(Lexeme(Kind.WORD, typed[: len(bare)], prefix=True))
        elif signs:
            self.found.append(Lexeme(Kind.WORD, typed))

    def _near(self, at: int) -> str:
        """What stands at a place, enough of it to recognise, on one line."""
        return " ".join(self.text[at : at + 16].split())


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
