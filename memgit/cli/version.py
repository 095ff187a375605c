"""`memgit version`: what is installed, for bug reports."""

from __future__ import annotations

import platform

from memgit import __version__
from memgit.cli.command import command
from memgit.cli.context import Context


@command(
    examples=[
        ("memgit version", "print the version"),
        ("memgit version --json", "print the versions of everything that matters, as JSON"),
    ],
    exits={},
)
def version(ctx: Context) -> None:
    """Print versions, for bug reports."""
    if not ctx.obj.out.json:
        ctx.obj.out.show({}, f"memgit {__version__}")
        return
    from importlib.metadata import version as installed

    from memgit.repo.store import LIBGIT2

    ctx.obj.out.show(
        {
            "memgit": __version__,
            "python": platform.python_version(),
            "platform": platform.platform(),
            "pygit2": installed("pygit2"),
            "libgit2": LIBGIT2,
            "typer": installed("typer"),
        },
        "",
    )
