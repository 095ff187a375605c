"""`memgit help`: what a command does, or a page of the manual."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli import overview
from memgit.cli.command import command
from memgit.cli.commands import ROWS
from memgit.cli.context import Context
from memgit.cli.invoke import help_text


@command(
    examples=[
        ("memgit help log", "explain a command"),
        ("memgit help memory add", "explain a command of a group"),
        ("memgit help revisions", "read a page of the manual; memgit help topics lists them"),
    ],
    exits={3: "there is no such command or topic"},
    topics=["topics"],
)
def explain(
    ctx: Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="[COMMAND|TOPIC]", show_default=False)] = None,
) -> int:
    """Explain a command or a topic of the manual."""
    wanted = words or []
    if overview.can_show(wanted):
        return overview.show_page(wanted, ctx.obj.out)
    row = ROWS[" ".join(wanted)]
    page = help_text(row, ctx.obj)
    ctx.obj.out.show({"command": row.words, "help": page}, page)
    return 0
