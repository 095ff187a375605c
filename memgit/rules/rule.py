"""What a rule is to people: its code, how bad it can get, what it finds."""

from __future__ import annotations

from dataclasses import dataclass

from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as people know it: its code, how bad a finding can get, and one line on what it finds."""

    code: str
    severity: Severity
    doc: str

    @property
    def family(self) -> str:
        """The part before the slash: `secret`, `skill`."""
        return self.code.partition("/")[0]

    def at(self, span: Span, message: str, *fixes: Fix, severity: Severity | None = None) -> Diagnostic:
        """A finding at a place; as bad as the rule can get unless told otherwise."""
        return Diagnostic(self.code, severity or self.severity, message, span, fixes)
