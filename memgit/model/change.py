"""A change: who, what and why; and what history says about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Origin(StrEnum):
    """Who caused a change."""

    USER = "user"
    AGENT = "agent"
    REVIEW = "review"
    LEARN = "learn"
    CURATOR = "curator"
    DREAM = "dream"
    EXTRACT = "extract"
    IMPORT = "import"
    EXTERNAL = "external"
    SYNC = "sync"
    RESTORE = "restore"


UNATTENDED = frozenset({Origin.REVIEW, Origin.LEARN, Origin.CURATOR, Origin.DREAM, Origin.EXTRACT})
"""Origins with nobody watching: the gates are strict for these."""

AUTOMATED = UNATTENDED | {Origin.AGENT}
"""Origins that `memgit undo` looks at."""


class Action(StrEnum):
    """What a change did; the values of `--action`."""

    INIT = "init"
    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"
    APPLY = "apply"
    REWRITE = "rewrite"
    NEW = "new"
    PATCH = "patch"
    EDIT = "edit"
    WRITE_FILE = "write-file"
    REMOVE_FILE = "remove-file"
    DELETE = "delete"
    ARCHIVE = "archive"
    RESTORE = "restore"
    REVERT = "revert"
    PIN = "pin"
    UNPIN = "unpin"
    CONSOLIDATE = "consolidate"
    MERGE = "merge"
    RECORD = "record"
    RENAME = "rename"
    CONFIG = "config"


@dataclass(frozen=True, slots=True)
class Message:
    """What a commit says. `trailers` hold the rest, e.g. `Memgit-From`; a value may span no lines."""

    subject: str
    origin: Origin
    action: Action
    body: str = ""
    session: str | None = None
    trailers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks for a write: origin, session and reason, as every writing command takes them."""

    origin: Origin = Origin.USER
    session: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A change that is in history (or, with `dry_run`, would be). `id` is None when there was nothing to record.

    warnings: lines the person should see (findings in outside edits, files left out).
    """

    id: str | None
    time: datetime
    origin: Origin
    action: Action
    subject: str
    paths: tuple[str, ...]
    external: str | None = None
    warnings: tuple[str, ...] = ()
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Commit:
    """One item of the log. A commit made by plain git has no trailers: its origin reads as `user`, action `record`."""

    id: str
    parents: tuple[str, ...]
    time: datetime
    origin: str
    action: str
    subject: str
    body: str
    session: str | None
    device: str | None
    trailers: Mapping[str, str | list[str]] = field(default_factory=dict)
