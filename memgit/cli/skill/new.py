"""`memgit skill new`."""

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
        ("memgit skill new release-notes --description 'Write the notes of a release'", "a first SKILL.md to edit"),
        ("memgit skill new pr-triage --category dev --file draft.md", "with a text that is there already"),
        ("memgit skill new pr-triage --file -", "with a text from standard input"),
    ],
    exits=WRITES,
)
def new(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="a-z, 0-9, '.', '_', '-', at most 64 characters")],
    *,
    category: Annotated[str | None, typer.Option("--category", metavar="C", help="the folder to put it in")] = None,
    description: Annotated[
        str, typer.Option("--description", metavar="D", help="what it does, in 60 characters at most")
    ] = "",
    file: Annotated[
        str | None, typer.Option("--file", metavar="F", help="the SKILL.md; - reads standard input")
    ] = None,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Make a skill. Without --file it gets a heading and its description, to be edited."""
    from memgit.ops import skill

    app = ctx.obj
    data = None if file is None else read_file(app, file)
    who = actor(origin, session, reason)
    app.out.recorded(skill.new(app.store(), name, (category, description, data), who, app.settings))
