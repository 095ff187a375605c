"""`memgit memory rewrite`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.inputs import read_file
from memgit.cli.memory.options import ProjectOption, TargetOption
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit memory rewrite entries.json", "a JSON list of strings is the whole store"),
        ("memgit memory rewrite --target user - < USER.md", "text with '§' lines between the entries"),
    ],
    exits=WRITES,
)
def rewrite(
    ctx: Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON list of strings, or '§' text; - is standard input")],
    *,
    target: TargetOption = None,
    project: ProjectOption = None,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Replace the whole list of entries of a target.

    An entry that is there already keeps its dates, unless the list brings dates of its own.
    """
    from memgit.memory import targets
    from memgit.ops import memory

    app = ctx.obj
    where = targets.target(target, project)
    who = actor(origin, session, reason)
    app.out.recorded(memory.rewrite(app.store(), where, read_file(app, file), who, app.settings))
