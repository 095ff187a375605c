"""What the rules find, as the protocol has it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from memgit.model.diagnostic import Diagnostic, Severity
from memgit.ops.lint import Chosen, Look, heard
from memgit.rules import linting
from memgit.rules.document import Document
from memgit_lsp.text import Text

if TYPE_CHECKING:
    from memgit_lsp.buffers import Buffer
    from memgit_lsp.session import Session

SOURCE = "memgit"

_SEVERITY = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def early(session: Session, buffer: Buffer) -> tuple[Diagnostic, ...]:
    """What can be told at once; of a big document, what was found when it was last looked at."""
    if buffer.early_of is None and not buffer.big:
        document = session.document(buffer)
        buffer.early = () if document is None else _heard(session, document, buffer.path, linting.early)
        buffer.early_of = buffer.version
    return buffer.early


def late(session: Session, document: Document, path: Path) -> tuple[Diagnostic, ...]:
    """What the rules find that read a whole body."""
    return _heard(session, document, path, linting.late)


def at_once(session: Session, document: Document, path: Path) -> tuple[Diagnostic, ...]:
    """What the other rules find, for a big document."""
    return _heard(session, document, path, linting.early)


def every(session: Session, document: Document, path: Path) -> tuple[Diagnostic, ...]:
    """What all rules find."""
    return _heard(session, document, path, linting.lint)


def of(session: Session, buffer: Buffer) -> list[Diagnostic]:
    """All that is known to be found in an open document, in order of place."""
    found = [*early(session, buffer), *buffer.late]
    return sorted(found, key=lambda one: (one.span.start, one.span.end, one.code))


def told(found: Iterable[Diagnostic], text: Text) -> list[types.Diagnostic]:
    """Findings in a text as a client takes them."""
    return [
        types.Diagnostic(
            range=text.range(one.span),
            message=printable(one.message),
            severity=_SEVERITY[one.severity],
            code=one.code,
            source=SOURCE,
        )
        for one in found
    ]


def printable(text: str) -> str:
    """A text without bytes that are no characters."""
    return text.encode("utf-8", "replace").decode()


def _heard(session: Session, document: Document, path: Path, look: Look) -> tuple[Diagnostic, ...]:
    wishes = session.wishes
    return heard(session.homes.documents, document, path, Chosen(wishes.select, wishes.ignore), look)
