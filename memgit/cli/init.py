"""`memgit init`."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import App, Context
from memgit.cli.homes import default_home
from memgit.cli.output import recorded_document

if TYPE_CHECKING:
    from memgit.ops.init import Finding, Initialised

_SHOWN = 20


@command(
    examples=[
        ("memgit init ~/.hermes", "an agent's home: recognised, put under history in place"),
        ("memgit init", "your own store, in ~/.memgit"),
        ("memgit init ~/notes --layout hermes", "a folder that is not recognised"),
    ],
    exits=WRITES,
    topics=("layouts",),
)
def init(
    ctx: Context,
    directory: Annotated[Path | None, typer.Argument(metavar="[DIR]", help="the home; default ~/.memgit")] = None,
    *,
    layout: Annotated[
        str, typer.Option(metavar="NAME", help="auto, memgit, hermes, pi-hermes, claude, project-memory or dsh")
    ] = "auto",
    separate_git_dir: Annotated[
        Path | None, typer.Option(metavar="DIR", help="keep the git repository there, not in the home")
    ] = None,
    adopt_git: Annotated[bool, typer.Option("--adopt-git", help="record into the repository that is there")] = False,
    allow_secrets: Annotated[
        bool, typer.Option("--allow-secrets", help="record files even if they seem to hold secrets")
    ] = False,
) -> None:
    """Put a folder of agent memory and skills under history; run again, it repairs what is missing.

    Only the files of the agent's memory and skills are tracked, never keys, databases or caches. Files that seem to
    hold a secret are left out until the secret is gone or --allow-secrets is given.
    """
    from memgit.ops.init import Request
    from memgit.ops.init import init as run
    from memgit.repo.creating import GitPlace

    app = ctx.obj
    own = directory is None and app.flags.home is None and "MEMGIT_HOME" not in app.environ
    named = directory or Path(app.flags.home or app.environ.get("MEMGIT_HOME") or default_home(app.environ))
    home = Path(named).expanduser().absolute()
    fallback = "memgit" if own else None
    request = Request(layout, fallback, GitPlace(separate_git_dir, adopt_git), allow_secrets)
    _show(app, run(home, request, app.clock, app.options(app.settings_of(home))))


def _show(app: App, done: Initialised) -> None:
    for line in done.warnings:
        app.out.warn(line)
    for note in done.notes:
        app.out.note(f"{note.path} is left alone: {note.reason}")
    _findings(app, "left out of history", done.withheld)
    if done.withheld:
        again = f"memgit init {quote(str(done.home))} --allow-secrets"
        app.out.note(f"mend the places, then: memgit commit; or record them all the same: {again}")
    _findings(app, "found", done.findings)
    app.out.show(_document(done), "\n".join(_lines(app, done)))


def _findings(app: App, label: str, findings: tuple[Finding, ...]) -> None:
    for item in findings[:_SHOWN]:
        app.out.warn(f"{item.path}:{item.line}: {label}: {item.message} [{item.code}]")
    if len(findings) > _SHOWN:
        app.out.warn(f"and {len(findings) - _SHOWN} more; all of them: memgit init --json")


def _lines(app: App, done: Initialised) -> list[str]:
    if done.recorded is None:
        mended = f"repaired: {', '.join(done.mended)}" if done.mended else "nothing to repair"
        return [f"{done.home} is a {done.layout} store already; {mended}"]
    if done.recorded.dry_run:
        return [f"would record: {done.recorded.subject}"]
    if done.recorded.id is None:  # a repository that was there held every file already
        first = f"{done.layout} home: nothing to record, its repository has every file"
    else:
        first = f"{done.recorded.subject}  [{app.out.style(done.recorded.id[:7], 'yellow')}]"
    return [
        first,
        f"home: {done.home}",
        "what next: memgit status, memgit log, memgit help",
    ]


def _document(done: Initialised) -> dict[str, Any]:
    document: dict[str, Any] = {"home": str(done.home), "layout": done.layout}
    if done.recorded is not None:
        document |= recorded_document(done.recorded)
    else:
        document["id"] = None
    return {
        **document,
        "mended": list(done.mended),
        "withheld": [_finding(item) for item in done.withheld],
        "findings": [_finding(item) for item in done.findings],
        "notes": [{"path": note.path, "reason": note.reason} for note in done.notes],
        "warnings": list(done.warnings),
    }


def _finding(item: Finding) -> dict[str, Any]:
    return {"path": item.path, "line": item.line, "code": item.code, "message": item.message}
