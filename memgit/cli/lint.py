"""`memgit lint`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memgit.cli.command import command
from memgit.cli.context import App, Context
from memgit.cli.inputs import STDIN, read_file
from memgit.errors import UsageError
from memgit.model.change import Actor
from memgit.model.diagnostic import Diagnostic, Severity
from memgit.rules.document import Profile

if TYPE_CHECKING:
    from memgit.home.walk import Note
    from memgit.ops.documents import Documents
    from memgit.ops.lint import Chosen, Linted


class Format(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


@command(
    examples=[
        ("memgit lint", "everything in the home"),
        ("memgit lint skills/ops --ignore skill/description-over-60", "a folder, without one rule"),
        ("memgit lint --fix", "mend what can be mended without changing what anybody reads"),
        ("memgit lint --format sarif > lint.sarif", "for code scanning; --format github annotates a workflow"),
    ],
    exits={1: "something of severity error was found", 3: "no such file, or no store", 8: "a file cannot be read"},
    topics=["linting", "secrets"],
)
def lint(
    ctx: Context,
    paths: Annotated[list[str] | None, typer.Argument(metavar="[PATH…]", show_default=False)] = None,
    *,
    form: Annotated[Format | None, typer.Option("--format", help="how to print what is found")] = None,
    fix: Annotated[bool, typer.Option("--fix", help="mend what has a safe mend")] = False,
    select: Annotated[list[str] | None, typer.Option("--select", metavar="CODES", help="only these rules")] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore", metavar="CODES", help="not these rules")] = None,
    profile: Annotated[Profile | None, typer.Option("--profile", help="who reads the files")] = None,
    stdin_filename: Annotated[str, typer.Option("--stdin-filename", metavar="PATH", help="what - is")] = "",
    staged: Annotated[bool, typer.Option("--staged", help="what is in git's index, as a hook looks at it")] = False,
) -> int:
    """Find what is wrong with skills and memory: what agents will not read, secrets, dead links.

    Tells exactly what the language server tells, with the same codes. Without a path it looks at the whole home.
    """
    from memgit.ops.documents import Documents, login_names
    from memgit.ops.lint import Chosen

    app = ctx.obj
    form = form or (Format.JSON if app.out.json else Format.TEXT)
    chosen = Chosen(_codes(select), _codes(ignore))
    documents = Documents(app.settings_of, profile, logins=login_names(app.environ))
    named = paths or []
    if STDIN in named or staged:
        _require_alone(named, fix, staged)
    notes: list[Note] = []
    if STDIN in named:
        found = [_stdin(app, documents, chosen, stdin_filename)]
    elif staged:
        found = _staged(app, documents, chosen)
    else:
        found = list(_looked_at(app, documents, named, chosen, notes))
        if fix:
            found = _mended(app, documents, found, chosen)
    for note in notes:
        app.out.note(f"{note.path} is left out: {note.reason}")
    _print(app, form, found)
    worst = any(one.severity is Severity.ERROR for linted in found for one in linted.found)
    return 1 if worst else 8 if any(note.refused for note in notes) else 0


def _looked_at(app: App, documents: Documents, named: list[str], chosen: Chosen, notes: list[Note]) -> Iterator[Linted]:
    from memgit.ops import lint as ops

    with app.out.progress("looking at files", 0) as bar:

        def follow(_: str) -> None:
            bar.advance()

        if named:
            yield from ops.lint(documents, named, chosen, notes, follow)
        else:
            yield from ops.lint_home(documents, app.home, chosen, notes, follow)


def _stdin(app: App, documents: Documents, chosen: Chosen, name: str) -> Linted:
    from memgit.ops.lint import Linted, lint_text

    text = read_file(app, STDIN).decode("utf-8", "surrogateescape")
    unnamed = "/SKILL.md" if text.lstrip("\ufeff").startswith("---") else "/text.md"
    path = Path(os.path.abspath(name or unnamed))
    return Linted(name or STDIN, None, text, lint_text(documents, path, text, chosen))


def _staged(app: App, documents: Documents, chosen: Chosen) -> list[Linted]:
    from memgit.ops.lint import lint_staged

    index = app.environ.get("GIT_INDEX_FILE")
    return list(lint_staged(documents, app.store(), chosen, Path(index) if index else None))


def _mended(app: App, documents: Documents, found: list[Linted], chosen: Chosen) -> list[Linted]:
    """Mend files, say so, and answer what is found in them now. With --dry-run nothing is written."""
    from memgit.ops import lint as ops
    from memgit.ops import mend
    from memgit.ops.lint import Linted

    after: list[Linted] = []
    homes: dict[Path, dict[str, tuple[str, str]]] = {}
    counts: dict[Path, int] = {}
    total = 0
    for linted in found:
        path = linted.path
        assert path is not None

        def again(text: str, path: Path = path) -> Iterable[Diagnostic]:
            return ops.lint_text(documents, path, text, chosen)

        text, count = mend.mended(linted.text, again) if linted.found else (linted.text, 0)
        home = documents.home(path)
        if count and home is not None and home.layout.place(path.relative_to(home.path).as_posix()) is not None:
            homes.setdefault(home.path, {})[path.relative_to(home.path).as_posix()] = (linted.text, text)
            counts[home.path] = counts.get(home.path, 0) + count
        elif count and not app.flags.dry_run and not mend.write_file(path, linted.text, text):
            app.out.warn(f"{linted.shown} changed meanwhile, and is left as it is")
            text, count = linted.text, 0
        total += count
        after.append(Linted(linted.shown, path, text, tuple(again(text))) if count else linted)
    for folder, texts in homes.items():
        recorded = mend.write_home(app.store_at(folder), texts, counts[folder], Actor())
        app.out.note(f"{recorded.subject}  [{recorded.id[:7] if recorded.id else 'nothing'}]")
    verb = "would be mended" if app.flags.dry_run else "mended"
    app.out.note(f"{total:,} finding{'' if total == 1 else 's'} {verb}")
    return after


def _print(app: App, form: Format, found: list[Linted]) -> None:
    from memgit.cli import findings

    match form:
        case Format.JSON:
            app.out.raw(_json({"items": [item for linted in found for item in findings.items(linted)]}))
        case Format.SARIF:
            from memgit.cli.sarif import document

            app.out.raw(_json(document(found)))
        case Format.GITHUB:
            lines = (line for linted in found for line in findings.github(linted))
            app.out.raw("".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))
        case Format.TEXT:
            text = [line for linted in found for line in findings.lines(linted, app.out)]
            app.out.show({}, [*text, findings.summary(found, app.out)])


def _json(document: object) -> bytes:
    import json

    return (json.dumps(document, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def _codes(given: list[str] | None) -> tuple[str, ...]:
    """Codes as they are typed: several options, or one with commas. Raises UsageError for one that names no rule."""
    from memgit.cli.commands import did_you_mean
    from memgit.rules import RULES, silence

    codes = tuple(code for one in given or () for code in one.replace(",", " ").split())
    for code in codes:
        if not any(silence.matches(code, known) for known in RULES):
            near = [f"did you mean {match}?" for match in did_you_mean(code, list(RULES))]
            raise UsageError(f"there is no rule '{code}'", *near, "memgit help rule")
    return codes


def _require_alone(named: list[str], fix: bool, staged: bool) -> None:
    if staged and named:
        raise UsageError("--staged takes no path", "memgit lint --staged")
    if len(named) > 1:
        raise UsageError("- stands alone: stdin is one text", "memgit lint - --stdin-filename PATH")
    if fix:
        raise UsageError(f"--fix cannot mend {'what is staged' if staged else 'stdin'}", "memgit lint --fix PATH")
