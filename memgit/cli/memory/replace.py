"""`memgit memory replace`."""

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
        ('memgit memory replace "Tuesdays" "deploys go out on Mondays"', "the entry that holds Tuesdays"),
        ('memgit memory replace --target user "short" - < new.txt', "the new text from standard input"),
    ],
    exits=WRITES,
)
def replace(
    ctx: Context,
    old: Annotated[str, typer.Argument(metavar="OLD", help="a piece of text that names one entry")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="the whole new entry; - reads it from standard input")],
    *,
    target: TargetOption = None,
    project: ProjectOption = None,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Replace the whole entry that OLD names.

    An entry that is exactly OLD wins over those that hold it; several are refused and listed.
    """
    from memgit.memory import targets
    from memgit.ops import memory

    app = ctx.obj
    where = targets.target(target, project)
    who = actor(origin, session, reason)
    app.out.recorded(memory.replace(app.store(), where, (old, read_text(app, new)), who, app.settings))
