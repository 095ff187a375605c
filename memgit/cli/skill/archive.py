"""`memgit skill archive`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit skill archive release-notes", "memgit restore release-notes brings it back"),
        ("memgit skill archive npm-tips yarn-tips -m 'we use pnpm'", "two in one commit, and why"),
    ],
    exits=WRITES,
)
def archive(
    ctx: Context,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="the skills: name, category/name, or path")],
    *,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Move skills into the archive, all of them in one commit or none."""
    from memgit.ops import archive as ops

    app = ctx.obj
    who = actor(origin, session, reason)
    app.out.recorded(ops.archive(app.store(), names, who, app.settings))
