"""`memgit topic write`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import App, Context
from memgit.cli.inputs import STDIN, read_file, read_text, require_text
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.cli.topic.options import ProjectOption
from memgit.model.change import Origin


@command(
    examples=[
        ('memgit topic write deploys "Tuesdays after 14:00" --description "when we deploy"', "a topic and its line"),
        ("memgit topic write deploys --file deploys.md --project shop", "from a file, for a project"),
        ('memgit topic write deploys --description "when and how"', "a new description, the text stays"),
    ],
    exits=WRITES,
)
def write(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the topic: the name of its file")],
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="its text, or a whole file with its head; - reads it")
    ] = None,
    *,
    file: Annotated[
        str | None, typer.Option(metavar="F", help="read the text from a file; - is standard input")
    ] = None,
    project: ProjectOption = None,
    description: Annotated[str | None, typer.Option(metavar="D", help="what it is about, one line")] = None,
    kind: Annotated[
        str | None, typer.Option("--type", metavar="T", help="user, feedback, project or reference")
    ] = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="its title in the index")] = None,
    hook: Annotated[str | None, typer.Option(metavar="TEXT", help="what the index says; else the description")] = None,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Write a topic file and its line in the index; what is not given stays as it is."""
    from memgit.memory.topics import Draft
    from memgit.ops import topic

    app = ctx.obj
    draft = Draft(_text(app, text, file), description, kind, title, hook)
    app.out.recorded(topic.write(app.store(), name, project, draft, actor(origin, session, reason)))


def _text(app: App, text: str | None, file: str | None) -> str | None:
    from memgit.errors import UsageError

    if text is not None and file is not None:
        raise UsageError("both TEXT and --file are given", "memgit topic write NAME --file F")
    if file is None:
        return None if text is None else read_text(app, text)
    return require_text(read_file(app, file), "stdin" if file == STDIN else f"'{file}'")
