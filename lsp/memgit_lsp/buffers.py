"""The documents that the client has open: the client's text counts, whatever is on disk."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from memgit.model.diagnostic import Diagnostic, Span
from memgit.rules.document import Document
from memgit_lsp.text import Text

BIG = 300_000
"""Characters: 0.1 s of rules. A bigger document is looked at when the person pauses, beside the loop."""


@dataclass
class Buffer:
    """An open document.

    late: what the rules that read a whole body found last, moved along with the edits since; late_of: the version that
    they read. early, early_of: the same for the others, kept for one version. document: what the rules look at, made
    when it is asked for.
    """

    uri: str
    path: Path
    version: int
    text: Text
    late: tuple[Diagnostic, ...] = ()
    late_of: int | None = None
    early: tuple[Diagnostic, ...] = ()
    early_of: int | None = None
    document: Document | None = field(default=None, repr=False)
    made: bool = False

    def change(self, span: Span, text: str) -> None:
        """Replace a span."""
        self.text = self.text.changed(span, text)
        self.late = tuple(moved for one in self.late if (moved := _moved(one, span, len(text))) is not None)
        self.stale()

    def stale(self) -> None:
        """What is known of the document is not so any more."""
        self.document, self.made, self.early_of = None, False, None

    @property
    def big(self) -> bool:
        """Whether looking at it takes longer than a person waits for a key."""
        return len(self.text.text) > BIG


def path_of(uri: str) -> Path:
    """The file of a URI; of one that is no file a path that has its name (`untitled:Untitled-1`)."""
    known = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(os.path.abspath(known or f"/{unquote(urlsplit(uri).path)}"))


def uri_of(path: Path) -> str:
    """The URI of a file."""
    return from_fs_path(str(path)) or path.as_uri()


def apply(buffer: Buffer, change: types.TextDocumentContentChangeEvent) -> None:
    """What the client says that it changed."""
    if isinstance(change, types.TextDocumentContentChangePartial):
        buffer.change(buffer.text.span(change.range), change.text)
    else:
        buffer.change(Span(0, len(buffer.text.text)), change.text)


def _moved(found: Diagnostic, span: Span, size: int) -> Diagnostic | None:
    """A finding after an edit elsewhere; None for one that the edit touches. Its fixes wait for the next look."""
    if found.span.end <= span.start:
        return found
    if found.span.start < span.end or found.span.start == span.start:
        return None
    shift = size - (span.end - span.start)
    return replace(found, span=Span(found.span.start + shift, found.span.end + shift), fixes=())
