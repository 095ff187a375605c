"""A topic file that the index, `MEMORY.md` beside it, does not link to. An agent loads the index at the start and reads
topics from there: it never learns of this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from memgit.formats.lines import newline
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("topic/not-indexed", Severity.INFO, "a topic file that no line of the index links to")
KINDS = frozenset({Kind.TOPIC, Kind.TOPIC_INDEX})


def check(document: Document) -> Iterator[Diagnostic]:
    """In a topic file: it itself; in the index: those that it has no line for."""
    around = document.around
    if document.kind is Kind.TOPIC:
        stem = (around.name or "").removesuffix(".md")
        if around.linked is not None and stem and stem not in around.linked:
            yield RULE.at(document.first_line(), f"MEMORY.md does not link to {stem}.md: the agent never learns of it")
        return
    linked = {link.path.removesuffix(".md") for link in document.links}
    for stem in sorted(set(around.topics or ()) - linked):
        yield RULE.at(document.first_line(), f"no line links to {stem}.md", added(document, stem))


def added(document: Document, stem: str) -> Fix:
    """A line for a topic at the end of the index."""
    text = document.text
    end = newline(text)
    lead = "" if not text or text.endswith(("\n", "\r")) else end
    title = stem.replace("-", " ").replace("_", " ").strip().capitalize() or stem
    return Fix(f"add a line for {stem}.md", Span(len(text), len(text)), f"{lead}- [{title}]({quote(stem)}.md){end}")
