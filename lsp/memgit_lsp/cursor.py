"""A place in a document, with what the rules know of it and the home it is in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from lsprotocol.types import Position

from memgit.model.diagnostic import Span
from memgit.ops.documents import Home
from memgit.rules.document import Document
from memgit.rules.front import Field
from memgit.rules.placed import Placed
from memgit_lsp.buffers import path_of
from memgit_lsp.homes import within
from memgit_lsp.session import Session
from memgit_lsp.text import Text


@dataclass(frozen=True)
class Cursor:
    """A place in a document. offset: in code points. version: None for a document that is not open."""

    session: Session
    uri: str
    path: Path
    text: Text
    version: int | None
    document: Document
    home: Home | None
    offset: int = 0

    @property
    def own(self) -> str:
        """The document's path relative to its home; its name elsewhere."""
        return self.path.name if self.home is None else within(self.home, self.path)

    def field(self) -> Field | None:
        """The frontmatter field that the place is in."""
        fields = self.document.front.fields
        return next((field for field in fields if field.lines.start <= self.offset < field.lines.end), None)

    def entry(self) -> Placed | None:
        """The entry that the place is in, or right behind."""
        return next((entry for entry in self.document.entries if self.is_in(entry.span)), None)

    def is_in(self, span: Span) -> bool:
        """Whether the place is in a span, or right behind it."""
        return span.start <= self.offset <= span.end


def at(session: Session, uri: str, position: Position | None = None) -> Cursor | None:
    """A place in a document, open or on disk; None where no rule knows the file, or it cannot be read."""
    buffer = session.buffers.get(uri)
    if buffer is not None:
        text, document, version = buffer.text, session.document(buffer), buffer.version
    else:
        found = session.text(path_of(uri))
        if found is None:
            return None
        text, document, version = found, session.homes.document(path_of(uri), found.text), None
    if document is None:
        return None
    path = path_of(uri)
    offset = 0 if position is None else text.offset(position)
    return Cursor(session, uri, path, text, version, document, session.homes.home(path), offset)


def covering(spans: Iterable[Span], offset: int) -> Span | None:
    """The first span that an offset is in, or right behind."""
    return next((span for span in spans if span.start <= offset <= span.end), None)
