"""`memgit search`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgit.cli.command import READS, command
from memgit.cli.commits import moment
from memgit.cli.context import App, Context
from memgit.cli.freshness import MADE_ANEW, counted
from memgit.cli.inputs import require_text
from memgit.cli.reading import reading_files
from memgit.cli.render import printable
from memgit.cli.wrap import pieces, wrapped
from memgit.clock import require_when, rfc3339
from memgit.errors import UsageError
from memgit.model.hit import Area, Hit, Request, Sort

if TYPE_CHECKING:
    from memgit.ops.search import Results

_INDENT = "    "
_ROWS = 3
_CUT = "…"


@command(
    examples=[
        ("memgit search deploy staging", "what has these words, best first"),
        ("memgit search '\"error rate\"' -staging", "a phrase, and not that word"),
        ("memgit search 缓存索引 --in memory --since '2 weeks ago'", "only memory, only what is new"),
        ("memgit search --no-verify", "what is no option of the command is searched for"),
    ],
    exits={**READS, 8: "the index cannot be read or made"},
    topics=["searching"],
    text=True,
)
def search(
    ctx: Context,
    query: Annotated[
        list[str] | None, typer.Argument(metavar="QUERY…", show_default=False, help="what to find")
    ] = None,
    *,
    area: Annotated[
        Area, typer.Option("--in", metavar="WHERE", help="memory, skills, sessions or all", show_default=True)
    ] = Area.ALL,
    project: Annotated[str | None, typer.Option(metavar="P", help="only what belongs to this project")] = None,
    since: Annotated[str | None, typer.Option(metavar="T", help="not before: a date, or '3 days ago'")] = None,
    sort: Annotated[
        Sort, typer.Option(metavar="ORDER", help="relevance, newest or oldest", show_default=True)
    ] = Sort.RELEVANCE,
    limit: Annotated[
        int, typer.Option("-n", "--limit", metavar="N", min=0, help="at most so many; 0: all", show_default=True)
    ] = 10,
    archived: Annotated[bool, typer.Option("--archived", help="also what is in the archive")] = False,
) -> None:
    """Find memory entries and places in skills by words, "phrases", -words, prefixes* and AND, OR, NOT."""
    app = ctx.obj
    text = require_text(os.fsencode(" ".join(query or [])), "the query")
    if not text.strip():
        raise UsageError("there is nothing to search for", "memgit search WORD…", "memgit help searching")
    not_before = None if since is None else require_when(since, app.now())
    request = Request(text, area, project, not_before, sort, limit, archived)
    if area is Area.SESSIONS:
        app.home  # noqa: B018 - raises where there is none
        app.out.note("sessions are not searched by this version")
        app.out.show({"items": []}, ())
        return
    found = _found(app, request)
    app.out.show({"items": [_document(hit) for hit in found.hits]}, _lines(app, found.hits))
    if not app.out.json:
        _say_how_many(app, request, found)


def _found(app: App, request: Request) -> Results:
    """Search, and say what is to be said of the index and the query."""
    from memgit.ops.search import search as run

    with reading_files(app.out) as follow:
        found = run(app.indexed(), request, follow)
    if found.refreshed.rebuilt in MADE_ANEW:
        app.out.note(MADE_ANEW[found.refreshed.rebuilt])
    if found.refreshed.stale:
        app.out.warn(f"the index is not up to date: {found.refreshed.stale}")
    if found.refreshed.unkept:
        app.out.warn(f"the index cannot be kept, so that every file was read: {found.refreshed.unkept}")
    if found.refreshed.waiting:
        files = counted(found.refreshed.waiting, "changed file")
        app.out.warn(f"{files} with these words are still to be read by the watcher; search again in a moment")
    for line in found.notes:
        app.out.note(line)
    return found


def _say_how_many(app: App, request: Request, found: Results) -> None:
    if not found.hits:
        within = [] if request.area is Area.ALL else [f"in {request.area}"]
        within += [f"in the project '{request.project}'"] if request.project else []
        within += [f"since {moment(request.since)}"] if request.since else []
        app.out.note(f"nothing found for '{request.text}' {', '.join(within)}".rstrip())
    elif found.total > len(found.hits) and app.out.terminal:
        app.out.note(f"{len(found.hits)} of {found.total:,} shown; all of them: memgit search -n 0")


def _document(hit: Hit) -> dict[str, Any]:
    return {
        "kind": hit.kind,
        "name": hit.name,
        "path": hit.path,
        "entry": hit.entry,
        "n": hit.n,
        "section": hit.section,
        "line": hit.line,
        "score": hit.score,
        "snippet": hit.snippet,
        "marks": [list(mark) for mark in hit.marks],
        "time": rfc3339(hit.time),
        "project": hit.project,
        "archived": hit.archived,
        "session": None,
        "message": None,
    }


def _lines(app: App, hits: tuple[Hit, ...]) -> Iterator[str]:
    """For each hit its heading, and the text around the match: on one line, or in lines of the terminal."""
    columns = app.out.columns
    for n, hit in enumerate(hits):
        yield from ([""] if n else [])
        yield _heading(app, hit)
        yield from (f"{_INDENT}{line}" for line in _shown(app, hit, columns))


def _shown(app: App, hit: Hit, columns: int | None) -> Iterator[str]:
    """The snippet; on a terminal the lines around its first match, `…` where others are left out."""
    room = None if columns is None else columns - len(_INDENT) - len(_CUT)
    lines = [(0, len(hit.snippet))] if room is None else wrapped(hit.snippet, room)
    match = hit.marks[0][0] if hit.marks else 0
    first = next((n for n, (_, end) in enumerate(lines) if match < end), 0)
    first = max(0, min(first - 1, len(lines) - _ROWS))
    for n, line in enumerate(lines[first : first + _ROWS], first):
        parts = ((_safe(app, part), marked) for part, marked in pieces(hit.snippet, hit.marks, line))
        text = "".join(app.out.style(part, "match") if marked else part for part, marked in parts)
        before = _CUT if n == first and first else ""
        after = _CUT if n == first + _ROWS - 1 and n + 1 < len(lines) else ""
        yield f"{before}{text}{after}"


def _heading(app: App, hit: Hit) -> str:
    style = app.out.style
    name, place, section = (_safe(app, text) for text in (hit.name, f"{hit.path}:{hit.line}", hit.section))
    parts = [
        style(hit.kind, "cyan"),
        style(name, "bold") if hit.name != hit.kind else "",
        place,
        section if hit.section != hit.name else "",
        style("archived", "yellow") if hit.archived else "",
        style(moment(hit.time), "dim"),
    ]
    return "  ".join(part for part in parts if part)


def _safe(app: App, text: str) -> str:
    """A text on one line; on a terminal, colours in it are no colours, either."""
    line = text.replace("\n", "\\n")
    return printable(line) if app.out.terminal else line
