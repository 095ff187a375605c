"""A name is 1 to 64 characters a-z, 0-9 and single hyphens between them; Hermes Agent also takes `.` and `_`.

The readers of the open specification warn about other names; Hermes Agent shows them, but its own tools cannot write
such a skill.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from memgit.formats.nodes import Tag
from memgit.formats.skill import MAX_NAME, valid_name
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.rule import Rule

RULE = Rule("skill/name-invalid", Severity.ERROR, "a name that agents' tools refuse: capitals, blanks, other signs")
KINDS = frozenset({Kind.SKILL})

_OPEN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find a name that is text, but not in the form of a name."""
    field = document.front.field("name")
    if field is None or field.node.tag is not Tag.TEXT or not field.node.value.strip():
        return
    name, profile = field.node.value.strip(), document.profile
    if fits(name, profile):
        return
    severity = Severity.ERROR if profile is Profile.STRICT else Severity.WARNING
    better = _slug(name)
    alone = profile is not Profile.STRICT or document.around.folder in (None, better)
    can = better and fits(better, profile) and alone
    fixes = (Fix(f"rename it to {better}", field.value, better),) if can else ()
    yield RULE.at(field.value, _why(name, profile), *fixes, severity=severity)


def fits(name: str, profile: Profile) -> bool:
    """Whether a reader takes a name."""
    if profile is Profile.HERMES:
        return valid_name(name)
    if profile is Profile.STRICT:
        plain = unicodedata.normalize("NFKC", name)
        hyphens = plain[0] == "-" or plain[-1] == "-" or "--" in plain
        letters = all(char.isalnum() or char == "-" for char in plain)
        return len(plain) <= MAX_NAME and plain == plain.lower() and letters and not hyphens
    return len(name) <= MAX_NAME and _OPEN.fullmatch(name) is not None


def _why(name: str, profile: Profile) -> str:
    if len(name) > MAX_NAME:
        return f"the name has {len(name)} characters, {MAX_NAME} are allowed"
    if profile is Profile.HERMES:
        return f"'{name}' is no name for a skill: a-z, 0-9, '.', '_' and '-', first a letter or digit"
    return f"'{name}' is no name for a skill: a-z and 0-9, with single hyphens between"


def _slug(name: str) -> str:
    """The name as it would be written in this form; empty if nothing is left of it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode() if not name.isascii() else name
    if len(plain) < len(name) / 2:
        return ""
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:MAX_NAME].strip("-")
