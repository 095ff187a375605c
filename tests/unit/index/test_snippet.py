from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memgit.index.matching import spans
from memgit.index.query import parse
from memgit.index.snippet import LEAST, Snippet, snippet
from memgit.text.fold import fold

ODD = st.text(alphabet="aBé́fiﬁ㍿缓存索引緩 \n\t\x00\x1f\u202e\ud83d\ude00😀👩\u200d🏽🇨🇳각ᄀ\u1161。.…１２_-/")
LONG = st.builds(lambda text, times, end: text * times + end, ODD, st.integers(1, 60), ODD)
FILL = "Nothing of note is said in this sentence. "


def shown(found: Snippet) -> str:
    """The text with its marks in brackets."""
    text = found.text
    for start, end in reversed(found.marks):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("The index is made of files.", "indexes file", "The [index] is made of [files]."),
        ("Two\n  lines,\tone\u3000snippet ", "lines", "Two [lines], one snippet"),
        ("用的是緩存索引，ＧＰＴ。", "缓存索引 gpt", "用的是[緩存索引]，[ＧＰＴ]。"),
        ("Café cafe\u0301 x", "cafe", "[Café] [cafe\u0301] x"),
        ("the ﬁle of ㍿", "file 会社", "the [ﬁle] of [㍿]"),
        ("two\n   words apart", '"two words"', "[two words] apart"),
        ("缓存 索引缓存", "缓存 索引", "[缓存] [索引缓存]"),
        ("a\x1b[0m\u202eb", "b", "a\x1b[0m\u202e[b]"),
        ("nothing here", "absent", "nothing here"),
        ("the cache", "what of the cache", "the [cache]"),
        ("kept not this", "kept -gone NOT lost", "[kept] not this"),
        ("", "a", ""),
        (" \n ", "a", ""),
        ("any", "", "any"),
    ],
)
def test_a_short_text_is_shown_whole(text: str, query: str, expected: str) -> None:
    assert shown(snippet(text, parse(query))) == expected


def test_a_long_text_is_cut_at_sentences_around_what_matches() -> None:
    text = FILL * 9 + "The whale is white, they said. " + FILL * 9
    assert shown(snippet(text, parse("white whale"), 120)) == (
        "…is said in this sentence. The [whale] is [white], they said. Nothing of note is said in this sentence.…"
    )


def test_a_long_text_is_cut_between_words() -> None:
    text = "lorem ipsum dolor sit amet " * 20 + "needle " + "consectetur adipiscing elit " * 20
    found = snippet(text, parse("needle"), 60)
    assert shown(found) == "…dolor sit amet [needle] consectetur adipiscing elit…"


def test_without_a_match_the_start_is_shown() -> None:
    found = snippet("  " + FILL * 9, parse("absent"), 50)
    assert found == Snippet("Nothing of note is said in this sentence.…", (), 2)
    assert snippet("中" * 500, parse("absent"), 40).text == "中" * 38 + "…"


@pytest.mark.parametrize("between", [0, 2_000, 50_000])
def test_the_window_with_most_leaves_wins(between: int) -> None:
    gap = "filler " * (between // 7)
    text = f"the whale alone, whale whale {FILL * 6}{gap}here a whale and a ship {FILL * 6}{gap}ship ship"
    assert "a [whale] and a [ship]" in shown(snippet(text, parse("whale ship")))


def test_among_equals_the_longest_wins() -> None:
    filler = "无关的内容在这里。" * 40
    text = f"索引。缓存。{filler}这是缓存索引策略。{filler}缓存，缓存，缓存"
    assert "[缓存索引策略]" in shown(snippet(text, parse("缓存索引策略")))


def test_a_match_longer_than_the_window_is_shown_from_its_start() -> None:
    found = snippet("x" * 500 + " " + "缓" * 500, parse("缓" * 400), 50)
    assert found.text.strip("…") == "缓" * 48
    assert found.marks == ((1, 49),)


def test_many_blanks_take_little_room() -> None:
    text = ("word\n" + " " * 30) * 40 + "needle" + ("\n" + " " * 30 + "word") * 40
    assert shown(snippet(text, parse("needle"), 60)) == "…word word word [needle] word word word word word word word…"


@pytest.mark.parametrize("char", ["e\u0301", "👍🏽", "👩\u200d💻", "🇨🇳", "\ud83d\ude00", "각"])
@pytest.mark.parametrize("width", range(40, 48))
def test_characters_are_not_cut(char: str, width: int) -> None:
    found = snippet(char * 100 + " needle " + char * 100, parse("needle"), width)
    left, _, right = found.text.strip("…").partition(" needle ")
    assert left.replace(char, "") == ""
    assert right.replace(char, "") == ""


@given(LONG, ODD | st.sampled_from(["缓存索引", "fi 会社", "é 😀", '"a b"']), st.integers(0, 80))
@example("0 " * 300 + "缓存索引", "缓存", 160)
def test_marks_are_apart_and_match(text: str, typed: str, width: int) -> None:
    query = parse(typed)
    found = snippet(text, query, width)
    assert len(found.text) <= max(width, LEAST)
    assert all(0 <= start < end <= len(found.text) for start, end in found.marks)
    assert all(left[1] < right[0] for left, right in pairwise(found.marks))
    for start, end in found.marks:
        marked = fold(found.text[start:end])
        assert any(spans(leaf, marked) for leaf in query.leaves) or end - start >= max(width, LEAST) - 3


@given(LONG, st.integers(16, 80))
def test_a_snippet_is_a_stretch_of_the_text(text: str, width: int) -> None:
    flat = "".join(" " if char.isspace() and char not in "\x1c\x1d\x1e\x1f" else char for char in text)
    while "  " in flat:
        flat = flat.replace("  ", " ")
    found = snippet(text.replace("…", "."), parse("缓存 fi"), width)
    assert found.text.strip("…") in flat.replace("…", ".")


@pytest.mark.parametrize("unit", ["some words of a text, ", "一些没有空格的文字，", "\ud800", " ", "e\u0301", "A"])
def test_a_huge_text_is_quick(unit: str) -> None:
    text = unit * (2_000_000 // len(unit.encode("utf-8", "surrogatepass"))) + " needle 缓存"
    start = time.process_time()
    assert "[needle] [缓存]" in shown(snippet(text, parse("needle 缓存 words")))
    assert time.process_time() - start < 1
