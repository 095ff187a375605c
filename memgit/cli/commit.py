"""`memgit commit`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.options import OriginOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit commit", "record what was edited outside memgit"),
        ('memgit commit -m "weekly tidy" --origin user', "with your own words, in your own name"),
    ],
    exits=WRITES,
    topics=("origins",),
)
def commit(
    ctx: Context,
    *,
    message: Annotated[str, typer.Option("-m", "--message", metavar="TEXT", help="the subject, and more below")] = "",
    origin: OriginOption = Origin.EXTERNAL,
    session: SessionOption = None,
) -> None:
    """Record outside edits now, in one commit; nothing to record is no error."""
    from memgit.ops.commit import commit as run

    app = ctx.obj
    done = run(app.store(), actor(origin, session, message))
    for note in done.notes:
        app.out.note(f"{note.path} is left alone: {note.reason}")
    app.out.recorded(done.recorded, {"notes": [{"path": note.path, "reason": note.reason} for note in done.notes]})
