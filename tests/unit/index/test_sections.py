from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit.index.sections import MOST, Section, headings, joined, parts, pieces

LONG = "word " * 70  # a section of its own
SOLID = "".join(map(str, range(10_000, 11_000)))  # no blank, no stretch of it twice
TEXTS = st.lists(
    st.sampled_from(
        [
            "# One\n",
            "## Two ##\r\n",
            "#\n",
            "text\n",
            "\n",
            "\r",
            " \n",
            "```\n",
            "~~~~\n",
            "缓存 ",
            LONG,
            SOLID,
            "\n\n",
        ]
    ),
    max_size=30,
).map("".join)


def test_small_sections_are_one_part() -> None:
    assert list(parts("intro\n\n# One\n\ntext\n\n# Two\n\nmore\n")) == [
        Section("intro\n\n# One\n\ntext\n\n# Two\n\nmore", 1, "One")
    ]


def test_big_sections_are_apart_each_under_its_heading() -> None:
    text = f"{LONG}\n\n# One\n\n{LONG}\n\n# Two\n\n{LONG}"
    assert [(part.line, part.heading) for part in parts(text)] == [(1, ""), (3, "One"), (7, "Two")]
    assert [(part.line, part.heading) for part in parts(text, marked=False)] == [(1, "")]


def test_a_part_of_a_text() -> None:
    text = "---\nname: a\n---\n\n# One\n\ntext\n"
    assert list(parts(text, start=text.index("\n# One"))) == [Section("# One\n\ntext", 5, "One")]
    assert list(parts("")) == list(parts(" \n\n\t\n")) == []


def test_a_long_section_is_cut_at_blank_lines_else_at_line_ends_else_anywhere() -> None:
    blank = "\n\n".join(["line " * 100] * 10)
    assert all(len(part.text) <= MOST and part.text.endswith("line") for part in parts(blank))
    lines = "\n".join(["line " * 20] * 100)
    assert all(len(part.text) <= MOST and part.text.endswith("line") for part in parts(lines))
    assert [len(part.text) for part in parts("x" * 10_000)] == [4_000, 4_000, 2_200]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_headings(newline: str) -> None:
    lines = ["# One", "x # no", "   ## Two ##", "    # code", "#", "#no", "####### seven", "###### C#", "#\tTab  "]
    found = [title for _, title in headings(newline.join(lines))]
    assert found == ["One", "Two", "", "C#", "Tab"]


def test_no_heading_in_fenced_code() -> None:
    text = "# One\n```sh\n# no\n~~~\n# no\n````\n# Two\n~~~~\n# no\n~~~\n# no"
    assert [title for _, title in headings(text)] == ["One", "Two"]


@pytest.mark.parametrize(
    "text", ["# a" + " " * 200_000 + "b", "#" * 300_000, "# " + " " * 200_000 + "\r", "# #" * 99_999]
)
def test_no_line_takes_long(text: str) -> None:
    start = time.process_time()
    list(parts(text))
    assert time.process_time() - start < 1


@given(TEXTS, st.booleans())
def test_every_word_is_in_a_part_and_its_line_is_right(text: str, marked: bool) -> None:
    found = list(parts(text, marked=marked))
    words = [word for word in text.split() if len(word) <= 100]
    assert not set(words) - {word for part in found for word in part.text.split()}
    at = 0
    for part in found:
        start = text.find(part.text, at)
        if start < 0 or text[at:start].strip():
            start = text.index(part.text, max(0, at - 100))
        assert not text[at:start].strip()
        assert part.line == text.count("\n", 0, start) + 1
        assert part.text == part.text.strip()
        assert 0 < len(part.text) <= 4_000
        at = start + len(part.text)
    assert not text[at:].strip()


@given(st.text(max_size=50), st.integers(0, 2), st.sampled_from(["é", "é ", "ab\n", "缓存", "a" * 20_000 + " "]))
def test_pieces_are_the_text(text: str, times: int, filling: str) -> None:
    whole = text + filling * (20_000 // len(filling)) * times
    found = list(pieces(whole))
    assert joined(found) == whole
    assert all(0 < len(piece) <= 20_000 for piece in found)
    assert len(found) <= len(whole) // 17_900 + 1


@pytest.mark.parametrize("filling", ["word ", "缓存索引", "x"])
@pytest.mark.parametrize("shift", range(1, 12))
def test_a_word_where_a_text_is_cut_is_whole_in_a_part(filling: str, shift: int) -> None:
    for cut, found in ((4_000, parts), (20_000, pieces)):
        text = (filling * cut)[: cut - shift] + "needle-word" + filling * cut
        assert any("needle-word" in str(part) for part in found(text))
