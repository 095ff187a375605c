"""Progress of what may take long the first time: history is read, or the files of a home."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memgit.cli.output import Output


Follow = Callable[[int, int], None]
"""To be told how much is done, of how much."""


@contextmanager
def reading_history(out: Output) -> Iterator[Follow]:
    """A function to be told of each commit read; it shows progress from the first call on."""
    with _following(out, "reading history") as follow:
        yield follow


@contextmanager
def reading_files(out: Output) -> Iterator[Follow]:
    """A function to be told of the files read into the index; it shows progress from the first call on."""
    with _following(out, "reading files") as follow:
        yield follow


@contextmanager
def _following(out: Output, label: str) -> Iterator[Follow]:
    with ExitStack() as stack:
        shown: list[Any] = []
        before = 0

        def follow(done: int, total: int) -> None:
            nonlocal before
            if not shown:
                shown.append(stack.enter_context(out.progress(label, total)))
            shown[0].advance(done - before)
            before = done

        yield follow
