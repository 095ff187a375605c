"""`memgit topic remove`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.cli.topic.options import ProjectOption
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit topic remove deploys", "the file and its line; memgit restore brings them back"),
        ('memgit topic remove deploys --project shop -m "moved to the wiki"', "of a project, and why"),
    ],
    exits=WRITES,
)
def remove(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the topic")],
    *,
    project: ProjectOption = None,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Remove a topic file and its line in the index; history keeps both."""
    from memgit.ops import topic

    app = ctx.obj
    app.out.recorded(topic.remove(app.store(), name, project, actor(origin, session, reason)))
