"""`memgit skill remove-file`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit skill remove-file release-notes references/old.md", "history keeps it"),
    ],
    exits=WRITES,
)
def remove_file(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the skill: its name, category/name, or path")],
    path: Annotated[str, typer.Argument(metavar="PATH", help="the file in the skill")],
    *,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Remove a file that belongs to a skill; history keeps it."""
    from memgit.ops import skill

    app = ctx.obj
    who = actor(origin, session, reason)
    app.out.recorded(skill.remove_file(app.store(), (name, path), who, app.settings))
