"""`memgit skill delete`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit skill delete release-notes", "memgit restore release-notes brings it back"),
        ("memgit skill delete npm-tips --absorbed-into node-tips", "say which skill holds now what it held"),
    ],
    exits=WRITES,
)
def delete(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the skill: its name, category/name, or path")],
    *,
    absorbed_into: Annotated[
        str | None, typer.Option("--absorbed-into", metavar="NAME", help="the skill that holds now what it held")
    ] = None,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Delete a skill; history keeps it. A pinned one is refused.

    An unattended origin must say what absorbed it, and the skill goes to the archive instead.
    """
    from memgit.ops import skill

    app = ctx.obj
    who = actor(origin, session, reason)
    app.out.recorded(skill.delete(app.store(), name, absorbed_into, who, app.settings))
