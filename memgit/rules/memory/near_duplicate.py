"""Two entries that say nearly the same: one of them takes room from something else. Which one is right, only a person
or the agent can tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Severity
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("memory/near-duplicate", Severity.HINT, "an entry that says nearly the same as another")
KINDS = frozenset({Kind.ENTRIES, Kind.FAILURES})

ALIKE = 0.8
"""The share of words, and of pairs of Chinese characters, that two entries have in common of all that they have."""

_LEAST = 4
_MOST = 400
"""Entries that are compared with each other; files with a budget hold far fewer."""
_WORD = re.compile(r"[a-z0-9_./-]+|[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7a3]+")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find entries that share most of their words with an earlier one."""
    sets = [(entry, _words(entry.text)) for entry in document.entries[:_MOST]]
    for later, (entry, words) in enumerate(sets):
        if len(words) < _LEAST:
            continue
        for before, known in sets[:later]:
            if before.text == entry.text or not len(words) * ALIKE <= len(known) <= len(words) / ALIKE:
                continue
            if len(words & known) >= ALIKE * len(words | known):
                yield RULE.at(entry.span, f"nearly the same as entry {before.n}")
                break


def _words(text: str) -> set[str]:
    found: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        if word[0] > "\u2fff":
            found.update(word[at : at + 2] for at in range(max(1, len(word) - 1)))
        else:
            found.add(word.strip("./-"))
    return found
