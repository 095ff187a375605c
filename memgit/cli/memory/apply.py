"""`memgit memory apply`."""

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
        ("memgit memory apply edits.json", "all of the edits, or none"),
        (
            """echo '[{"action": "remove", "old_text": "Tuesdays"}]' | memgit memory apply -""",
            "the list from standard input",
        ),
    ],
    exits=WRITES,
)
def apply(
    ctx: Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="JSON list of {action: add|replace|remove, content, old_text}; - is standard input"
        ),
    ],
    *,
    target: TargetOption = None,
    project: ProjectOption = None,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Do a list of edits of one target in one commit, all or nothing; the budget counts at the end."""
    from memgit.memory import targets
    from memgit.ops import memory

    app = ctx.obj
    where = targets.target(target, project)
    who = actor(origin, session, reason)
    app.out.recorded(memory.apply(app.store(), where, read_file(app, file), who, app.settings))
