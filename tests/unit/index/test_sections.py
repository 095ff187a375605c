from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit.index.sections import MOST, Section, headings, parts, pieces

LONG = "word " * 70  # a section of its own
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
            "x" * 5_000,
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
    assert [len(part.text) for part in parts("x" * 10_000)] == [4_000, 4_000, 2_000]


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
def test_all_that_is_not_blank_is_in_a_part_once_and_its_line_is_right(text: str, marked: bool) -> None:
    found = list(parts(text, marked=marked))
    assert "".join("".join(part.text for part in found).split()) == "".join(text.split())
    at = 0
    for part in found:
        at = text.index(part.text, at)
        assert part.line == text.count("\n", 0, at) + 1
        assert part.text == part.text.strip()
        assert 0 < len(part.text) <= 4_000
        at += len(part.text)


@given(st.text(max_size=50), st.integers(0, 2))
def test_pieces_are_the_text(text: str, times: int) -> None:
    whole = text + "é" * 20_000 * times
    assert "".join(pieces(whole)) == whole
    assert len(list(pieces(whole))) == -(-len(whole) // 20_000)
