"""What is refused because of a rule, in one line and in JSON."""

from __future__ import annotations

from memgit.errors import Refused
from memgit.model.diagnostic import Diagnostic
from memgit.rules import gate


def require_clean(before: str | None, after: str, where: str) -> None:
    """Raise Refused for a secret or an injected order that comes new with `after`, naming the rule and the place.

    before: the text as it was, None for a new one. where: what `after` is, for people. What was found is not repeated.
    """
    found = gate(before, after)
    if not found:
        return
    items = [_item(after, finding, where) for finding in found]
    more = f", and {len(items) - 1} more" if len(items) > 1 else ""
    first = items[0]
    raise Refused(
        f"{where}, line {first['line']}, column {first['column']}: {first['message']} [{first['code']}]{more}",
        f"memgit help rule {first['code']}",
        details={"findings": items},
    )


def _item(text: str, finding: Diagnostic, where: str) -> dict[str, str | int]:
    before = text[: finding.span.start]
    return {
        "code": finding.code,
        "message": finding.message,
        "where": where,
        "line": before.count("\n") + 1,
        "column": finding.span.start - (before.rfind("\n") + 1) + 1,
    }
