"""`memgit memory remove`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.inputs import read_text
from memgit.cli.memory.options import ProjectOption, TargetOption
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ('memgit memory remove "Tuesdays"', "the entry that holds Tuesdays; memgit restore brings it back"),
        ('memgit memory remove --project shop "Postgres" -m "moved to SQLite"', "an entry of a project, and why"),
    ],
    exits=WRITES,
)
def remove(
    ctx: Context,
    old: Annotated[str, typer.Argument(metavar="OLD", help="a piece of text that names one entry; - reads it")],
    *,
    target: TargetOption = None,
    project: ProjectOption = None,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Remove the entry that OLD names; history keeps it.

    An entry that is exactly OLD wins over those that hold it; several are refused and listed.
    """
    from memgit.memory import targets
    from memgit.ops import memory

    app = ctx.obj
    where = targets.target(target, project)
    who = actor(origin, session, reason)
    app.out.recorded(memory.remove(app.store(), where, read_text(app, old), who, app.settings))
