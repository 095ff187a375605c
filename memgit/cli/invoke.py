"""Runs a command through typer: the one place that knows how typer makes a parser of a function."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from memgit.cli.command import Spec, spec_of
from memgit.cli.commands import Row
from memgit.cli.context import App, Context
from memgit.cli.flags import GLOBAL_OPTIONS, HELP
from memgit.cli.words import divide
from memgit.errors import UsageError

_EVERY = {0: "done", 2: "wrong usage"}
_WIDTH = 110


class HelpfulCommand(TyperCommand):
    """A command whose help shows the examples first and the exit codes last."""

    context_class = Context
    spec: Spec

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words; of a command that takes free text every word that is no option of it reaches the text."""
        if self.spec.text:
            args = _options_first(self, ctx.obj, args)
        return list(super().parse_args(ctx, args))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the whole help text."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        with formatter.section("Examples"):
            for line, meaning in self.spec.examples:
                formatter.write(f"  {line}\n")
                formatter.write(f"      {meaning}\n")
        self.format_options(ctx, formatter)
        with formatter.section("Everywhere"):
            formatter.write_dl(GLOBAL_OPTIONS)
        with formatter.section("Exit codes"):
            codes = sorted({**_EVERY, **self.spec.exits}.items())
            formatter.write_dl([(str(code), meaning) for code, meaning in codes])
        topics = [*self.spec.topics, "exit-codes"]
        formatter.write_paragraph()
        formatter.write_text("Read on: " + ", ".join(f"memgit help {topic}" for topic in topics))


def load(row: Row) -> HelpfulCommand:
    """The command of a row, ready to be invoked."""
    spec = spec_of(row)
    app = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
    app.command(
        row.words.split()[-1],
        cls=HelpfulCommand,
        options_metavar="[OPTIONS]",
        context_settings={"help_option_names": list(HELP), "max_content_width": _WIDTH},
    )(spec.function)
    made = get_command(app)
    assert isinstance(made, HelpfulCommand)
    made.spec = spec
    return made


def invoke(row: Row, words: list[str], app: App) -> int:
    """Parse the words of a command and run it; answers its exit code."""
    if set(words[: words.index("--")] if "--" in words else words) & set(HELP):
        page = help_text(row, app)
        app.out.show({"command": row.words, "help": page}, page)
        return 0
    made = load(row)
    try:
        with made.make_context(f"memgit {row.words}", words, obj=app) as context:
            if row.writes and not _is_on(row, app):
                return _switched_off(app)
            return made.invoke(context) or 0
    except typer.Exit as ended:
        return ended.exit_code


def help_text(row: Row, app: App) -> str:
    """The help page of a command."""
    with load(row).make_context(f"memgit {row.words}", [], obj=app, resilient_parsing=True) as context:
        return context.get_help()


def _options_first(made: HelpfulCommand, app: App, args: list[str]) -> list[str]:
    takes = {
        name: not getattr(parameter, "is_flag", False)
        for parameter in made.params
        if parameter.param_type_name == "option"
        for name in (*parameter.opts, *parameter.secondary_opts)
    }
    divided = divide(args, takes)
    if divided.bare is not None:
        text = f"to search for it: memgit search -- {divided.bare}"
        raise UsageError(f"the option {divided.bare} needs a value", text)
    for word, option in divided.doubtful:
        app.out.note(f"'{word}' is searched for; did you mean the option {option}?")
    return [*divided.options, "--", *divided.text]


def _is_on(row: Row, app: App) -> bool:
    """Whether memgit is switched on for a command; `init` names a folder of its own, so only the person decides."""
    return app.settings_of(None).enabled if row.words == "init" else app.enabled


def _switched_off(app: App) -> int:
    app.out.note("memgit is switched off here (enabled: false): nothing was done")
    app.out.note("to switch it on: memgit config enabled true")
    app.out.show({"id": None, "enabled": False, "paths": [], "undo": None}, "")
    return 0
