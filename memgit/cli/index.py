"""`memgit index`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgit.cli.command import command
from memgit.cli.context import App, Context
from memgit.cli.freshness import counted, freshness_document
from memgit.cli.reading import reading_files
from memgit.errors import SystemRefused, UsageError

if TYPE_CHECKING:
    from memgit.index.comparing import Checked
    from memgit.ops.index import Freshness, Refreshed

_ANEW = {
    "missing": "made: there was none",
    "corrupt": "made anew: its file was damaged",
    "schema": "made anew: another version of memgit had written it",
    "asked": "made anew",
}

_PROBLEMS = {
    "missing": "none yet; the next search makes it",
    "schema": "another version of memgit wrote it",
}


@command(
    examples=[
        ("memgit index", "bring the index up to date; what is in it"),
        ("memgit index --check", "compare it with the files; changes nothing"),
        ("memgit index --rebuild", "throw it away and make it anew"),
    ],
    exits={
        1: "--check: the index and the files differ; else: it could not be brought up to date",
        3: "no store",
        8: "the system refused: the disk is full, or nothing can be written",
    },
    topics=["searching"],
)
def index(
    ctx: Context,
    *,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="throw the index away and make it anew")] = False,
    check: Annotated[bool, typer.Option("--check", help="compare it with the files; exit 1 when they differ")] = False,
) -> int:
    """Bring the search index up to date, check it, or make it anew.

    The index holds nothing that is not in the files: it may be deleted at any time, and the next search makes it.
    """
    app = ctx.obj
    if rebuild and check:
        raise UsageError("--rebuild and --check exclude each other", "memgit index --check")
    if check:
        return _check(app)
    if app.flags.dry_run:
        return _what_would_be_done(app, rebuild)
    return _refresh(app, rebuild)


def _refresh(app: App, anew: bool) -> int:
    from memgit.ops import index as ops

    where = app.indexed()
    with reading_files(app.out) as follow:
        done = ops.rebuild(where, follow) if anew else ops.refresh(where, follow)
    size = ops.freshness(where).bytes
    if done.unkept:
        raise SystemRefused(
            f"the index cannot be kept: {done.unkept}", f"let its file be written, or remove it: {where.databases[0]}"
        )
    say_refreshed(app, done)
    app.out.show(refreshed_document(done, size), refreshed_lines(done, size))
    return 1 if done.stale else 0


def say_refreshed(app: App, done: Refreshed) -> None:
    """Say on stderr what is not in the index, and whether it could not be brought up to date."""
    for note in done.notes:
        app.out.note(f"{note.path} is left out: {note.reason}")
    if done.stale:
        app.out.warn(f"the index is not up to date: {done.stale}")
    if done.unkept:
        app.out.warn(f"the index cannot be kept: {done.unkept}")


def refreshed_document(done: Refreshed, size: int) -> dict[str, Any]:
    """What bringing the index up to date answers as JSON. size: bytes of its file."""
    return {
        "documents": done.documents,
        "files": done.files,
        "bytes": size,
        "changed": done.changed,
        "removed": done.removed,
        "rebuilt": done.rebuilt,
        "seconds": round(done.seconds, 3),
        "stale": done.stale,
        "notes": [{"path": note.path, "reason": note.reason} for note in done.notes],
    }


def refreshed_lines(done: Refreshed, size: int) -> Iterator[str]:
    """What bringing the index up to date did, for people. size: bytes of its file."""
    yield f"index: {counted(done.documents, 'document')} in {counted(done.files, 'file')}, {_sized(size)}"
    if done.rebuilt:
        yield f"{_ANEW.get(done.rebuilt, 'made anew')}, in {done.seconds:.1f} s"
    elif done.changed or done.removed:
        parts = [f"read {counted(done.changed, 'changed file')}"] if done.changed else []
        parts += [f"dropped {counted(done.removed, 'file')} that went away"] if done.removed else []
        yield ", ".join(parts)
    else:
        yield "nothing had changed"


def _check(app: App) -> int:
    from memgit.ops import index as ops

    where = app.indexed()
    found = ops.check(where)
    app.out.show(
        {
            "items": [asdict(difference) for difference in found.differences],
            "documents": found.documents,
            "files": found.files,
            "problem": found.problem,
        },
        _checked_lines(found),
    )
    if not found.problem and not found.differences:
        return 0
    if not app.out.json:
        quick = ops.freshness(where)
        mends = quick.state == "missing" or (not found.problem and quick.pending >= len(found.differences))
        app.out.note(f"to mend it: memgit index{'' if mends else ' --rebuild'}")
    return 1


def _checked_lines(found: Checked) -> Iterator[str]:
    if found.problem:
        yield f"index: {_PROBLEMS.get(found.problem) or f'damaged: {found.problem}'}"
    for difference in found.differences:
        yield f"{difference.what:<8} {difference.path}"
    if not found.problem and not found.differences:
        yield f"index: {counted(found.documents, 'document')} in {counted(found.files, 'file')}, as in the files"


def _what_would_be_done(app: App, anew: bool) -> int:
    from memgit.ops import index as ops

    found = ops.freshness(app.indexed())
    said = "would make the index anew" if _made_anew(found, anew) else f"would read {counted(found.pending, 'file')}"
    app.out.show({**freshness_document(found), "dry_run": True}, said)
    return 0


def _made_anew(found: Freshness, asked: bool) -> bool:
    return asked or found.state in ("missing", "corrupt", "outdated")


def _sized(size: int) -> str:
    """Bytes for people: `8.1 MB`."""
    if size < 1000:
        return f"{size} bytes"
    number, unit = size / 1e3, "kB"
    for larger in ("MB", "GB"):
        if number >= 999.95:
            number, unit = number / 1e3, larger
    return f"{number:.1f} {unit}"
