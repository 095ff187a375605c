"""A key that the reader of the skill does not know is ignored. Often that is fine; often it is a known key written in
another way, `allowed_tools` for `allowed-tools`, and then it does nothing. Own keys belong below `metadata`.
"""

from __future__ import annotations

from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.near import nearest
from memgit.rules.rule import Rule
from memgit.rules.skill import keys

RULE = Rule("skill/key-unknown", Severity.WARNING, "a key that the skill's reader does not know")
KINDS = frozenset({Kind.SKILL})

_OTHERS = frozenset(keys.HERMES) | frozenset(keys.CLAUDE) | frozenset(keys.PI)


def check(document: Document) -> Iterator[Diagnostic]:
    """Find keys that are not known; those that are nearly known stand out."""
    known = keys.known(document.profile)
    have = {field.name for field in document.front.fields}
    for field in document.front.fields:
        if field.name in known or not field.name:
            continue
        meant = None if field.name in _OTHERS else nearest(field.name, known, like=0.8)
        severity = Severity.WARNING if meant else Severity.HINT
        if document.profile is Profile.STRICT:
            severity = Severity.ERROR
        fixes = (Fix(f"rename it to '{meant}'", field.key, meant),) if meant and meant not in have else ()
        more = f": did you mean '{meant}'?" if meant else "; own keys belong below 'metadata'"
        yield RULE.at(field.key, f"'{field.name}' is no key that is known here{more}", *fixes, severity=severity)
