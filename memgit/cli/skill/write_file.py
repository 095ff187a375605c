"""`memgit skill write-file`."""

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
        (
            "memgit skill write-file release-notes references/style.md --file style.md",
            "write a file that belongs to a skill",
        ),
        ("memgit skill write-file release-notes scripts/run.py --file -", "from standard input"),
    ],
    exits=WRITES,
)
def write_file(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the skill: its name, category/name, or path")],
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="where in the skill: below references, templates, scripts or assets")
    ],
    *,
    file: Annotated[str, typer.Option("--file", metavar="F", help="what to write; - reads standard input")],
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Write a file that belongs to a skill, new or not."""
    from memgit.ops import skill

    app = ctx.obj
    who = actor(origin, session, reason)
    app.out.recorded(skill.write_file(app.store(), (name, path), read_file(app, file), who, app.settings))
