"""A script that the skill tells to run by its path, `./scripts/check.sh`, but that may not be executed: the agent's
first try fails. `chmod +x` mends it; or tell how to run it: `bash scripts/check.sh`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("skill/script-not-executable", Severity.HINT, "a script that is run by its path and may not be executed")
KINDS = frozenset({Kind.SKILL})

_RUN = re.compile(
    r"(?:^|`|[;&|]|&&)[ \t]*(?:\$ )?(?P<path>(?:\./|\$\{HERMES_SKILL_DIR\}/)?scripts/[\w./-]+)", re.MULTILINE
)


def check(document: Document) -> Iterator[Diagnostic]:
    """Find commands that begin with the path of a script without the execute bit."""
    files = document.around.files or {}
    if not any(path.startswith("scripts/") for path in files):
        return
    for found in _RUN.finditer(document.text, document.front.block.body):
        path = found["path"].removeprefix("./").removeprefix("${HERMES_SKILL_DIR}/").rstrip(".")
        if files.get(path) is False and _is_command(document.text, found.start("path"), found.end("path")):
            span = Span(found.start("path"), found.start("path") + len(found["path"].rstrip(".")))
            yield RULE.at(span, f"'{path}' may not be executed: chmod +x {path}")


def _is_command(text: str, start: int, end: int) -> bool:
    """Whether a path is run: written as `./…`, or with arguments behind it."""
    return text.startswith(("./", "${"), start) or text[end : end + 2].startswith(" -")
