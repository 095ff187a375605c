"""`memgit diff`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli import differences
from memgit.cli.command import READS, command
from memgit.cli.context import Context
from memgit.cli.reading import reading_history


@command(
    examples=[
        ("memgit diff", "what is on disk and not recorded yet"),
        ("memgit diff yesterday memory", "the entries that came, went and changed since yesterday"),
        ("memgit diff HEAD~5 HEAD pr-triage", "a skill between two revisions"),
    ],
    exits={1: "with --exit-code: something differs", **READS},
    topics=["history"],
)
def diff(
    ctx: Context,
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[REV [REV2]] [NAME]", help="one REV compares with the files on disk; none means HEAD"),
    ] = None,
    exit_code: Annotated[bool, typer.Option("--exit-code", help="exit with 1 when something differs")] = False,
) -> int:
    """Compare revisions: memory by entries, everything else by lines."""
    from memgit.ops.diff import diff as run

    app = ctx.obj
    with reading_history(app.out) as follow:
        found = list(run(app.store(), [app.name(word) for word in what or []], follow))
    if app.flags.json:
        app.out.show({"items": [differences.document(item) for item in found]}, ())
    else:
        app.out.show({}, differences.lines(app.out, found))
    return 1 if exit_code and found else 0
