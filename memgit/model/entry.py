"""An entry: one item of an entry file, the unit of memory history."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    r"""One entry as the agent reads it.

    n: place among the file's entries, from 0. raw: the file's own characters, trimmed, date comment included.
    text: without the comment, newlines as `\n`. created, last, project: what the comment says, dates kept as
    they are written even when they are none; None where there is no comment, or the project cannot be decoded.
    """

    n: int
    raw: str
    text: str
    created: str | None = None
    last: str | None = None
    project: str | None = None
