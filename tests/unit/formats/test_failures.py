"""The text of failure entries."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgit.formats.failures import CATEGORIES, FailureParts, compose, parse

fast = settings(max_examples=100, deadline=None)
WORDS = st.sampled_from(["x", " ", " — ", "Failed: ", "Tool state: ", "Corrected to: ", "[a] ", "\n"])
PLAIN = st.text(st.characters(exclude_characters="—"), min_size=1)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("[tool-quirk] rg needs -uu", FailureParts("tool-quirk", "rg needs -uu")),
        (
            "[correction] used npm — Failed: lockfile drift — Corrected to: pnpm",
            FailureParts("correction", "used npm", "lockfile drift", None, "pnpm"),
        ),
        (
            "[failure] a — b — Failed: c — Tool state: d — Corrected to: e",
            FailureParts("failure", "a — b", "c", "d", "e"),
        ),
        ("[made-up] 文", FailureParts("made-up", "文")),
        ("no category", None),
        ("[failure]no space", None),
    ],
)
def test_parse(text: str, parts: FailureParts | None) -> None:
    assert parse(text) == parts
    if parts is not None:
        assert compose(parts) == text


@fast
@given(st.lists(WORDS, max_size=12).map("".join))
def test_any_entry_composes_to_itself(rest: str) -> None:
    text = f"[failure] {rest}"
    parts = parse(text)
    assert parts is not None
    assert compose(parts) == text


@fast
@given(st.sampled_from(CATEGORIES), PLAIN, st.none() | PLAIN, st.none() | PLAIN, st.none() | PLAIN)
def test_composed_parts_parse(
    category: str, text: str, failed: str | None, state: str | None, corrected: str | None
) -> None:
    parts = FailureParts(category, text, failed, state, corrected)
    assert parse(compose(parts)) == parts


def test_empty_parts_are_left_out() -> None:
    assert compose(FailureParts("insight", "t", "", None, "")) == "[insight] t"
