"""`memgit show`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgit.cli import commits, differences
from memgit.cli.command import READS, command
from memgit.cli.context import Context
from memgit.cli.reading import reading_history

if TYPE_CHECKING:
    from memgit.cli.output import Output
    from memgit.ops.show import FileThen, FolderThen, Shown


@command(
    examples=[
        ("memgit show HEAD~2", "the change before the last two"),
        ("memgit show 4f9c2d1 memory", "what a change did to the memory"),
        ("memgit show pr-triage@'3 days ago'", "a skill as it was, its bytes as they were"),
    ],
    exits=READS,
    topics=["history"],
)
def show(
    ctx: Context,
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="REV [NAME] | NAME@REV", help="an id, HEAD~2, a tag or a date; NAME as in log"),
    ] = None,
) -> None:
    """Show one change, or a file as it was."""
    from memgit.ops import show as ops

    app = ctx.obj
    words = [app.name(word) for word in what or []]
    with reading_history(app.out) as follow:
        found = ops.show(app.store(), words, follow)
    match found:
        case ops.Shown():
            app.out.show(_change(found), _change_lines(app.out, found, words))
        case ops.FileThen() if app.flags.json:
            app.out.show(_file(found), ())
        case ops.FileThen():
            app.out.raw(found.data)
        case ops.FolderThen():
            app.out.show(_folder(found), (path for path, _ in found.files))


def _change(found: Shown) -> dict[str, Any]:
    document = commits.document(found.commit, found.paths)
    return document | {"diff": [differences.document(item) for item in found.differences]}


def _change_lines(out: Output, found: Shown, what: list[str]) -> Iterator[str]:
    yield from commits.heading(out, found.commit)
    if len(what) == 2 and not found.differences:
        yield from ("", f"nothing of {what[1]} in this change")
    if found.differences:
        yield ""
        yield from differences.lines(out, found.differences)


def _file(found: FileThen) -> dict[str, Any]:
    """Text as it is, other bytes in base64."""
    document = _then(found) | {"mode": f"{found.mode:06o}", "size": len(found.data)}
    try:
        return document | {"text": found.data.decode("utf-8"), "base64": None}
    except UnicodeDecodeError:
        from base64 import b64encode

        return document | {"text": None, "base64": b64encode(found.data).decode("ascii")}


def _folder(found: FolderThen) -> dict[str, Any]:
    return _then(found) | {"items": [{"path": path, "size": size} for path, size in found.files]}


def _then(found: FileThen | FolderThen) -> dict[str, Any]:
    item = commits.document(found.commit, ())
    return {"path": found.path, "id": item["id"], "time": item["time"]}
