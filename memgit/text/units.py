"""Counting text as budgets do."""

from __future__ import annotations

from memgit.model.layout import Unit


def count(text: str, unit: Unit) -> int:
    """The length of a text in a budget's unit: Python's code points, or the UTF-16 units of JavaScript."""
    return unit.size(text)


def percent(chars: int, limit: int) -> int:
    """How full a budget is, rounded down and at most 100, as the agents show it; 0 where there is no limit."""
    return min(100, chars * 100 // limit) if limit > 0 else 0


def usage_line(chars: int, limit: int) -> str:
    """A budget for people: `45% (990/2,200 characters)`."""
    return f"{percent(chars, limit)}% ({chars:,}/{limit:,} characters)"
