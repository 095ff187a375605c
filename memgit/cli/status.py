"""`memgit status`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from memgit.cli.command import READS, command
from memgit.cli.context import App, Context
from memgit.cli.freshness import freshness_document, freshness_line
from memgit.cli.render import columns

if TYPE_CHECKING:
    from memgit.ops.status import Status

_SIGNS = {"added": "+", "removed": "-", "changed": "~"}
_SHOWN = 30


@command(
    examples=[
        ("memgit status", "outside edits, budgets, the search index, what is left out"),
        ("memgit status --json", "the same for a script"),
    ],
    exits=READS,
)
def status(ctx: Context) -> None:
    """Show pending outside edits, budgets, the search index, what is in the way. Takes no lock and writes nothing."""
    from memgit.ops.status import status as run

    app = ctx.obj
    found = run(app.store(), app.settings, app.indexed())
    app.out.show(_document(found), _lines(app, found))


def _document(found: Status) -> dict[str, Any]:
    return {
        "home": found.home,
        "layout": found.layout,
        "head": found.head,
        "pending": [asdict(item) for item in found.pending],
        "budgets": [{**asdict(usage), "unit": str(usage.unit)} for usage in found.budgets],
        "index": freshness_document(found.index),
        "sync": None,
        "conflicts": [],
        "review": None,
        "curator": None,
        "withheld": [{"path": path, "codes": list(codes)} for path, codes in found.withheld.items()],
        "notes": [{"path": note.path, "reason": note.reason} for note in found.notes],
        "interrupted": found.interrupted,
        "problem": found.problem,
    }


def _lines(app: App, found: Status) -> Iterator[str]:
    head = "no commit yet" if found.head is None else found.head[:7]
    yield f"{found.home}  ({found.layout}, {head})"
    if found.problem:
        yield app.out.style(f"nothing can be recorded: {found.problem}", "red")
    if found.interrupted:
        yield "a change was interrupted; the next write finishes it"
    yield ""
    yield from _pending(app, found)
    if found.budgets:
        yield ""
        yield "budgets"
        yield from columns(_budget_row(app, usage) for usage in found.budgets)
    yield ""
    yield freshness_line(found.index)
    for path, codes in found.withheld.items():
        yield f"left out: {path} ({', '.join(codes)}); mend it, then: memgit commit"
    for note in found.notes:
        if note.path in found.withheld:
            continue
        yield f"left alone: {note.path}: {note.reason}"


def _pending(app: App, found: Status) -> Iterator[str]:
    if not found.pending:
        yield "no outside edits"
        return
    count = len(found.pending)
    what = found.summary.replace("outside edit: ", "")
    yield f"{count} outside edit{'' if count == 1 else 's'}: {what}"
    for item in found.pending[:_SHOWN]:
        yield f"  {_SIGNS[item.kind]} {item.path}"
    if count > _SHOWN:
        yield f"  and {count - _SHOWN} more"
    yield app.out.style("record them: memgit commit", "dim")


def _budget_row(app: App, usage: Any) -> tuple[str, ...]:
    entries = "1 entry" if usage.entries == 1 else f"{usage.entries} entries"
    if usage.limit is None:
        return (f"  {usage.target}", f"{usage.chars:,} {usage.unit}", entries)
    style = "red" if usage.percent > 100 else "yellow" if usage.percent >= 90 else None
    percent = f"{usage.percent}%"
    shown = app.out.style(percent, style) if style else percent
    return (f"  {usage.target}", shown, f"{usage.chars:,} of {usage.limit:,} {usage.unit}", entries)
