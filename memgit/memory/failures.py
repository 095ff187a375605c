"""The text of a failure, put together from what a person says of it."""

from __future__ import annotations

from memgit.errors import UsageError
from memgit.formats.failures import CATEGORIES, FailureParts, compose, parse
from memgit.memory.gates import require_text


def failure_text(
    text: str, category: str | None = None, failed: str | None = None, corrected: str | None = None
) -> str:
    """A failure entry. A text that starts with a known category in brackets keeps it; else it is `failure`.

    Raises UsageError for a category that the agents do not know.
    """
    require_text(text)
    if category is not None and category not in CATEGORIES:
        raise UsageError(f"'{category}' is not a category of failures", f"one of {', '.join(CATEGORIES)}")
    parts = parse(text.strip())
    if parts is None or parts.category not in CATEGORIES:
        parts = FailureParts(category or CATEGORIES[0], text.strip())
    return compose(
        FailureParts(
            category or parts.category,
            parts.text,
            _one_line(failed) or parts.failed,
            parts.tool_state,
            _one_line(corrected) or parts.corrected,
        )
    )


def _one_line(text: str | None) -> str | None:
    return " ".join(text.split()) if text else None
