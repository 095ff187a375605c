"""`memgit standing add`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.inputs import read_text
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ('memgit standing add "run the tests before saying done"', "a rule for every conversation"),
        ('memgit standing add "never force-push" -m "lost a branch"', "and why"),
    ],
    exits=WRITES,
)
def add(
    ctx: Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="the rule, one line; - reads it from standard input")],
    *,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Add a standing rule; one that is there already, in whatever case, is nothing to do."""
    from memgit.ops import standing

    app = ctx.obj
    who = actor(origin, session, reason)
    app.out.recorded(standing.add(app.store(), read_text(app, text), who, app.settings))
