"""What the watcher says has happened: a closed union of frozen values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Started:
    """The watcher runs. Comes once, first."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A pass is done.

    full: over everything; `paths` is empty then. paths: what was passed over otherwise, sorted.
    seconds: how long it took. changed: whether it found anything different.
    """

    full: bool
    paths: tuple[str, ...]
    seconds: float
    changed: bool


@dataclass(frozen=True, slots=True)
class Recorded:
    """Outside edits were handed over to be recorded."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A pass or a recording failed with `error`, one line; a full pass is tried again in `retry` seconds."""

    error: str
    retry: float


@dataclass(frozen=True, slots=True)
class Lost:
    """Events may be missing for `reason` (`overflow`, `sleep`, ...); a full pass makes that good."""

    reason: str


@dataclass(frozen=True, slots=True)
class HomeGone:
    """The home is no store any more: deleted, moved or replaced. It is waited for."""


@dataclass(frozen=True, slots=True)
class HomeBack:
    """The home is a store (again); a full pass follows."""


@dataclass(frozen=True, slots=True)
class Polling:
    """The system lets nothing be watched, for `reason`; full passes at short intervals instead."""

    reason: str


@dataclass(frozen=True, slots=True)
class Watching:
    """The system lets the home be watched again, after `Polling`."""


Event = Started | Passed | Recorded | Failed | Lost | HomeGone | HomeBack | Polling | Watching
