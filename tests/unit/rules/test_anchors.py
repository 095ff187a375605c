"""Literals spare work and lose nothing: a pattern finds what its regular expression does on the whole text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memgit.rules import scan
from memgit.rules.hit import Hit
from memgit.rules.pattern import Pattern, Phrase
from memgit.rules.safety import PATTERNS as SAFETY
from memgit.rules.secrets import PATTERNS as SECRETS
from memgit.rules.view import View

VECTORS = Path(__file__).parents[2] / "vectors" / "rules"
LINES = [
    line.replace("␟", "").replace("\\n", "\n")
    for one in sorted(VECTORS.iterdir())
    for line in one.read_text(encoding="utf-8").split("\n")
]
TEXT = "\n\n".join(LINES)


def _everywhere(pattern: Pattern, view: View) -> list[tuple[int, int]]:
    text = view.folded if pattern.cased else view.lowered
    spans = []
    for match in pattern.compiled.finditer(text):
        start, end = match.span("hit") if "hit" in match.re.groupindex else match.span()
        if start < end and (pattern.judge is None or pattern.judge(Hit(match, view, start, end))):
            spans.append((start, end))
    return spans


@pytest.mark.parametrize("pattern", [*SECRETS, *SAFETY], ids=lambda pattern: f"{pattern.code}:{pattern.anchors[0]}")
def test_literals_lose_nothing(pattern: Pattern) -> None:
    view = View(TEXT)
    places = [(one.span.start, one.span.end) for one in scan.Scanner([pattern]).scan(view)]
    expected = [view.source_span(*span) for span in _everywhere(pattern, view)]
    assert places == [(span.start, span.end) for span in expected]


def test_a_text_without_its_other_literal_starts_no_pattern() -> None:
    pattern = Pattern("safety/x", ("send ",), "send .", "m", also=("token",))
    assert list(scan.Scanner([pattern]).scan(View("send x"))) == []
    assert len(list(scan.Scanner([pattern]).scan(View("send x, a token")))) == 1


def test_literals_of_every_parting_and_case() -> None:
    pattern = Pattern("safety/x", ("Do_It ",), r"do\sit\W", "m")
    found = list(scan.Scanner([pattern]).scan(View("do it! DO\nIT> do\tit* doit ")))
    assert [one.span.start for one in found] == [7, 14]


def test_matches_of_a_pattern_do_not_overlap() -> None:
    pattern = Pattern("safety/x", ("aa",), "aa.?", "m")
    assert [one.span.start for one in scan.Scanner([pattern]).scan(View("aaaaaaa"))] == [0, 3]


def test_a_match_before_its_anchor() -> None:
    pattern = Pattern("safety/x", ("@",), r"\d{1,3}@", "m", lead=3, reach=5)
    text = "1@ 22@ " + "x" * 40 + "333@4444@"
    assert [one.span.start for one in scan.Scanner([pattern]).scan(View(text))] == [0, 3, 47, 52]


def test_long_texts_are_searched_in_pieces_and_by_a_faster_automaton() -> None:
    pattern = Pattern("safety/x", ("needle in",), "needle in", "m")
    scanner = scan.Scanner([pattern])
    text = ("x" * (scan._CHUNK - 4) + "needle in") * 5
    for _ in range(2):
        assert [one.span.start for one in scanner.scan(View(text))] == [m.start() for m in re.finditer("needle", text)]


def test_shorthands_are_written_out() -> None:
    regex = Pattern("safety/x", ("a",), Phrase(r"a @2b#3c\@1"), "m").compiled
    for text in ("a b.c@1", "a x yy b..c@1", "a\n> b...c@1"):
        assert regex.fullmatch(text)
    for text in ("a x y z b.c@1", "a b....c@1", "a b。c@1"):
        assert not regex.fullmatch(text)
