"""Rules: a text goes in, diagnostics come out; nothing is read, written or asked.

`check` finds, `gate` says what a write is refused for. The patterns are loaded by the first check, the
catalogue `RULES` (code to `Rule`) when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable

from memgit.model.diagnostic import Diagnostic, Severity

TYPE_CHECKING = False  # as type checkers read it; importing typing would cost more than the rest of this module
if TYPE_CHECKING:
    from memgit.rules.catalogue import RULES
    from memgit.rules.rule import Rule

__all__ = ["FAMILIES", "RULES", "Rule", "check", "gate"]

FAMILIES = ("secret", "safety")


def __getattr__(name: str) -> object:
    """Load the catalogue when it is first asked for: writes need no documentation."""
    if name not in {"RULES", "Rule"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from memgit.rules import catalogue

    return getattr(catalogue, name)


def check(text: str, families: Iterable[str] = FAMILIES) -> tuple[Diagnostic, ...]:
    """Every finding in the text, in order of place, no two of one rule overlapping.

    Spans count code points of `text` as given, hidden characters included. Unknown families find nothing.
    """
    from memgit.rules.findings import find

    return find(text, frozenset(families))


def gate(before: str | None, after: str, families: Iterable[str] = FAMILIES) -> tuple[Diagnostic, ...]:
    """The errors of `after` that `before` did not have: what refuses a write.

    Two findings are the same when rule and matched text are; `before` is None for a new file.
    """
    if before == after:
        return ()
    families = frozenset(families)
    errors = _errors(after, families)
    if not errors or not before:
        return errors
    known = {(found.code, _matched(before, found)) for found in _errors(before, families)}
    return tuple(found for found in errors if (found.code, _matched(after, found)) not in known)


def _errors(text: str, families: frozenset[str]) -> tuple[Diagnostic, ...]:
    return tuple(found for found in check(text, families) if found.severity is Severity.ERROR)


def _matched(text: str, found: Diagnostic) -> str:
    return text[found.span.start : found.span.end]
