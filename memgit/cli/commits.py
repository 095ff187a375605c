"""How a commit looks: as a line, as a heading, as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memgit.cli.render import short
from memgit.clock import rfc3339

if TYPE_CHECKING:
    from datetime import datetime

    from memgit.cli.output import Output
    from memgit.model.change import Commit

_ORIGIN_WIDTH = 8


def document(commit: Commit, paths: Sequence[str]) -> dict[str, Any]:
    """An item of the log."""
    return {
        "id": commit.id,
        "time": rfc3339(commit.time),
        "origin": commit.origin,
        "action": commit.action,
        "subject": commit.subject,
        "body": commit.body,
        "session": commit.session,
        "device": commit.device,
        "paths": list(paths),
        "trailers": _plain(commit.trailers),
    }


def moment(time: datetime) -> str:
    """A time for people: the machine's own zone, to the minute."""
    return time.astimezone().strftime("%Y-%m-%d %H:%M")


def line(out: Output, commit: Commit) -> str:
    """One line: time, short id, origin, subject; nothing is cut."""
    when = out.style(moment(commit.time), "dim")
    name = out.style(short(commit.id), "yellow")
    origin = out.style(f"{commit.origin:{_ORIGIN_WIDTH}}", "cyan")
    return f"{when}  {name}  {origin}  {commit.subject}"


def heading(out: Output, commit: Commit) -> Iterator[str]:
    """All that a commit says, as lines."""
    yield out.style(f"commit {commit.id}", "yellow")
    yield f"time:    {commit.time.astimezone().strftime('%Y-%m-%d %H:%M:%S %z')}"
    yield f"origin:  {commit.origin}"
    yield f"action:  {commit.action}"
    for label, value in (("session", commit.session), ("device", commit.device)):
        if value:
            yield f"{label + ':':8} {value}"
    yield ""
    yield f"    {out.style(commit.subject, 'bold')}"
    if commit.body:
        yield ""
        yield from (f"    {part}".rstrip() for part in commit.body.split("\n"))


def _plain(trailers: Mapping[str, str | list[str]]) -> dict[str, str | list[str]]:
    return {key: value if isinstance(value, str) else list(value) for key, value in trailers.items()}
