"""Text in lines of a terminal."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memgit.cli.render import printable, width
from memgit.cli.wrap import pieces, wrapped


def lines(text: str, room: int) -> list[str]:
    return [text[start:end] for start, end in wrapped(text, room)]


@pytest.mark.parametrize(
    ("text", "room", "wanted"),
    [
        ("", 10, []),
        ("   ", 10, []),
        ("one two", 10, ["one two"]),
        ("one two three", 7, ["one two", "three"]),
        ("one two three", 8, ["one two", "three"]),
        ("one  two", 3, ["one", "two"]),
        ("abcdefgh ij", 5, ["abcde", "fgh", "ij"]),
        ("缓存索引坏了", 6, ["缓存索", "引坏了"]),
        ("缓存索引坏了", 7, ["缓存索", "引坏了"]),
        ("缓存索。引坏", 6, ["缓存", "索。引", "坏"]),
        ("缓存（索引）", 6, ["缓存", "（索", "引）"]),
        ("run pytest 测试", 10, ["run pytest", "测试"]),
        ("e\u0301e\u0301e\u0301", 2, ["e\u0301e\u0301", "e\u0301"]),
        ("a\x1bb", 5, ["a\x1b", "b"]),
    ],
)
def test_lines(text: str, room: int, wanted: list[str]) -> None:
    assert lines(text, room) == wanted


TEXT = st.text(st.sampled_from("ab c缓存。（ e\u0301"), max_size=40)


@given(TEXT, st.integers(4, 20))
@example("aa。a存\u0301a。", 4)
def test_only_blanks_are_left_out_and_no_line_is_too_wide(text: str, room: int) -> None:
    spans = wrapped(text, room)
    assert "".join(text[start:end] for start, end in spans).replace(" ", "") == text.replace(" ", "")
    assert all(start < end for start, end in spans)
    assert all(width(printable(line)) <= room for line in lines(text, room))


@pytest.mark.parametrize(
    ("marks", "line", "wanted"),
    [
        ([], (0, 6), [("abcdef", False)]),
        ([(1, 3)], (0, 6), [("a", False), ("bc", True), ("def", False)]),
        ([(0, 6)], (2, 4), [("cd", True)]),
        ([(0, 2), (4, 6)], (1, 5), [("b", True), ("cd", False), ("e", True)]),
        ([(0, 1)], (3, 6), [("def", False)]),
        ([(9, 12)], (0, 6), [("abcdef", False)]),
    ],
)
def test_marks(marks: list[tuple[int, int]], line: tuple[int, int], wanted: list[tuple[str, bool]]) -> None:
    assert list(pieces("abcdef", marks, line)) == wanted
