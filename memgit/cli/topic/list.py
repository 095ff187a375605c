"""`memgit topic list`."""

from __future__ import annotations

from collections.abc import Iterator

from memgit.cli.command import READS, command
from memgit.cli.context import App, Context
from memgit.cli.topic.options import ProjectOption, described
from memgit.memory.topics import TopicFile


@command(
    examples=[
        ("memgit topic list", "every topic of the home"),
        ("memgit topic list --project shop --json", "those of one project, for a script"),
    ],
    exits=READS,
)
def list_topics(ctx: Context, project: ProjectOption = None) -> None:
    """List the topic files, with what their heads and the index say of them."""
    from memgit.ops import topic

    app = ctx.obj
    found = topic.listing(app.store(), project)
    app.out.show({"items": [described(item) for item in found]}, _lines(app, found))


def _lines(app: App, found: list[TopicFile]) -> Iterator[str]:
    owner = None
    width = max((len(item.name) for item in found), default=0)
    for item in found:
        if item.project != owner and item.project:
            yield app.out.style(item.project, "bold")
        owner = item.project
        said = item.topic.description or (item.link.hook if item.link else "")
        first = said.strip().partition("\n")[0]
        kind = f"[{item.topic.type}]" if item.topic.type else ""
        missing = app.out.style("(not in the index)", "yellow") if item.link is None else ""
        yield "  ".join(part for part in (f"{item.name:<{width}}", first, kind, missing) if part).rstrip()
