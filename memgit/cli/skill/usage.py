"""`memgit skill usage`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from memgit.cli.command import READS, command
from memgit.cli.context import App, Context
from memgit.cli.render import columns

if TYPE_CHECKING:
    from memgit.ops.skill_reading import Used


@command(
    examples=[
        ("memgit skill usage", "the records of every skill"),
        ("memgit skill usage release-notes --json", "of one, for a script"),
    ],
    exits=READS,
)
def usage(
    ctx: Context,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="one skill; all of them")] = None,
) -> None:
    """Show how often skills were used, who made them, and what is pinned."""
    from memgit.ops.skill_reading import used

    app = ctx.obj
    found, warnings = used(app.store(), name)
    for line in warnings:
        app.out.warn(line)
    app.out.show({"items": [one.document() for one in found]}, _lines(app, found))


def _lines(app: App, found: list[Used]) -> Iterator[str]:
    rows = [[app.out.style(word, "bold") for word in ("skill", "uses", "patches", "last used", "made by", "")]]
    for one in found:
        item = one.document()
        notes = [item["state"]] if item["state"] != "active" else []
        notes += ["pinned"] if item["pinned"] else []
        notes += ["no folder"] if item["path"] is None and item["state"] != "archived" else []
        last = str(item["last_used"] or "never")[:16].replace("T", " ")
        maker = item["created_by"] or "a person"
        rows.append([item["name"], str(item["uses"]), str(item["patches"]), last, maker, ", ".join(notes)])
    yield from columns(rows)
