"""`memgit bundle new`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit bundle new release-day release-notes changelog", "two skills that are loaded together"),
        (
            "memgit bundle new review pr-triage dev/lint --instruction 'Start with the tests'",
            "with a word on how to use them",
        ),
    ],
    exits=WRITES,
)
def new(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="what to call the bundle")],
    skills: Annotated[list[str], typer.Argument(metavar="SKILL...", help="skills that exist")],
    *,
    description: Annotated[str, typer.Option("--description", metavar="D", help="what the bundle is for")] = "",
    instruction: Annotated[str, typer.Option("--instruction", metavar="TEXT", help="what to tell the agent")] = "",
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Make a bundle of skills."""
    from memgit.formats.bundle import Bundle
    from memgit.ops import bundle

    app = ctx.obj
    wanted = Bundle(name, tuple(skills), description, instruction)
    app.out.recorded(bundle.new(app.store(), wanted, actor(origin, session, reason), app.settings))
