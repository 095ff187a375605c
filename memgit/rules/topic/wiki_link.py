"""`[[name]]` links to the topic of that name. One that leads to none may be a topic still to be written."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.topics import references
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules import markdown
from memgit.rules.document import Document, Kind
from memgit.rules.near import nearest
from memgit.rules.rule import Rule

RULE = Rule("topic/wiki-link", Severity.INFO, "a [[link]] to a topic that is not there")
KINDS = frozenset({Kind.TOPIC, Kind.TOPIC_INDEX})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find such links outside code."""
    topics = document.around.topics
    if topics is None or "[[" not in document.text:
        return
    known = {_plain(stem): stem for stem in topics}
    for name, span in references(markdown.prose(document.text, document.front.block.body)):
        if _plain(name.removesuffix(".md")) in known:
            continue
        meant = nearest(name, topics)
        at = document.text.index(name, span.start)
        fixes = (Fix(f"link to {meant}", Span(at, at + len(name)), meant),) if meant else ()
        yield RULE.at(span, f"there is no topic '{name}'", *fixes)


def _plain(name: str) -> str:
    return name.casefold().replace(" ", "-").replace("_", "-")
