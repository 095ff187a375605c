"""How long the watcher waits, for what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """Waits of the watcher, in seconds.

    settle: after the last event before a pass; one pass for an atomic save, or for all of a checkout.
    most: a pass is never put off longer than this while events keep coming.
    quiet: since the last event before outside edits are recorded (`history.quiet_seconds`).
    full: everything is passed over at least so often. poll: how often the home and the clocks are looked at.
    polling: between full passes where the system lets nothing be watched.
    """

    settle: float = 0.05
    most: float = 0.25
    quiet: float = 5.0
    full: float = 600.0
    poll: float = 1.0
    polling: float = 2.0
