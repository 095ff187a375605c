"""STANDING.md: a person's standing rules, one a line; an edit changes only its own lines.

As pi-hermes-memory 0.9.6 reads it: blank lines and lines that start with `#` are no rules, a `-` or `*` before a rule
is none of it, space inside it collapses, and of rules that differ only by case the first counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memgit.errors import NotFound, Refused
from memgit.formats.dated import SPACE
from memgit.formats.lines import Line, decode, lines, newline
from memgit.model.diagnostic import Span

_BULLET = re.compile(r"[-*](?:\s+|\Z)")
_GAP = re.compile(f"[{SPACE}]+")
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Rule:
    """A standing rule: its number, from 1; its text as the agent reads it; where its line is in the file's text."""

    n: int
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class StandingFile:
    """The rules of a STANDING.md; edits answer a new one and keep comments, headings and blank lines."""

    text: str
    rules: tuple[Rule, ...]

    @classmethod
    def parse(cls, data: bytes) -> StandingFile:
        """Read a file; SystemRefused if it is not UTF-8."""
        return _read(decode(data))

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        return self.text.encode()

    @property
    def joined(self) -> str:
        """What a budget counts: the rules, one a line."""
        return "\n".join(rule.text for rule in self.rules)

    def find(self, text: str) -> Rule | None:
        """The rule that says this, whatever its case and spacing."""
        wanted = normal(text).casefold()
        return next((rule for rule in self.rules if rule.text.casefold() == wanted), None)

    def add(self, text: str) -> StandingFile:
        """Add a rule at the end, with the bullet of the last one; nothing happens if it is there already.

        Raises Refused for a text that is no rule.
        """
        rule = normal(text)
        if not rule:
            raise Refused("a standing rule cannot be empty")
        if self.find(rule) is not None:
            return self
        bullet = self._bullet()
        if rule_on(bullet + rule) != rule:
            bullet = "- "
        ending = newline(self.text)
        gap = ending if self.text.strip(_BOM) and not self.text.endswith(("\n", "\r")) else ""
        return _read(f"{self.text}{gap}{bullet}{rule}{ending}")

    def remove(self, n: int) -> StandingFile:
        """Take out rule `n` and its copies; NotFound if there is no such number."""
        if not 1 <= n <= len(self.rules):
            raise NotFound(f"there is no standing rule {n}", "see them with their numbers: memgit standing list")
        return self._without({self.rules[n - 1].text.casefold()})

    def clear(self) -> StandingFile:
        """Take out every rule."""
        return self._without({rule.text.casefold() for rule in self.rules})

    def _without(self, texts: set[str]) -> StandingFile:
        text = self.text
        for line in reversed(list(lines(text))):
            if rule_on(text[line.start : line.end]).casefold() in texts:
                text = text[: self._start(line)] + text[line.behind :]
        return _read(text if text != _BOM else "")

    def _start(self, line: Line) -> int:
        return 1 if line.start == 0 and self.text.startswith(_BOM) else line.start

    def _bullet(self) -> str:
        if not self.rules:
            return ""
        last = self.rules[-1].span
        found = _BULLET.match(self.text[last.start : last.end].strip(SPACE))
        return f"{found[0][0]} " if found is not None else ""


def normal(text: str) -> str:
    """A rule as the agent reads it: one line, space collapsed, no bullet."""
    line = _GAP.sub(" ", text).strip(" ")
    found = _BULLET.match(line)
    return line[found.end() :] if found is not None else line


def rule_on(line: str) -> str:
    """The rule on a line, as the agent reads it; empty if there is none."""
    return "" if line.strip(SPACE).startswith("#") else normal(line)


def rules_of(text: str) -> tuple[Rule, ...]:
    """The rules of a text, of copies the first."""
    rules: list[Rule] = []
    seen: set[str] = set()
    for line in lines(text):
        rule = rule_on(text[line.start : line.end])
        if rule and rule.casefold() not in seen:
            seen.add(rule.casefold())
            rules.append(Rule(len(rules) + 1, rule, Span(line.start, line.end)))
    return tuple(rules)


def _read(text: str) -> StandingFile:
    return StandingFile(text, rules_of(text))
