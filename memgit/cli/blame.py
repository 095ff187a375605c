"""`memgit blame`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgit.cli import commits
from memgit.cli.command import READS, command
from memgit.cli.context import Context
from memgit.cli.reading import reading_history
from memgit.cli.render import short
from memgit.clock import rfc3339

if TYPE_CHECKING:
    from memgit.cli.output import Output
    from memgit.ops.blame import Answer, Blamed

_PENDING = "not yet recorded"


@command(
    examples=[
        ("memgit blame memory", "which change each entry came in with"),
        ("memgit blame pr-triage", "the same for each line of a skill"),
    ],
    exits={**READS, 8: "the file is not text"},
    topics=["history"],
)
def blame(
    ctx: Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="as in log; of a skill, its SKILL.md")],
) -> None:
    """Tell for each entry or line where it came from."""
    from memgit.ops.blame import blame as run

    app = ctx.obj
    with reading_history(app.out) as follow:
        found = run(app.store(), app.name(name), follow)
    app.out.show({"path": found.path, "items": [_document(item) for item in found.items]}, _lines(app.out, found))


def _document(item: Blamed) -> dict[str, Any]:
    commit = item.commit
    return {
        "n": item.n,
        "text": item.text,
        "id": None if commit is None else commit.id,
        "time": None if commit is None else rfc3339(commit.time),
        "origin": None if commit is None else commit.origin,
        "session": None if commit is None else commit.session,
    }


def _lines(out: Output, found: Answer) -> Iterator[str]:
    """The text after what is known of it; an entry's further lines below its first."""
    plain = [_source(item) for item in found.items]
    width = max((len(source) for source in plain), default=0)
    for item, source in zip(found.items, plain, strict=True):
        first, *more = item.text.split("\n")
        yield f"{out.style(f'{source:{width}}', 'dim' if item.commit else 'yellow')}  {item.n:>3}  {first}".rstrip()
        yield from (f"{'':{width}}       {line}".rstrip() for line in more)


def _source(item: Blamed) -> str:
    commit = item.commit
    if commit is None:
        return _PENDING
    parts = [short(commit.id), commits.moment(commit.time), f"{commit.origin:8}"]
    return "  ".join([*parts, *([commit.session] if commit.session else [])])
