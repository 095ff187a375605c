"""`memgit log`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgit.cli import commits
from memgit.cli.command import READS, command
from memgit.cli.context import App, Context
from memgit.cli.reading import reading_history
from memgit.clock import require_when
from memgit.errors import UsageError
from memgit.model.change import Action, Origin

if TYPE_CHECKING:
    from datetime import datetime

    from memgit.ops.log import Listed, Query
    from memgit.repo.store import Store


@command(
    examples=[
        ("memgit log -n 20", "the twenty newest changes"),
        ("memgit log pr-triage -p", "every change of a skill, through archive and rename, with what it changed"),
        ("memgit log --origin curator --since yesterday", "what the curator did since yesterday"),
    ],
    exits=READS,
    topics=["history"],
)
def log(
    ctx: Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="a skill, memory, user, failures, standing, a project, a path"),
    ] = None,
    *,
    origin: Annotated[
        list[Origin] | None,
        typer.Option(metavar="O", help=f"only changes of this origin; may be repeated: {', '.join(Origin)}"),
    ] = None,
    action: Annotated[
        list[Action] | None,
        typer.Option(metavar="A", help=f"only changes of this kind; may be repeated: {', '.join(Action)}"),
    ] = None,
    since: Annotated[str | None, typer.Option(metavar="T", help="not before: a date, or '3 days ago'")] = None,
    until: Annotated[str | None, typer.Option(metavar="T", help="not after; a bare date includes its day")] = None,
    session: Annotated[str | None, typer.Option(metavar="ID", help="only changes of this session")] = None,
    entry: Annotated[
        str | None, typer.Option(metavar="TEXT", help="only changes of an entry that contains this text")
    ] = None,
    limit: Annotated[int | None, typer.Option("-n", "--limit", metavar="N", min=0, help="at most so many")] = None,
    patch: Annotated[bool, typer.Option("-p", "--patch", help="show what each change changed")] = False,
) -> None:
    """List changes, newest first."""
    app = ctx.obj
    query = _query(app, (name and app.name(name), entry, session), (origin or [], action or []), (since, until), limit)
    from memgit.ops import log as ops

    plain = not app.flags.json and not patch
    short = ops.newest(app.home, query) if plain else None
    if short is not None:
        app.out.show({}, (commits.line(app.out, item.commit) for item in short))
        return
    store = app.store()
    with reading_history(app.out) as follow:
        found = ops.log(store, query, follow)
    if app.flags.json:
        app.out.show({"items": _documents(store, found, patch)}, ())
    else:
        app.out.show({}, _lines(app, store, found, patch))


def _query(
    app: App,
    words: tuple[str | None, str | None, str | None],
    kinds: tuple[list[Origin], list[Action]],
    times: tuple[str | None, str | None],
    limit: int | None,
) -> Query:
    from memgit.ops.log import Query
    from memgit.repo.commits import Filter

    name, entry, session = words
    if entry is not None and not entry.strip():
        raise UsageError("--entry needs some text", "memgit log --entry TEXT")
    since, until = times
    wanted = Filter(
        origins=frozenset(origin.value for origin in kinds[0]),
        actions=frozenset(action.value for action in kinds[1]),
        since=None if since is None else require_when(since, app.now()),
        until=None if until is None else _until(app, until),
        session=session,
    )
    return Query(name, entry, wanted, limit)


def _until(app: App, text: str) -> datetime:
    from memgit.repo.revs import day_end

    return day_end(text, app.now()) or require_when(text, app.now())


def _documents(store: Store, found: Iterable[Listed], patch: bool) -> list[dict[str, Any]]:
    from memgit.cli import differences
    from memgit.ops.changes import Changes

    changes = Changes(store)
    items = []
    for item in found:
        document = commits.document(item.commit, changes.paths(item.commit))
        if patch:
            told = changes.differences(item.commit, item.touched)
            document["diff"] = [differences.document(one) for one in told]
        items.append(document)
    return items


def _lines(app: App, store: Store, found: Iterable[Listed], patch: bool) -> Iterator[str]:
    """A line for each change, with what it changed below if that is wanted."""
    from memgit.ops.changes import Changes

    changes = Changes(store)
    for item in found:
        yield commits.line(app.out, item.commit)
        if patch:
            from memgit.cli import differences

            told = list(differences.lines(app.out, changes.differences(item.commit, item.touched)))
            yield from ["", *told, ""] if told else ()
