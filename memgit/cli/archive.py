"""`memgit archive`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import App, Context
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.cli.reading import reading_history
from memgit.cli.render import ago, columns
from memgit.clock import rfc3339
from memgit.errors import UsageError
from memgit.model.change import Origin

if TYPE_CHECKING:
    from memgit.skills.archived import Archived


@command(
    examples=[
        ("memgit archive npm-tips yarn-tips", "two skills out of use, in one commit"),
        ("memgit archive --list", "what is archived or deleted; memgit restore NAME brings it back"),
        ("memgit archive npm-tips --dry-run", "say what would move"),
    ],
    exits=WRITES,
)
def archive(
    ctx: Context,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="SKILL...", help="the skills: name, category/name, or path")
    ] = None,
    *,
    show: Annotated[
        bool, typer.Option("--list", help="list what is archived, and the skills that were deleted")
    ] = False,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Move skills into the archive, all of them in one commit or none; or list what is there."""
    from memgit.ops import archive as ops

    app = ctx.obj
    if show == bool(names):
        raise UsageError("name the skills, or give --list", "memgit archive SKILL", "memgit archive --list")
    if show:
        with reading_history(app.out) as progress:
            found = ops.listing(app.store(), progress)
        app.out.show({"items": [_document(one) for one in found]}, _lines(app, found))
        return
    who = actor(origin, session, reason)
    app.out.recorded(ops.archive(app.store(), names or [], who, app.settings))


def _document(one: Archived) -> dict[str, Any]:
    return {
        "name": one.name,
        "from": one.source,
        "id": one.id,
        "time": None if one.time is None else rfc3339(one.time),
        "origin": one.origin,
        "absorbed_into": one.absorbed_into,
        "path": one.folder,
    }


def _lines(app: App, found: list[Archived]) -> Iterator[str]:
    rows = []
    for one in found:
        when = "" if one.time is None else ago(one.time, app.now())
        how = "deleted" if one.folder is None else "archived"
        into = f", absorbed into {one.absorbed_into}" if one.absorbed_into else ""
        commit = app.out.style((one.id or "")[:7], "yellow")
        rows.append((app.out.style(one.name, "bold"), commit, when, f"{how} from {one.source}{into}"))
    yield from columns(rows)
