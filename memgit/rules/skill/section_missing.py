"""A skill that Hermes Agent writes itself has eight parts in this order: a title with an introduction, When to Use,
Prerequisites, How to Run, Quick Reference, Procedure, Pitfalls, Verification. Skills of other authors are free.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules import markdown
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.markdown import Heading
from memgit.rules.rule import Rule

RULE = Rule("skill/section-missing", Severity.HINT, "a skill of Hermes' own without a section of its authoring rules")
KINDS = frozenset({Kind.SKILL})

SECTIONS = (
    "When to Use",
    "Prerequisites",
    "How to Run",
    "Quick Reference",
    "Procedure",
    "Pitfalls",
    "Verification",
)
"""The sections of the authoring rules behind title and introduction, in their order."""

OWN = "hermes"
"""The author of skills that Hermes Agent wrote, by its authoring rules; in lower case."""


def check(document: Document) -> Iterator[Diagnostic]:
    """Find the sections that are not there."""
    author = document.front.field("author")
    if document.profile is not Profile.HERMES or author is None or author.node.value.strip().lower() != OWN:
        return
    if not document.body.strip():
        return
    found = list(markdown.headings(document.prose))
    have = {heading.text.strip().rstrip(":").casefold(): heading for heading in found}
    place = found[0].span if found else Span(document.front.block.body, document.front.block.body)
    if not any(heading.level == 1 for heading in found):
        name = document.front.field("name")
        title = name.node.value.replace("-", " ").title() if name else "Title"
        at, end = document.front.block.body, document.front.block.newline
        fix = Fix("insert a title", Span(at, at), f"{end}# {title}{end}{end}")
        yield RULE.at(place, "there is no title: a line that starts with '# '", fix)
    for number, section in enumerate(SECTIONS):
        if section.casefold() not in have:
            fix = _inserted(document, number, have)
            yield RULE.at(place, f"there is no section '{section}'", fix)


def _inserted(document: Document, number: int, have: dict[str, Heading]) -> Fix:
    """A heading before the first section that comes later, else at the end."""
    end = document.front.block.newline
    later = [have[name.casefold()] for name in SECTIONS[number + 1 :] if name.casefold() in have]
    if later:
        at = min(heading.span.start for heading in later)
        return Fix(f"insert '{SECTIONS[number]}'", Span(at, at), f"## {SECTIONS[number]}{end}{end}")
    size = len(document.text)
    lead = end if document.text.endswith(("\n", "\r")) else end * 2
    return Fix(f"insert '{SECTIONS[number]}'", Span(size, size), f"{lead}## {SECTIONS[number]}{end}")
