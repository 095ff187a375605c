"""Progress while history is read for the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memgit.cli.output import Output


@contextmanager
def reading_history(out: Output) -> Iterator[Callable[[int, int], None]]:
    """A function to be told of each commit read (done, of how many); it shows progress from the first call on."""
    with ExitStack() as stack:
        shown: list[Any] = []

        def follow(done: int, total: int) -> None:
            if not shown:
                shown.append(stack.enter_context(out.progress("reading history", total)))
            shown[0].advance()

        yield follow
