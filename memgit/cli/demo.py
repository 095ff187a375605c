"""`memgit demo`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from memgit.cli.command import command
from memgit.cli.context import App, Context
from memgit.errors import MemgitError

_EDIT = r"printf '\n§\nThe arm64 runners have no Docker cache' >> memories/MEMORY.md"

TOUR: tuple[tuple[str, Sequence[str]], ...] = (
    ("An agent's home under memgit: twelve days of its history.", ("memgit log",)),
    (
        "Somebody edits a file, an agent or you in an editor. Memgit sees it, and records it when asked.",
        (_EDIT, "memgit status", "memgit diff", 'memgit commit -m "learned from a slow build"'),
    ),
    (
        "Memgit writes too: one change, one commit, with a reason.",
        ('memgit memory add "Invoices are sent on the last working day" -m "asked by the accountant"',),
    ),
    ("What happened to memory, and where each entry came from.", ("memgit log memory", "memgit blame memory")),
    ("Found again by its words, in memory and in skills.", ("memgit search deploys", "memgit search 周报")),
    (
        "An entry that is removed stays in history and comes back to its place.",
        ('memgit memory remove "make db"', 'memgit restore --entry "make db"'),
    ),
    (
        "A skill goes out of use and comes back: its category, files, modes and usage.",
        ("memgit archive pr-triage", "memgit archive --list", "memgit restore pr-triage"),
    ),
    (
        "Yesterday the curator put one skill into another. Not wanted: its whole run is undone, all the rest stays.",
        (
            "memgit log --origin curator",
            "memgit undo --origin curator",
            "memgit diff HEAD~1 release-notes",
        ),
    ),
)
"""The tour: what is about to be seen, and the command lines that show it."""


class Step(NamedTuple):
    """A command line of the tour and what it printed."""

    about: str
    command: str
    output: str


@command(
    examples=[
        ("memgit demo", "in a fresh temporary folder, whose path is printed"),
        ("memgit demo ~/memgit-demo", "in a folder to play on in"),
    ],
    exits={1: "a step of the tour failed; the home stays", 4: "the folder is not empty", 8: "the system refused"},
)
def demo(
    ctx: Context,
    directory: Annotated[Path | None, typer.Argument(metavar="[DIR]", help="an empty or new folder")] = None,
) -> None:
    """Make a small sample home of an agent and play a two-minute tour on it.

    Every command of the tour is really run. The home stays, to play on; delete it when you are done.
    """
    from memgit.ops.demo import make, require_free

    app = ctx.obj
    if app.flags.dry_run:
        if directory is not None:
            require_free(directory.expanduser().absolute())
        _rehearse(app, directory)
        return
    home = _folder(directory)
    for line in make(home, app.clock):
        app.out.warn(line)
    steps = tuple(_play(app, home))
    document = {"home": str(home), "steps": [step._asdict() for step in steps]}
    app.out.show(document, _lines(app, home, steps))


def _folder(directory: Path | None) -> Path:
    if directory is not None:
        return Path(os.path.realpath(directory.expanduser()))
    from tempfile import mkdtemp

    from memgit.repo.refused import system_errors

    with system_errors():
        return Path(os.path.realpath(mkdtemp(prefix="memgit-demo-")))


def _rehearse(app: App, directory: Path | None) -> None:
    where = "a fresh temporary folder" if directory is None else f"'{directory}'"
    lines = [f"would make a sample home in {where} and run:", *(f"  {line}" for _, group in TOUR for line in group)]
    home = None if directory is None else str(directory)
    app.out.show({"home": home, "steps": [], "dry_run": True}, lines)


def _play(app: App, home: Path) -> Iterator[Step]:
    # settings of the person, e.g. budgets, are not the sample's
    environ = {**app.environ, "MEMGIT_HOME": str(home), "XDG_CONFIG_HOME": str(home / ".memgit")}
    for about, group in TOUR:
        for number, line in enumerate(group):
            yield Step("" if number else about, line, _run(line, home, environ, app.out.style("", "bold") != ""))


def _run(line: str, home: Path, environ: dict[str, str], colored: bool) -> str:
    """Run one command line, memgit's in this process; answers what it printed."""
    import shlex
    import subprocess
    from io import BytesIO, TextIOWrapper

    from memgit.cli.main import main
    from memgit.cli.output import Streams

    words = shlex.split(line)
    if words[0] != "memgit":
        done = subprocess.run(["sh", "-c", line.encode()], cwd=home, env=environ, capture_output=True, check=False)
        code, printed = done.returncode, done.stdout + done.stderr
    else:
        stdin, both = (TextIOWrapper(BytesIO(), encoding="utf-8", errors="backslashreplace") for _ in "io")
        color = "--color=always" if colored else "--no-color"
        code = main([*words[1:], color], Streams(stdin, both, both), environ)
        both.flush()
        printed = both.buffer.getvalue()
    text = str(printed, "utf-8", "replace")
    if code:
        raise MemgitError(f"the tour stopped at '{line}': {text.strip()}", f"look at the sample home: cd {home}")
    return text


def _lines(app: App, home: Path, steps: Sequence[Step]) -> Iterator[str]:
    import shlex

    yield f"{app.out.style('$', 'dim')} {app.out.style(f'cd {shlex.quote(str(home))}', 'bold')}"
    for step in steps:
        yield ""
        if step.about:
            yield app.out.style(f"# {step.about}", "cyan")
        yield f"{app.out.style('$', 'dim')} {app.out.style(step.command, 'bold')}"
        if step.output:
            yield step.output
    yield ""
    yield f"the sample home: {home}"
    yield f"play on: cd {shlex.quote(str(home))} && memgit status"
