"""Rules of memory, failures, standing, topics and any text: what is found, where, and that mends mend."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from memgit.model.diagnostic import Diagnostic, Severity
from memgit.model.layout import Dialect, Unit
from memgit.rules.document import Around, Document, Kind
from memgit.rules.linting import CODES, lint

DATED: dict[str, Any] = {"dialect": Dialect.DATED, "unit": Unit.UTF16}
DATE = " <!-- created=2026-08-01, last=2026-08-09 -->"
TOPICS = Around("notes.md", "memory", topics={"notes", "deploys"}, linked={"deploys"})
INDEX = Around("MEMORY.md", "memory", topics={"notes", "deploys"})
TOPIC = "---\nname: notes\ndescription: d\ntype: user\n---\n"


@dataclass(frozen=True)
class Case:
    """A text, one finding that is in it, and what it selects; None: there is no such finding."""

    code: str
    text: str
    selected: str | None
    kind: Kind = Kind.ENTRIES
    given: dict[str, Any] = field(default_factory=dict)
    after: str | None = None

    @property
    def document(self) -> Document:
        return self.of(self.text)

    def of(self, text: str) -> Document:
        return Document(text, self.kind, **self.given)


CASES = [
    Case("memory/over-budget", "one\n§\ntwo 🦊 more", " more", given={"limit": 11}),
    Case("memory/over-budget", "🦊🦊🦊", "🦊", given={"limit": 5, **DATED}),
    Case("memory/over-budget", "a\r\n§\r\nb", None, given={"limit": 5}),
    Case("memory/over-budget", "12345", None, given={"limit": 5}),
    Case("memory/near-budget", "123456789", "123456789", given={"limit": 10}),
    Case("memory/near-budget", "12345678", None, given={"limit": 10}),
    Case("memory/near-budget", "12345678901", None, given={"limit": 10}),
    Case("memory/delimiter", "one\n § \ntwo", " § ", after="one\n§\ntwo"),
    Case("memory/delimiter", "one\n§§\ntwo", "§§", after="one\n§\ntwo"),
    Case("memory/delimiter", f"one{DATE}\r\n§\r\ntwo{DATE}", "§", given=DATED, after=f"one{DATE}\n§\ntwo{DATE}"),
    Case("memory/delimiter", "one\r\n§\r\ntwo", None),
    Case("memory/delimiter", "see § 5\n§\ntwo", None),
    Case("memory/duplicate", "喜欢\n§\ntwo\n§\n喜欢", "喜欢", after="喜欢\n§\ntwo"),
    Case("memory/duplicate", f"one{DATE}\n§\none{DATE}", f"one{DATE}", given=DATED, after=f"one{DATE}"),
    Case("memory/near-duplicate", "use uv, never pip here\n§\nuse UV never pip, here", "use UV never pip, here"),
    Case("memory/near-duplicate", "回答要简短直接明了\n§\n回答要简短直接明了些", "回答要简短直接明了些"),
    Case("memory/near-duplicate", "uses uv and never pip\n§\nuses poetry and never conda", None),
    Case("memory/empty-entry", "one\n§\n\n§\ntwo", "§", after="one\n§\ntwo"),
    Case("memory/empty-entry", "§\none", "§", after="one"),
    Case("memory/empty-entry", "one\n§\n", "§", after="one"),
    Case("memory/empty-entry", "one\n§\ntwo", None),
    Case("memory/date-invalid", "one <!-- created=2026-02-30, last=2026-08-09 -->", "2026-02-30", given=DATED),
    Case("memory/date-invalid", "one <!-- created=2026-08-09, last=2026-08-01 -->", "2026-08-01", given=DATED),
    Case("memory/date-invalid", f"one{DATE}", None, given=DATED),
    Case("memory/date-missing", "one 🦊\nmore", "one 🦊", given=DATED),
    Case("memory/date-missing", "one", None),
    Case("memory/undated-relative", "Deployed yesterday", "yesterday"),
    Case("memory/undated-relative", "下周上线", "下周"),
    Case("memory/undated-relative", "Deployed yesterday (2026-08-01)", None),
    Case("memory/undated-relative", "Run `date -d yesterday`", None),
    Case("memory/undated-relative", "The nextweek library, todayish", None),
    Case("memory/blocked-lookalike", "ok\n§\n[BLOCKED: x] do", "[BLOCKED:", after="ok"),
    Case("memory/blocked-lookalike", "The port is [BLOCKED] by default", None),
    Case("standing/over-budget", "a\nb\nc\n", "c", Kind.STANDING, {"lines": 2}),
    Case("standing/over-budget", "# note\n- aaaa\n- bbbb\n", "- bbbb", Kind.STANDING, {"limit": 9}),
    Case("standing/over-budget", "# note\n- aaaa\n- bbbb\n", None, Kind.STANDING, {"limit": 10}),
    Case("standing/duplicate", "- Use uv\n* use  UV\n", "* use  UV", Kind.STANDING, after="- Use uv\n"),
    Case("failures/category", "[corection] text", "corection", Kind.FAILURES, after="[correction] text"),
    Case("failures/category", "[tool-quirk] text", None, Kind.FAILURES),
    Case("failures/format", "it broke", "it broke", Kind.FAILURES, after="[failure] it broke"),
    Case("topic/type", TOPIC.replace("user", "usr"), "usr", Kind.TOPIC, after=TOPIC),
    Case("topic/type", TOPIC.replace("type: user\n", ""), "---", Kind.TOPIC),
    Case("topic/type", TOPIC.replace("type: user", "metadata:\n  type: project"), None, Kind.TOPIC),
    Case("topic/not-indexed", TOPIC, "---", Kind.TOPIC, {"around": TOPICS}),
    Case("topic/not-indexed", "- [D](deploys.md)\n", "- [D](deploys.md)", Kind.TOPIC_INDEX, {"around": INDEX},
         "- [D](deploys.md)\n- [Notes](notes.md)\n"),
    Case("topic/index-broken-link", "- [D](deploy.md) — x\n- [N](notes.md)\n", "[D](deploy.md)", Kind.TOPIC_INDEX,
         {"around": INDEX}, "- [D](deploys.md) — x\n- [N](notes.md)\n"),
    Case("topic/index-broken-link", "- [D](deploys.md)\n- [web](https://a.b/c.md)\n", None, Kind.TOPIC_INDEX,
         {"around": INDEX}),
    Case("topic/index-too-long", "line\n" * 201, "line", Kind.TOPIC_INDEX),
    Case("topic/index-too-long", "字" * 8_000 + "\n" + "字" * 400, "字" * 400, Kind.TOPIC_INDEX),
    Case("topic/index-too-long", "line\n" * 200, None, Kind.TOPIC_INDEX),
    Case("topic/wiki-link", TOPIC + "See [[deploy]]", "[[deploy]]", Kind.TOPIC, {"around": TOPICS},
         TOPIC + "See [[deploys]]"),
    Case("topic/wiki-link", TOPIC + "See [[Deploys]] `[[x]]`", None, Kind.TOPIC, {"around": TOPICS}),
    Case("text/invisible", "pass\u200bword", "\u200b", after="password"),
    Case("text/invisible", "\ufeffone\ufefftwo", "\ufeff", after="\ufeffonetwo"),
    Case("text/invisible", "👨\u200d👩\u200d👧 می\u200cخواهم क्\u200dष", None),
    Case("text/bidi", "a\u202eb\u202c", "\u202e", after="ab\u202c"),
    Case("text/bidi", "عربي \u200e", None),
    Case("text/not-utf8", "caf\udce9 ok", "\udce9", Kind.TEXT),
    Case("text/nul", "a\0b", "\0", after="ab"),
    Case("text/mixed-newlines", "one\ntwo\r\nthree\n", "two", after="one\ntwo\nthree\n"),
    Case("text/mixed-newlines", "one\r\ntwo\r\n", None),
    Case("text/conflict-marker", "a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\nd\n", "<<<<<<< x", after="a\nb\nd\n"),
    Case("text/conflict-marker", "Title\n=======\n<<<<<<< is a mark\n", None),
]  # fmt: skip


def found(document: Document, code: str) -> list[Diagnostic]:
    return [one for one in lint(document) if one.code == code]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}-{case.text[:20]!a}")
def test_what_is_found(case: Case) -> None:
    selected = [case.text[one.span.start : one.span.end] for one in found(case.document, case.code)]
    assert selected[:1] == ([] if case.selected is None else [case.selected])


@pytest.mark.parametrize("case", [case for case in CASES if case.selected is not None], ids=lambda case: case.code)
def test_mends(case: Case) -> None:
    before = lint(case.document)
    first = next(one for one in before if one.code == case.code)
    if case.after is not None:
        fix = first.fixes[0]
        assert case.text[: fix.span.start] + fix.text + case.text[fix.span.end :] == case.after
    errors = {one.code for one in before if one.severity is Severity.ERROR}
    for one in before:
        for fix in one.fixes:
            text = case.text[: fix.span.start] + fix.text + case.text[fix.span.end :]
            after = lint(case.of(text))
            assert sum(other.code == one.code for other in after) < sum(other.code == one.code for other in before)
            assert {other.code for other in after if other.severity is Severity.ERROR} <= errors


def test_every_rule_has_cases_both_ways() -> None:
    areas = {code.partition("/")[0] for code in CODES} - {"skill"}
    wanted = {code for code in CODES if code.partition("/")[0] in areas}
    assert {case.code for case in CASES if case.selected is not None} == wanted
    assert {case.code for case in CASES if case.selected is None} | {
        "memory/duplicate",
        "standing/duplicate",
        "failures/format",
        "topic/not-indexed",
        "text/nul",
        "text/not-utf8",
    } == wanted


def test_a_budget_is_told_in_its_unit_with_the_biggest_entries() -> None:
    (one,) = found(Document("ab\n§\n🦊🦊🦊🦊", Kind.ENTRIES, unit=Unit.UTF16, limit=10), "memory/over-budget")
    assert one.message == "13 of 10 utf-16 units: 3 too many; entry 2: 8 (61 %), entry 1: 2 (15 %)"


def test_rules_that_are_not_shown_are_named() -> None:
    text = "".join(f"- rule {n}\n" for n in range(1, 24))
    (one,) = found(Document(text, Kind.STANDING), "standing/over-budget")
    assert one.message == "rules 21 to 23 are not injected: there is room for 20 rules"
