"""`memgit standing clear`."""

from __future__ import annotations

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit standing clear", "every rule; memgit restore brings them back"),
        ('memgit standing clear -m "starting over"', "and why"),
    ],
    exits=WRITES,
)
def clear(
    ctx: Context, *, origin: OriginOption = Origin.USER, session: SessionOption = None, reason: ReasonOption = ""
) -> None:
    """Remove every standing rule; comments and headings stay."""
    from memgit.ops import standing

    app = ctx.obj
    app.out.recorded(standing.clear(app.store(), actor(origin, session, reason)))
