"""`memgit standing list`."""

from __future__ import annotations

from memgit.cli.command import READS, command
from memgit.cli.context import Context


@command(
    examples=[
        ("memgit standing list", "the rules with their numbers"),
        ("memgit standing list --json", "the same for a script"),
    ],
    exits={**READS, 8: "the file is not UTF-8 text"},
)
def list_rules(ctx: Context) -> None:
    """List the standing rules: what a person wants followed in every conversation."""
    from memgit.ops import standing

    app = ctx.obj
    found = standing.listing(app.store())
    width = len(str(len(found)))
    app.out.show(
        {"items": [{"n": rule.n, "text": rule.text} for rule in found]},
        (f"{rule.n:>{width}}  {rule.text}" for rule in found),
    )
