"""Bytes that are no UTF-8. Hermes Agent refuses a memory file with one, and puts `�` in their place in a skill."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("text/not-utf8", Severity.ERROR, "bytes that are no UTF-8")
KINDS = frozenset(Kind)

_BYTES = re.compile("[\ud800-\udfff]+")
_SHOWN = 4
_MOST = 20


def check(document: Document) -> Iterator[Diagnostic]:
    """Find them: each is a lone surrogate here, as `surrogateescape` decodes."""
    if document.text.isascii():
        return
    for number, found in enumerate(_BYTES.finditer(document.text)):
        if number == _MOST:
            return
        shown = " ".join(f"{ord(char) & 0xFF:02x}" for char in found[0][:_SHOWN])
        more = " …" if len(found[0]) > _SHOWN else ""
        yield RULE.at(Span(*found.span()), f"no UTF-8: {shown}{more}; save the file as UTF-8")
