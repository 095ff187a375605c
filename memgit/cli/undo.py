"""`memgit undo`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.options import ReasonOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit undo", "revert the newest change that an agent or the learning loop made"),
        ("memgit undo --origin curator", "the newest one of the curator"),
    ],
    exits={**WRITES, 1: "later changes touch the same places; nothing was changed"},
    topics=("restoring", "origins"),
)
def undo(
    ctx: Context,
    *,
    origin: Annotated[
        Origin | None, typer.Option(metavar="O", help="look at this origin only; default: every automated one")
    ] = None,
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="the session that undoes; it picks no change")
    ] = None,
    reason: ReasonOption = "",
) -> None:
    """Revert the newest change of an automated origin that is not undone yet; again goes one further back.

    To take an undo back, restore its id: memgit restore ID.
    """
    from memgit.ops.undo import undo as run

    ctx.obj.out.recorded(run(ctx.obj.store(), actor(Origin.USER, session, reason), origin))
