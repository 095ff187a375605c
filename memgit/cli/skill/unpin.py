"""`memgit skill unpin`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit skill unpin release-notes", "automation may touch it again if it made it"),
    ],
    exits=WRITES,
)
def unpin(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the skill: its name, category/name, or path")],
    *,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Lift the pin of a skill."""
    from memgit.ops import skill

    app = ctx.obj
    who = actor(origin, session, reason)
    app.out.recorded(skill.pin(app.store(), name, False, who, app.settings))
