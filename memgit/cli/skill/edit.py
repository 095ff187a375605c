"""`memgit skill edit`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.inputs import read_file
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit skill edit release-notes --file new.md", "replace the whole SKILL.md"),
        ("memgit skill edit release-notes --file - -m 'clearer steps' < new.md", "from standard input, and why"),
    ],
    exits=WRITES,
)
def edit(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the skill: its name, category/name, or path")],
    *,
    file: Annotated[str, typer.Option("--file", metavar="F", help="the new SKILL.md; - reads standard input")],
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Replace the whole text of a skill."""
    from memgit.ops import skill

    app = ctx.obj
    who = actor(origin, session, reason)
    app.out.recorded(skill.edit(app.store(), name, read_file(app, file), who, app.settings))
