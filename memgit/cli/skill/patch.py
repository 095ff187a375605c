"""`memgit skill patch`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context
from memgit.cli.inputs import read_text
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.model.change import Origin


@command(
    examples=[
        ("memgit skill patch release-notes 'npm run' 'pnpm run'", "one place in SKILL.md"),
        ("memgit skill patch release-notes v1 v2 --path references/api.md --all", "every place in another file"),
    ],
    exits=WRITES,
)
def patch(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the skill: its name, category/name, or path")],
    old: Annotated[str, typer.Argument(metavar="OLD", help="the text to replace; - reads standard input")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="what to put there; - reads standard input")],
    *,
    path: Annotated[str | None, typer.Option("--path", metavar="FILE", help="a file of the skill; SKILL.md")] = None,
    every: Annotated[bool, typer.Option("--all", help="replace every place, not only one")] = False,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Replace a piece of text in a skill. It must be there once, unless --all."""
    from memgit.errors import UsageError
    from memgit.ops import skill
    from memgit.skills.replacing import Replacement

    app = ctx.obj
    if old == new == "-":
        raise UsageError("only one of OLD and NEW can come from standard input")
    wanted = Replacement(read_text(app, old), read_text(app, new), every)
    who = actor(origin, session, reason)
    app.out.recorded(skill.patch(app.store(), (name, path), wanted, who, app.settings))
