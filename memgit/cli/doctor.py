"""`memgit doctor`."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import Context

_STYLES = {"ok": "green", "info": "cyan", "warning": "yellow", "error": "red", "skipped": "dim"}


@command(
    examples=[
        ("memgit doctor", "check everything; each finding with what mends it"),
        ("memgit doctor --fix", "mend what can be mended"),
    ],
    exits={**WRITES, 1: "it found problems that are not mended"},
)
def doctor(ctx: Context, *, fix: Annotated[bool, typer.Option("--fix", help="mend what can be mended")] = False) -> int:
    """Check the store: git's objects and index, locks, whitelist, permissions, usage, bundles, the search index."""
    from dataclasses import asdict

    from memgit.ops.doctor import Doctor

    app = ctx.obj
    found = list(Doctor(app.store(), app.indexed(), fix).run())
    rows = [{**asdict(check), "fix": None if check.mended else check.fix} for check in found]
    lines = []
    for check in found:
        result = "mended" if check.mended else check.result
        lines.append(f"{app.out.style(f'{result:<8}', _STYLES[check.result])} {check.check}: {check.message}")
        if check.fix and not check.mended:
            lines.append(f"{'':<8}   {check.fix}")
    app.out.show({"items": rows, **({"dry_run": True} if app.flags.dry_run else {})}, lines)
    return int(any(check.result in ("warning", "error") and not check.mended for check in found))
