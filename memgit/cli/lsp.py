"""`memgit lsp`."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from memgit.cli.command import command
from memgit.cli.context import Context
from memgit.errors import NotFound


@command(
    examples=[
        ("memgit lsp", "what an editor starts; memgit-lsp is the same"),
        ("memgit lsp --tcp 7777", "wait for one client on a port of this machine, for debugging"),
        ("memgit editor install neovim", "set an editor up"),
    ],
    exits={1: "the client went away without a word", 3: "the language server is not installed"},
    topics=["editors"],
)
def lsp(
    ctx: Context,
    *,
    tcp: Annotated[
        int | None, typer.Option(metavar="PORT", min=0, max=65535, help="wait on a port, not on stdin")
    ] = None,
) -> None:
    """Start the language server on stdin and stdout: findings, mends and history, in any editor that speaks LSP."""
    from importlib.util import find_spec

    if find_spec("pygls") is None or find_spec("memgit_lsp") is None:
        raise NotFound("the language server is not installed", "pip install 'memgit-files[lsp]'")
    arguments = [] if tcp is None else ["--tcp", str(tcp)]
    ctx.obj.out.flush()
    os.execv(sys.executable, [sys.executable, "-m", "memgit_lsp", *arguments])  # noqa: S606 - it becomes the server
