"""`memgit memory add`."""

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
        ('memgit memory add "CI runs on arm64 runners"', "a note of the agent"),
        ('memgit memory add --target user "prefers short replies" -m "said so twice"', "about the user, and why"),
        (
            'memgit memory add --target failure --category correction --corrected pnpm "used npm"',
            "a failure, with what was right",
        ),
    ],
    exits=WRITES,
)
def add(
    ctx: Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="the entry; - reads it from standard input")],
    *,
    target: TargetOption = None,
    project: ProjectOption = None,
    category: Annotated[
        str | None, typer.Option(metavar="C", help="kind of failure: failure, correction, insight, preference, …")
    ] = None,
    failed: Annotated[str | None, typer.Option(metavar="TEXT", help="what went wrong")] = None,
    corrected: Annotated[str | None, typer.Option(metavar="TEXT", help="what was right instead")] = None,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Add an entry at the end of a target; one that is there already is nothing to do."""
    from memgit.errors import UsageError
    from memgit.memory.targets import Kind
    from memgit.memory.targets import target as named
    from memgit.ops import memory

    app = ctx.obj
    where = named(target, project)
    failure = memory.Failure(category, failed, corrected)
    if where.kind is not Kind.FAILURE and failure != memory.Failure():
        raise UsageError(
            "--category, --failed and --corrected are for failures", "memgit memory add --target failure …"
        )
    who = actor(origin, session, reason)
    app.out.recorded(memory.add(app.store(), where, read_text(app, text), who, app.settings, failure))
