"""The options that name a target."""

from __future__ import annotations

from typing import Annotated

import typer

TargetOption = Annotated[
    str | None,
    typer.Option(
        "--target",
        "-t",
        metavar="TARGET",
        help="memory (default), user, failure, or project with --project NAME",
        show_default=False,
    ),
]

ProjectOption = Annotated[
    str | None,
    typer.Option("--project", metavar="NAME", help="the project; alone it means --target project", show_default=False),
]
