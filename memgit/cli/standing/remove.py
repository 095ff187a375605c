"""`memgit standing remove`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit standing remove 2", "the second rule of memgit standing list"),
        ('memgit standing remove 2 -m "no longer true"', "and why"),
    ],
    exits=WRITES,
)
def remove(
    ctx: Context,
    number: Annotated[int, typer.Argument(metavar="N", help="its number in memgit standing list")],
    *,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Remove a standing rule by its number; comments and headings stay."""
    from memgit.ops import standing

    app = ctx.obj
    app.out.recorded(standing.remove(app.store(), number, actor(origin, session, reason)))
