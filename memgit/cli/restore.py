"""`memgit restore`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from memgit.cli.command import WRITES, command
from memgit.cli.context import App, Context
from memgit.cli.options import OriginOption, ReasonOption, SessionOption, actor
from memgit.errors import NotFound, UsageError
from memgit.model.change import Actor, Origin, Recorded

if TYPE_CHECKING:
    from memgit.repo.store import Store


@command(
    examples=[
        ("memgit restore pr-triage", "an archived or deleted skill comes back"),
        ('memgit restore --entry "two spaces"', "an entry that left memory comes back"),
        ("memgit restore memory --at yesterday", "memory as it was"),
        ("memgit restore 3f2a91c", "undo that one change; everything later stays"),
    ],
    exits={**WRITES, 1: "it does not apply; nothing was changed, both sides are listed"},
    topics=("restoring",),
)
def restore(
    ctx: Context,
    word: Annotated[str | None, typer.Argument(metavar="[NAME|REV|A..B]", help="what to bring back, or undo")] = None,
    *,
    at: Annotated[str | None, typer.Option("--at", metavar="REV", help="NAME as it was at this revision")] = None,
    rev: Annotated[str | None, typer.Option("--rev", metavar="REV", help="undo this change (or A..B)")] = None,
    entry: Annotated[str | None, typer.Option("--entry", metavar="TEXT", help="the entry that contains TEXT")] = None,
    origin: OriginOption = Origin.USER,
    session: SessionOption = None,
    reason: ReasonOption = "",
) -> None:
    """Bring back a thing, an entry or a state, or undo a change. Every restore is a commit and can be undone."""
    app = ctx.obj
    given = [value for value in (word, rev, entry) if value is not None]
    if len(given) != 1 or word == "":
        raise UsageError("name one thing to restore", "memgit restore NAME", "memgit restore --entry TEXT")
    if at is not None and word is None:
        raise UsageError("--at goes with a NAME", "memgit restore NAME --at REV")
    who = actor(origin, session, reason)
    app.out.recorded(_run(app, app.store(), (word and app.name(word), at, rev, entry), who))


def _run(app: App, store: Store, asked: tuple[str | None, str | None, str | None, str | None], who: Actor) -> Recorded:
    from memgit.ops import restore as ops

    word, at, rev, entry = asked
    if entry is not None:
        return ops.restore_entry(store, entry, who, app.settings)
    if rev is not None:
        return ops.restore_revision(store, rev, who)
    assert word is not None
    if at is not None:
        return ops.restore_at(store, word, at, who)
    name, revision = ops.what_is(store, word)
    if name and revision:
        raise UsageError(
            f"'{word}' is both a name and a revision",
            f"the revision: memgit restore --rev {word}",
            f"the name: memgit restore {word} --at HEAD",
        )
    if revision:
        return ops.restore_revision(store, word, who)
    if name:
        return ops.restore_name(store, word, who)
    first, dots, last = word.partition("..")
    if dots and "/" not in word:
        raise NotFound(f"'{word}' is no range: '{first}' or '{last}' names no revision", "list them: memgit log")
    topic = [f"a topic: memgit restore topic:{word}"] if ops.what_is(store, f"topic:{word}")[0] else []
    raise NotFound(
        f"'{word}' is no name that history knows, and no revision",
        *topic,
        "what is archived: memgit archive --list",
        f'an entry: memgit restore --entry "{word}"',
    )
