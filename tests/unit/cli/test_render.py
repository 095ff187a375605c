"""Text that a terminal must not obey, times, columns."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit.cli.render import STYLES, ago, columns, printable, styled, width

NOW = datetime(2026, 10, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ttext\n中文\r\n", "plain\ttext\n中文\r\n"),
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("over\rwritten", "over\\x0dwritten"),
        ("a\u202eb\u2066c\u200f", "a\\u202eb\\u2066c\\u200f"),
        ("\x9b31m\x07\x7f", "\\x9b31m\\x07\\x7f"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
    ],
)
def test_what_a_terminal_obeys_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize("style", STYLES)
def test_our_own_styles_stay(style: str) -> None:
    text = f"{styled('x', style)}\x1b[8mhidden\x1b]0;title\x07"
    assert printable(text, styles=True) == f"{styled('x', style)}\\x1b[8mhidden\\x1b]0;title\\x07"


@given(st.text())
def test_no_control_character_is_left(text: str) -> None:
    left = {char for char in printable(text).replace("\r\n", "\n") if ord(char) < 32 or 0x7F <= ord(char) < 0xA0}
    assert left <= {"\n", "\t"}


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (timedelta(seconds=1), "1 second ago"),
        (timedelta(seconds=59), "59 seconds ago"),
        (timedelta(minutes=60), "1 hour ago"),
        (timedelta(hours=47), "1 day ago"),
        (timedelta(days=8), "1 week ago"),
        (timedelta(days=34), "4 weeks ago"),
        (timedelta(days=36), "2026-08-26"),
        (timedelta(days=-1), "2026-10-02"),
    ],
)
def test_how_long_ago(before: timedelta, words: str) -> None:
    assert ago(NOW - before, NOW) == words


def test_columns_are_aligned_by_cells() -> None:
    rows = [("name", "n", "rest of it"), ("中文", styled("10", "red"), ""), ("x",)]
    assert columns(rows) == ["name  n   rest of it", f"中文  {styled('10', 'red')}", "x"]


def test_width_counts_cells() -> None:
    assert (width("abc"), width("中文"), width("e\u0301"), width(styled("abc", "bold"))) == (3, 4, 1, 3)
