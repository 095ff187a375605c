"""What makes a function a command: `@command(examples=…, exits=…)`, and the one place that hands it to typer."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand

from memgit.cli.commands import Row
from memgit.cli.context import Context
from memgit.cli.flags import GLOBAL_OPTIONS

Function = Callable[..., int | None]

READS: Mapping[int, str] = {3: "no store, or the thing named does not exist"}
"""Exit codes of a command that only reads."""

WRITES: Mapping[int, str] = {
    3: "no store, or the thing named does not exist",
    4: "refused by a rule: a secret, a budget, a pin, an unattended writer",
    5: "another writer held the lock past --wait, or a merge is in progress",
    8: "the system refused, or a file cannot be taken as it is",
}
"""Exit codes of a command that writes."""

_EVERY: Mapping[int, str] = {0: "done", 2: "wrong usage"}


class Spec(NamedTuple):
    """What a command declares beside its signature and docstring.

    examples: (command line, what it does), two or three. exits: code to meaning, without 0 and 2, which every command
    has. topics: pages of the manual to read on.
    """

    function: Function
    examples: Sequence[tuple[str, str]]
    exits: Mapping[int, str]
    topics: Sequence[str]


def command(
    *, examples: Sequence[tuple[str, str]], exits: Mapping[int, str], topics: Sequence[str] = ()
) -> Callable[[Function], Spec]:
    """Declare the command of a module. The function takes `ctx: Context` first and returns its exit code, None for 0.

    Its docstring is the help text: one sentence, then more if it is needed.
    """

    def declare(function: Function) -> Spec:
        return Spec(function, examples, exits, topics)

    return declare


class HelpfulCommand(TyperCommand):
    """A command whose help shows the examples first and the exit codes last."""

    context_class = Context
    spec: Spec

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the whole help text."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        with formatter.section("Examples"):
            formatter.write_dl(self.spec.examples)
        self.format_options(ctx, formatter)
        with formatter.section("Everywhere"):
            formatter.write_dl(GLOBAL_OPTIONS)
        with formatter.section("Exit codes"):
            codes = sorted({**_EVERY, **self.spec.exits}.items())
            formatter.write_dl([(str(code), meaning) for code, meaning in codes])
        topics = [*self.spec.topics, "exit-codes"]
        formatter.write_paragraph()
        formatter.write_text("Read on: " + ", ".join(f"memgit help {topic}" for topic in topics))


def spec_of(row: Row) -> Spec:
    """Import a command's module and return what it declares."""
    module = importlib.import_module(row.module)
    found = [value for value in vars(module).values() if isinstance(value, Spec)]
    if len(found) != 1:
        raise TypeError(f"{row.module} must declare exactly one command, not {len(found)}")
    return found[0]


def load(row: Row) -> HelpfulCommand:
    """The command of a row, ready to be invoked."""
    spec = spec_of(row)
    app = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
    app.command(
        row.words.split()[-1],
        cls=HelpfulCommand,
        options_metavar="[OPTIONS]",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    )(spec.function)
    made = typer.main.get_command(app)
    assert isinstance(made, HelpfulCommand)
    made.spec = spec
    return made
