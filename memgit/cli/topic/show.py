"""`memgit topic show`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import READS, command
from memgit.cli.context import Context
from memgit.cli.topic.options import ProjectOption, described


@command(
    examples=[
        ("memgit topic show deploys", "the topic by its file or the name in its head"),
        ("memgit topic show deploys --project shop", "of one project, where several have it"),
    ],
    exits={**READS, 8: "the file is not UTF-8 text"},
)
def show(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the topic")],
    project: ProjectOption = None,
) -> None:
    """Print a topic file."""
    from memgit.ops import topic

    app = ctx.obj
    found, text = topic.show(app.store(), name, project)
    if app.out.json:
        app.out.show({**described(found), "text": text}, "")
    else:
        app.out.raw(text.encode())
