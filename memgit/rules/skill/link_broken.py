"""A link to a file that is not in the skill: an agent that follows it finds nothing. Links are relative to the folder
of SKILL.md.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator

from memgit.formats.skill import FILE
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.rules import markdown
from memgit.rules.document import Document, Kind
from memgit.rules.near import nearest
from memgit.rules.rule import Rule

RULE = Rule("skill/link-broken", Severity.WARNING, "a link to a file that is not there")
KINDS = frozenset({Kind.SKILL})


def check(document: Document) -> Iterator[Diagnostic]:
    """Find links to files that are missing."""
    files = document.around.files
    if files is None:
        return
    for link in markdown.links(document.prose):
        path = posixpath.normpath(link.path)
        if path.startswith("..") or path in (".", FILE) or path in files or is_folder(path, files):
            continue
        meant = nearest(path, files) or _same_name(path, files)
        fixes = (Fix(f"link to {meant}", link.span, meant),) if meant else ()
        hint = f": did you mean '{meant}'?" if meant else ""
        yield RULE.at(link.span, f"there is no file '{link.path}' in the skill{hint}", *fixes)


def is_folder(path: str, files: Iterable[str]) -> bool:
    """Whether a path is that of a folder with files in it."""
    return any(name.startswith(f"{path}/") for name in files)


def _same_name(path: str, files: Iterable[str]) -> str | None:
    """The one file of that name elsewhere in the skill."""
    found = [name for name in files if posixpath.basename(name) == posixpath.basename(path)]
    return found[0] if len(found) == 1 else None
