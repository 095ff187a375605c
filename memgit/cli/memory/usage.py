"""`memgit memory usage`."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.cli.command import READS, command
from memgit.cli.context import App, Context
from memgit.memory.budget import Usage


@command(
    examples=[
        ("memgit memory usage", "how full each store is"),
        ("memgit memory usage --json", "the same for a script"),
    ],
    exits=READS,
)
def usage(ctx: Context) -> None:
    """Show how much of each budget is used, counted as the agent counts it."""
    from dataclasses import asdict

    from memgit.ops import memory

    app = ctx.obj
    found = memory.usage(app.store(), app.settings)
    if not found:
        app.out.note(f"a {app.store().layout.name} home has no budgets")
    app.out.show({"items": [asdict(item) for item in found]}, _lines(app, found))


def _lines(app: App, found: tuple[Usage, ...]) -> Iterator[str]:
    width = max((len(item.target) for item in found), default=0)
    for item in found:
        entries = "1 entry" if item.entries == 1 else f"{item.entries} entries"
        if item.limit is None:
            yield f"{item.target:<{width}}  {item.chars:,} {item.unit}, {entries}"
            continue
        full = f"{item.percent:>3}%"
        full = app.out.style(full, "red") if item.chars > item.limit else full
        yield f"{item.target:<{width}}  {full}  {item.chars:,}/{item.limit:,} {item.unit}, {entries}"
