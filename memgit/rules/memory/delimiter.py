"""Entries are parted by a line that is only `§`. A line that is nearly so, with blanks around the sign or another sign
like it, parts nothing: what stands on both sides is one entry. pi-hermes-memory wants plain line feeds around it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.formats.lines import lines
from memgit.model.diagnostic import Diagnostic, Fix, Severity, Span
from memgit.model.layout import Dialect
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("memory/delimiter", Severity.WARNING, "a line that looks like the delimiter between entries and is none")
KINDS = frozenset({Kind.ENTRIES, Kind.FAILURES})

_NEARLY = re.compile(r"(?=.*[§¶])[\s§¶\ufe0f\u200b]+")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find lines of the sign with something else, and line ends that hide it from pi."""
    text = document.text
    for line in lines(text):
        written = text[line.start : line.end]
        first = not text[: line.start].strip("\ufeff \t\r\n")
        if written == "§":
            ends = text[max(0, line.start - 1) : line.start] + text[line.end : line.behind]
            if document.dialect is Dialect.DATED and "\r" in ends and not first:
                before = line.start - (2 if text.startswith("\r\n", line.start - 2) else 1)
                fix = Fix("plain line feeds around it", Span(before, line.behind), "\n§\n", safe=True)
                yield RULE.at(
                    Span(line.start, line.end), "pi does not part entries here: the line ends are not LF", fix
                )
        elif _NEARLY.fullmatch(written) and not first:
            place = Span(line.start, line.end)
            yield RULE.at(
                place, "this parts no entries: a delimiter is a line of '§' alone", Fix("write '§'", place, "§")
            )
