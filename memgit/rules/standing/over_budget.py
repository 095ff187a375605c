"""Standing rules have two limits, how many there may be and how long they may be together. An agent is shown the first
ones that fit; the others are left out, with a line that says how many.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("standing/over-budget", Severity.WARNING, "standing rules that are not shown to the agent")
KINDS = frozenset({Kind.STANDING})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find the rules behind the last one that fits. Each costs its length and a line end, as in pi-hermes-memory."""
    rules = document.standing
    used = shown = 0
    for rule in rules[: document.lines]:
        used += document.unit.size(rule.text) + 1
        if document.limit is not None and used > document.limit:
            break
        shown += 1
    if shown == len(rules):
        return
    lost = rules[shown:]
    numbers = f"rule {lost[0].n} is" if len(lost) == 1 else f"rules {lost[0].n} to {lost[-1].n} are"
    room = f"{document.lines} rules" + (f" and {document.limit:,} {document.unit}" if document.limit else "")
    yield RULE.at(Span(lost[0].span.start, lost[-1].span.end), f"{numbers} not injected: there is room for {room}")
