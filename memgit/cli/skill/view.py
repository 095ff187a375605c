"""`memgit skill view`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from memgit.cli.command import READS, command
from memgit.cli.context import App, Context
from memgit.cli.inputs import require_text

if TYPE_CHECKING:
    from memgit.ops.skill_reading import View


@command(
    examples=[
        ("memgit skill view release-notes", "its SKILL.md; counts as use"),
        ("memgit skill view release-notes references/style.md", "a file that belongs to it"),
        ("memgit skill view dev/lint --peek --json", "without counting, for a script"),
    ],
    exits={**READS, 8: "with --json: the file is not UTF-8 text"},
)
def view(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the skill: its name, category/name, or path")],
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", help="a file of the skill; SKILL.md")] = None,
    *,
    peek: Annotated[bool, typer.Option("--peek", help="do not count it as use")] = False,
) -> None:
    """Print a skill, or one of its files, as it is. That counts as use, unless --peek."""
    from memgit.ops.skill_reading import view as run
    from memgit.ops.usage import count_view

    app = ctx.obj
    store = app.store()
    found = run(store, app.settings, name, file)
    _print(app, found)
    if not peek:
        for line in count_view(store, found.skill):
            app.out.warn(line)


def _print(app: App, found: View) -> None:
    if not app.flags.json:
        app.out.raw(found.data)
        return
    document = {
        "name": found.skill.front or found.skill.name,
        "category": found.skill.category,
        "path": found.path,
        "file": found.file,
        "description": found.description,
        "content": require_text(found.data, f"{found.path}/{found.file}"),
        "files": list(found.files),
    }
    app.out.show(document, ())
