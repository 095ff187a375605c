"""A file below `references/`, `templates/`, `scripts/` or `assets/` that SKILL.md never mentions: no agent knows that
it is there, or when to read it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memgit.formats.skill import SUPPORT_FOLDERS
from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("skill/file-orphan", Severity.HINT, "a file of a skill that SKILL.md does not mention")
KINDS = frozenset({Kind.SKILL})

_SHOWN = 5


def check(document: Document) -> Iterator[Diagnostic]:
    """Find files, and all of a folder at once where only it is mentioned."""
    if not document.around.files or not document.front.block.closed or not document.body.strip():
        return
    text = document.text
    lost = []
    for path in sorted(document.around.files):
        folder, _, below = path.partition("/")
        if folder not in SUPPORT_FOLDERS or not below or posixpath.basename(path).startswith(("__init__", ".")):
            continue
        names = (
            posixpath.basename(path),
            posixpath.splitext(posixpath.basename(path))[0],
            f"{posixpath.dirname(path)}/",
        )
        if not any(name in text for name in names):
            lost.append(path)
    if lost:
        more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
        place = Span(document.front.block.end, document.front.block.end + 3)
        yield RULE.at(place, f"nothing here tells of {', '.join(lost[:_SHOWN])}{more}")
