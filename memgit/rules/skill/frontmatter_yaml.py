"""The frontmatter is YAML. Hermes Agent falls back to reading it line by line, which loses lists and nested keys and
makes it refuse to write the skill; other agents skip the skill.

Nearly always it is a colon inside a value. Quotes mend it:

    description: "Deploys: what to check"
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.formats.nodes import BrokenYaml, Tag, compose
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules import front
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.front import Break
from memgit.rules.rule import Rule

RULE = Rule("skill/frontmatter-yaml", Severity.ERROR, "a frontmatter that is not valid YAML")
KINDS = frozenset({Kind.SKILL, Kind.CATEGORY})

_INDENTED = " \t"


def check(document: Document) -> Iterator[Diagnostic]:
    """Find each place where the YAML breaks."""
    severity = Severity.WARNING if document.profile is Profile.PI else Severity.ERROR
    for broken in document.front.breaks:
        fix = _fix(document, broken)
        yield RULE.at(
            _place(document.text, broken), f"not YAML: {broken.reason}", *((fix,) if fix else ()), severity=severity
        )


def _place(text: str, broken: Break) -> Span:
    """The character where it breaks; the last one of the line if that is its end."""
    at = broken.at
    if at >= len(text) or text[at] in "\r\n":
        line = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
        return Span(max(line, at - 1), max(line, at))
    return Span(at, at + 1)


def _fix(document: Document, broken: Break) -> Fix | None:
    """An edit after which the key reads as one text: quotes, or blanks for a tab."""
    key, text = broken.field, document.text
    if key is None:
        return _wide_colon(text, broken)
    if text[broken.at : broken.at + 1] == "\t":
        return Fix("two blanks for the tab", Span(broken.at, broken.at + 1), "  ", safe=True)
    line = text[key.value : key.end].split("\n", 1)[0].rstrip()
    span = Span(key.value, key.value + len(line))
    more = text[span.end : key.end].strip()
    if not line or more:
        return None
    title = "put the value in single quotes" if line[0] == '"' else "put the value in quotes"
    fix = Fix(title, span, front.quoted(text, span), safe=True)
    return fix if _reads_as_text(text[key.line : span.start] + fix.text + "\n") else None


def _wide_colon(text: str, broken: Break) -> Fix | None:
    """A key that is written with a full-width colon."""
    start = max(text.rfind("\n", 0, broken.at), text.rfind("\r", 0, broken.at)) + 1
    for first in (start, max(text.rfind("\n", 0, start - 1), text.rfind("\r", 0, start - 1)) + 1):
        end = text.find("\n", first)
        at = text.find("：", first, end if end >= 0 else len(text))
        if at >= 0 and text[first:at].replace("-", "").replace("_", "").isalnum():
            return Fix("a plain colon and a blank", Span(at, at + 1), ": ", safe=True)
    return None


def _reads_as_text(line: str) -> bool:
    try:
        root = compose(line, 0, len(line))
    except BrokenYaml:
        return False
    return root is not None and len(root.pairs) == 1 and root.pairs[0][1].tag is Tag.TEXT
