"""`memgit memory list`."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.cli.command import READS, command
from memgit.cli.context import App, Context
from memgit.cli.memory.options import ProjectOption, TargetOption
from memgit.ops.memory import Listed


@command(
    examples=[
        ("memgit memory list", "the agent's own notes"),
        ("memgit memory list --target user --json", "what is known of the user, for a script"),
        ("memgit memory list --project shop", "the notes of one project"),
    ],
    exits={**READS, 8: "the file is not UTF-8 text"},
)
def list_entries(ctx: Context, target: TargetOption = None, project: ProjectOption = None) -> None:
    """List the entries of a target, in the order of the file."""
    from dataclasses import asdict

    from memgit.memory import targets
    from memgit.ops import memory

    app = ctx.obj
    found = memory.listing(app.store(), targets.target(target, project))
    app.out.show({"items": [asdict(item) for item in found]}, _lines(app, found))


def _lines(app: App, found: list[Listed]) -> Iterator[str]:
    width = len(str(found[-1].n)) if found else 0
    for item in found:
        first, *rest = item.text.split("\n")
        dates = item.created if item.created == item.last else f"{item.created}, last {item.last}"
        note = ", ".join(part for part in (dates, item.project) if part)
        yield f"{item.n:>{width}}  {first}" + (app.out.style(f"  ({note})", "dim") if note and not rest else "")
        for at, line in enumerate(rest, 1):
            last = note and at == len(rest)
            yield f"{'':{width}}  {line}" + (app.out.style(f"  ({note})", "dim") if last else "")
