"""`memgit completion`: prints the completion script of a shell."""

from __future__ import annotations

from typing import Annotated

import typer

from memgit.cli.command import command
from memgit.cli.commands import TABLE, Row, did_you_mean, is_group
from memgit.cli.context import Context
from memgit.cli.invoke import HelpfulCommand, load
from memgit.cli.shells import SHELLS, Entry, Flag
from memgit.errors import UsageError


@command(
    examples=[
        ("source <(memgit completion bash)", "complete in this bash; in ~/.bashrc for every one"),
        ("memgit completion zsh > ~/.zfunc/_memgit", "complete in zsh, if ~/.zfunc is in $fpath"),
        ("memgit completion fish > ~/.config/fish/completions/memgit.fish", "complete in fish"),
    ],
    exits={},
)
def completion(ctx: Context, shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish")]) -> None:
    """Print the completion script of a shell."""
    if shell not in SHELLS:
        near = did_you_mean(shell, list(SHELLS)) or list(SHELLS)
        raise UsageError(f"there is no completion for '{shell}'", *(f"memgit completion {name}" for name in near))
    script = SHELLS[shell]([_entry(row) for row in TABLE if not row.hidden])
    ctx.obj.out.show({"shell": shell, "script": script}, script)


def _entry(row: Row) -> Entry:
    return Entry(row.words, row.summary, () if is_group(row.words) else _flags(load(row)))


def _flags(made: HelpfulCommand) -> tuple[Flag, ...]:
    found = []
    for parameter in made.params:
        if parameter.param_type_name == "option" and not getattr(parameter, "hidden", False):
            names = tuple(name for name in (*parameter.opts, *parameter.secondary_opts) if name.startswith("-"))
            choices = getattr(parameter.type, "choices", ())
            values = tuple(str(getattr(value, "value", value)) for value in choices)
            found.append(Flag(names, (getattr(parameter, "help", "") or "").partition("\n")[0], values))
    return tuple(found)
