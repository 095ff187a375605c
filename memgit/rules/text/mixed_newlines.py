"""Lines that end in different ways, LF and CRLF in one file. Readers that want one of them see the others as text:
pi-hermes-memory parts no entries at CRLF.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("text/mixed-newlines", Severity.HINT, "lines that end in different ways")
KINDS = frozenset(Kind)

_NEWLINE = re.compile(r"\r\n|\n|\r")
_NAMES = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}


def check(document: Document) -> Iterator[Diagnostic]:
    """Find the first line that ends otherwise than most do."""
    text = document.text
    if "\r" not in text:
        return
    ends = list(_NEWLINE.finditer(text))
    counts = Counter(found[0] for found in ends)
    if len(counts) < 2:
        return
    usual = counts.most_common(1)[0][0]
    odd = [found for found in ends if found[0] != usual]
    line = max(text.rfind("\n", 0, odd[0].start()), text.rfind("\r", 0, odd[0].start())) + 1
    first, last = odd[0].start(), odd[-1].end()
    written = _NEWLINE.sub(lambda _: usual, text[first:last])
    fix = Fix(f"end all lines with {_NAMES[usual]}", Span(first, last), written)
    message = f"{len(odd)} of {len(ends)} lines do not end with {_NAMES[usual]} as the others do, this the first"
    yield RULE.at(Span(line, odd[0].start() if odd[0].start() > line else odd[0].end()), message, fix)
