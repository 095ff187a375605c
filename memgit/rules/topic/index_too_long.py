"""Claude Code loads the first 200 lines of the index, and at most 25 KB. What is behind is never read at the start."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.lines import lines
from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("topic/index-too-long", Severity.WARNING, "an index of which the agent loads only the beginning")
KINDS = frozenset({Kind.TOPIC_INDEX})

MAX_LINES = 200
MAX_BYTES = 25_000
"""Of Claude Code's documentation of its auto memory."""


def check(document: Document) -> Iterator[Diagnostic]:
    """Find the first line that is not loaded."""
    used = 0
    for number, line in enumerate(lines(document.text)):
        used += len(document.text[line.start : line.behind].encode("utf-8", "surrogatepass"))
        if number >= MAX_LINES or used > MAX_BYTES:
            why = f"{MAX_LINES} lines" if number >= MAX_LINES else f"{MAX_BYTES:,} bytes"
            message = f"from line {number + 1} on nothing is loaded: an agent reads the first {why}"
            yield RULE.at(Span(line.start, max(line.end, line.start)), message)
            return
