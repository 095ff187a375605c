"""An entry that says "yesterday" or 下周 means another day each time it is read. Write the date: memory is read months
later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memgit.model.diagnostic import Diagnostic, Severity, Span
from memgit.rules import markdown
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule

RULE = Rule("memory/undated-relative", Severity.HINT, "a day that is told from today, without a date")
KINDS = frozenset({Kind.ENTRIES, Kind.FAILURES, Kind.TOPIC})

_ENGLISH = (
    r"yesterday|tomorrow|today|tonight|this (?:morning|afternoon|evening)|(?:last|next|this) (?:week|weekend|month|year"
    r"|quarter|sprint|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:a few|two|three|\d+) (?:days|weeks"
    r"|months) ago|in (?:a few|two|three|\d+) (?:days|weeks|months)|(?:a|the) day (?:after tomorrow|before yesterday)"
)
_CHINESE = (
    r"昨天|昨晚|前天|今天|今晚|今早|明天|明早|后天|後天|上周|上週|本周|本週|这周|這週|下周|下週|上个月|上個月|这个月|這個月"
    r"|下个月|下個月|去年|今年|明年|前几天|前幾天|过几天|過幾天|[上下]个?(?:星期|礼拜|季度)|[两兩三几幾\d]+(?:天|周|週|个月|個月)[前后後]"
)
_RELATIVE = re.compile(rf"\b(?:{_ENGLISH})\b|{_CHINESE}", re.IGNORECASE)
_DATE = re.compile(r"\b(?:19|20)\d\d(?:[-/.年]|\b)|\d{1,2}月\d{1,2}[日号號]")


def check(document: Document) -> Iterator[Diagnostic]:
    """Find such words in entries without a date of their own; in code they are no words."""
    if not _RELATIVE.search(document.text):
        return
    if document.kind is Kind.TOPIC:
        yield from _in(document, document.front.block.body, len(document.text))
        return
    for entry in document.entries:
        yield from _in(document, entry.span.start, entry.span.start + len(entry.text))


def _in(document: Document, start: int, end: int) -> Iterator[Diagnostic]:
    text = document.text[start:end]
    if not _RELATIVE.search(text) or _DATE.search(text):
        return
    for found in _RELATIVE.finditer(markdown.prose(text)):
        place = Span(start + found.start(), start + found.end())
        yield RULE.at(place, f"'{found[0]}' means another day each time it is read: write the date")
