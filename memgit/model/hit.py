"""What is searched for, and what is found."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Area(StrEnum):
    """Where to search."""

    MEMORY = "memory"
    SKILLS = "skills"
    SESSIONS = "sessions"
    ALL = "all"


class Sort(StrEnum):
    """Best first, or by time."""

    RELEVANCE = "relevance"
    NEWEST = "newest"
    OLDEST = "oldest"


@dataclass(frozen=True, slots=True)
class Request:
    """A search. project: a project's name, None: all. since: UTC, included. archived: also what is in the archive.

    limit: how many hits, 0: all.
    """

    text: str
    area: Area = Area.ALL
    project: str | None = None
    since: datetime | None = None
    sort: Sort = Sort.RELEVANCE
    limit: int = 10
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing found.

    kind: `memory`, `user`, `failures`, `standing`, `project`, `topic`, `skill`, `category` or `bundle`. name: the
    skill, project, topic owner or bundle, else the kind. path: the file, relative to the home. entry: the whole text of
    an entry or rule, None where the hit is a place in a file; n: its number in its file, from 0. section: the heading
    it is under, "" for none. line: where the match starts, from 1. snippet: the text around the match; marks: spans of
    it that match. time: when it came into history as it is; of what is not recorded yet, when its file was written.
    """

    kind: str
    name: str
    path: str
    entry: str | None
    n: int | None
    section: str
    line: int
    score: float
    snippet: str
    marks: tuple[tuple[int, int], ...]
    time: datetime
    project: str | None
    archived: bool
