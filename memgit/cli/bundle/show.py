"""`memgit bundle show`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from memgit.cli.command import READS, command
from memgit.cli.context import App, Context

if TYPE_CHECKING:
    from memgit.ops.bundle import Listed


@command(
    examples=[
        ("memgit bundle show release-day", "its skills and what is said about them"),
        ("memgit bundle show release-day --json", "the same for a script"),
    ],
    exits=READS,
)
def show(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the bundle: its name, file name, or path")],
) -> None:
    """Show a bundle and its skills."""
    from memgit.ops.bundle import show as run

    app = ctx.obj
    found = run(app.store(), name)
    app.out.show(found.document(), _lines(app, found))


def _lines(app: App, found: Listed) -> Iterator[str]:
    kept = found.kept
    yield f"{app.out.style(kept.name, 'bold')}  {app.out.style(kept.path, 'dim')}"
    if kept.problem is not None:
        yield app.out.style(kept.problem, "red")
    if kept.bundle is None:
        return
    if kept.bundle.description:
        yield kept.bundle.description
    for skill in kept.skills:
        yield f"  {skill}" + (app.out.style("  (no skill here)", "yellow") if skill in found.missing else "")
    if kept.bundle.instruction:
        yield ""
        yield kept.bundle.instruction
