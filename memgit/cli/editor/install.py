"""`memgit editor install`."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from typing import TYPE_CHECKING, Annotated

import typer

from memgit.cli.command import command
from memgit.cli.context import App, Context

if TYPE_CHECKING:
    from memgit.ops.editors import Places, Plan, Put


@command(
    examples=[
        ("memgit editor install neovim", "a plugin file of its own"),
        ("memgit editor install emacs --dry-run", "only show what would be written"),
        ("memgit editor install vscode", "an extension, and how to build and install it"),
    ],
    exits={4: "a file of yours has other ideas; what to put there is said", 3: "the language server is not installed"},
    topics=["editors"],
)
def install(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="neovim, vim, emacs, helix, kate, vscode or zed")],
) -> int:
    """Set an editor up to use the language server: show what is written, and write it.

    Files of memgit's own are written whole; in a file of yours only the lines between two marks are.
    """
    from memgit.ops import editors

    app = ctx.obj
    found = editors.plan(name, _places(app))
    changed = bool(found.changed) and not app.flags.dry_run
    if not app.out.json:
        app.out.show({}, list(_shown(app, found)))
        asks = app.out.terminal and not (app.flags.yes or not app.flags.input)
        if changed and asks and not typer.confirm("write it?", default=True):
            app.out.note("nothing was written")
            return 1
    if changed:
        editors.write(found)
    if app.out.json:
        app.out.show(_document(app, found), "")
    else:
        app.out.show({}, list(_said(app, found)))
    return 0


def _places(app: App) -> Places:
    import shutil
    import sys
    from pathlib import Path

    from memgit.ops.editors import Places
    from memgit.paths import config_base, data_base, user_home

    beside = Path(sys.executable).with_name("memgit-lsp")
    command = (
        str(beside) if beside.exists() else shutil.which("memgit-lsp", path=app.environ.get("PATH")) or "memgit-lsp"
    )
    return Places(user_home(app.environ), config_base(app.environ), data_base(app.environ), command)


def _shown(app: App, found: Plan) -> Iterator[str]:
    for put in found.puts:
        if put.before == put.after:
            yield f"{put.path}: is so already"
            continue
        yield app.out.style(f"{put.path}: {'new' if put.before is None else 'changed'}", "bold")
        yield from (f"  {line}" for line in _lines(put))


def _lines(put: Put) -> list[str]:
    """What is new in a file: all of a new one."""
    after = put.after.decode("utf-8", "replace").splitlines()
    if put.before is None:
        return after
    return list(unified_diff(put.before.decode("utf-8", "replace").splitlines(), after, lineterm="", n=2))[2:]


def _said(app: App, found: Plan) -> Iterator[str]:
    count = len(found.changed)
    verb = "would be written" if app.flags.dry_run else "written"
    yield f"{count} file{'' if count == 1 else 's'} {verb}" if count else "nothing to do"
    yield from (f"then: {line}" for line in found.then)


def _document(app: App, found: Plan) -> dict[str, object]:
    return {
        "editor": found.editor,
        "files": [
            {
                "path": str(put.path),
                "new": put.before is None,
                "changed": put.before != put.after,
                "text": put.after.decode(),
            }
            for put in found.puts
        ],
        "then": list(found.then),
        **({"dry_run": True} if app.flags.dry_run else {}),
    }
