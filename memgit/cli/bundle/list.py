"""`memgit bundle list`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memgit.cli.command import READS, command
from memgit.cli.context import App, Context
from memgit.cli.render import columns

if TYPE_CHECKING:
    from memgit.ops.bundle import Listed


@command(
    examples=[
        ("memgit bundle list", "the bundles and the skills they name"),
        ("memgit bundle list --json", "the same for a script"),
    ],
    exits=READS,
)
def list_bundles(ctx: Context) -> None:
    """List the bundles, and what is wrong with them."""
    from memgit.ops.bundle import listing

    app = ctx.obj
    found = listing(app.store())
    app.out.show({"items": [one.document() for one in found]}, _lines(app, found))


def _lines(app: App, found: list[Listed]) -> Iterator[str]:
    rows = []
    for one in found:
        notes = [f"missing: {', '.join(one.missing)}"] if one.missing else []
        notes += [one.kept.problem] if one.kept.problem else []
        notes += ["another bundle of this name comes first"] if one.kept.shadowed else []
        note = app.out.style(f"  ({'; '.join(notes)})", "yellow") if notes else ""
        rows.append((app.out.style(one.kept.name, "bold"), ", ".join(one.kept.skills) + note))
    yield from columns(rows)
