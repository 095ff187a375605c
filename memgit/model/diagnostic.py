"""One finding of a rule: code, severity, span, message, fixes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is; `error` is what a write is refused for."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text, in code points: `start` included, `end` excluded."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fix:
    """A mend: replace `span` by `text`. safe: it changes the form, not what anybody reads; done without asking."""

    title: str
    span: Span
    text: str
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What a rule found. `code` is stable, e.g. `secret/github-token`."""

    code: str
    severity: Severity
    message: str
    span: Span
    fixes: tuple[Fix, ...] = ()
