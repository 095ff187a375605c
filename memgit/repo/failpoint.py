"""Named steps of the unit of work, so that a crash test can stop the process at each of them."""

from __future__ import annotations

from collections.abc import Callable

STEPS = (
    "locked",
    "objects-written",
    "temps-written",
    "journal-written",
    "moved",
    "file-placed",
    "files-placed",
    "index-prepared",
    "branch-moved",
    "index-published",
    "journal-deleted",
)
"""Every step that `reach` is called with, in order."""

hook: Callable[[str], None] | None = None
"""What a crash test puts here is called at each step; None in every real run."""


def reach(step: str) -> None:
    """Say that the unit of work got this far."""
    if hook is not None:
        hook(step)
