"""Counting text."""

from __future__ import annotations

import pytest

from memgit.model.layout import Unit
from memgit.text.units import count, percent, usage_line


@pytest.mark.parametrize(
    ("text", "points", "units"), [("", 0, 0), ("abc", 3, 3), ("中文", 2, 2), ("fish 🐟", 6, 7), ("\ud83d", 1, 1)]
)
def test_count(text: str, points: int, units: int) -> None:
    assert count(text, Unit.CODE_POINTS) == points
    assert count(text, Unit.UTF16) == units


@pytest.mark.parametrize(
    ("chars", "limit", "answer"), [(0, 2200, 0), (2199, 2200, 99), (2200, 2200, 100), (5000, 2200, 100), (5, 0, 0)]
)
def test_percent(chars: int, limit: int, answer: int) -> None:
    assert percent(chars, limit) == answer


def test_usage_line() -> None:
    assert usage_line(990, 2200) == "45% (990/2,200 characters)"
