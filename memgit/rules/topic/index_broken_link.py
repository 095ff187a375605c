"""A line of the index that links to a topic file which is not there: an agent that follows it finds nothing."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.lines import lines
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.near import nearest
from memgit.rules.rule import Rule

RULE = Rule("topic/index-broken-link", Severity.WARNING, "a line of the index for a topic file that is not there")
KINDS = frozenset({Kind.TOPIC_INDEX})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find links of the index to files that are missing."""
    topics = document.around.topics
    if topics is None:
        return
    for link in document.links:
        if ":" in link.path or "/" in link.path or not link.path.endswith(".md") or link.path == document.around.name:
            continue
        stem = link.path.removesuffix(".md")
        if stem in topics:
            continue
        meant = nearest(stem, topics)
        at = document.text.index(link.target, link.span.start)
        fixes = [Fix(f"link to {meant}.md", Span(at, at + len(link.target)), f"{meant}.md")] if meant else []
        line = list(lines(document.text))[link.line - 1]
        if link.leads:
            fixes.append(Fix("take the line out", Span(line.start, line.behind), ""))
        yield RULE.at(link.span, f"there is no topic file '{link.path}'", *fixes)
