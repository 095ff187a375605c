"""`memgit watch`."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import App, Context

if TYPE_CHECKING:
    from types import FrameType

    from memgit.ops.watch import Once

_OFF = "memgit is switched off here (enabled: false): nothing is recorded"


@command(
    examples=[
        ("memgit watch", "keep the search index up to date and record outside edits, until Ctrl-C"),
        ("memgit watch --once", "do both once and end; for cron"),
        ("memgit watch --json", "one JSON object on a line for each thing that happens"),
    ],
    exits={
        **WRITES,
        1: "--once: something could not be recorded, or the index not be brought up to date",
        5: "another watcher keeps this home; --once: another writer held the lock past --wait",
    },
    topics=["watching"],
)
def watch(
    ctx: Context,
    *,
    once: Annotated[bool, typer.Option("--once", help="bring everything up to date once, and end")] = False,
) -> int:
    """Keep the search index up to date and record outside edits once they are at rest, until Ctrl-C or SIGTERM."""
    return _once(ctx.obj) if once else _watch(ctx.obj)


def _watch(app: App) -> int:
    from memgit.cli.happenings import Teller
    from memgit.ops.watch import watch as run

    place, quiet = app.indexed(), app.settings.history.quiet_seconds
    app.store()
    off = _OFF if not app.enabled else "with --dry-run nothing is recorded" if app.flags.dry_run else None
    teller = Teller(app.out, place, quiet, off)
    with _stopping() as stop:
        run(place, app.reopened, quiet, stop, teller.tell)
    return 0


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """Set by the first Ctrl-C or SIGTERM, so that what is being done is finished; the second has its usual meaning."""
    stop = threading.Event()
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def give_back() -> None:
        for number, handler in usual.items():
            signal.signal(number, handler)

    def end(number: int, frame: FrameType | None) -> None:
        give_back()
        stop.set()

    for number in usual:
        signal.signal(number, end)
    try:
        yield stop
    finally:
        give_back()


def _once(app: App) -> int:
    from memgit.cli.index import say_refreshed
    from memgit.ops import index as ops
    from memgit.ops.watch import once as run

    place = app.indexed()
    done = run(place, app.store())
    say_refreshed(app, done.refreshed)
    _say_recorded(app, done)
    size = ops.freshness(place).bytes
    app.out.show(_document(app, done, size), _lines(app, done, size))
    return int(bool(done.problem or done.refreshed.stale))


def _say_recorded(app: App, done: Once) -> None:
    if not app.enabled:
        app.out.note(_OFF)
    if done.problem:
        app.out.warn(f"nothing can be recorded: {done.problem}")
    if done.committed is not None:
        for note in done.committed.notes:
            app.out.note(f"{note.path} is left alone: {note.reason}")
        for line in done.committed.recorded.warnings:
            app.out.warn(line)


def _document(app: App, done: Once, size: int) -> dict[str, object]:
    from memgit.cli.index import refreshed_document
    from memgit.cli.output import recorded_document

    recorded = done.committed.recorded if done.committed and _counts(app, done) else None
    return {
        "index": refreshed_document(done.refreshed, size),
        "recorded": None if recorded is None else recorded_document(recorded),
        "problem": done.problem,
        **({"dry_run": True} if app.flags.dry_run else {}),
    }


def _lines(app: App, done: Once, size: int) -> Iterator[str]:
    from memgit.cli.index import refreshed_lines

    yield from refreshed_lines(done.refreshed, size)
    if done.committed and _counts(app, done):
        yield app.out.recorded_text(done.committed.recorded)
    elif not done.problem and app.enabled:
        yield "no outside edits"


def _counts(app: App, done: Once) -> bool:
    """Whether something was recorded, or would be."""
    assert done.committed is not None
    recorded = done.committed.recorded
    return recorded.id is not None or (app.flags.dry_run and app.enabled and bool(recorded.paths))
