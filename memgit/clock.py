"""Time as a value that is passed: a clock is a function without arguments that returns an aware UTC datetime."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from memgit.errors import UsageError

Clock = Callable[[], datetime]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_UNITS = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86400,
    "week": 7 * 86400,
    "month": 30 * 86400,
    "year": 365 * 86400,
}
_RELATIVE = re.compile(r"(\d+)\s*\.?\s*(second|minute|hour|day|week|month|year)s?(?:[ .]+ago)?", re.IGNORECASE)


def system_clock() -> datetime:
    """The time now, UTC."""
    return datetime.now(UTC)


def microseconds(moment: datetime) -> int:
    """A moment as microseconds since 1970, UTC."""
    return int((moment - _EPOCH) / timedelta(microseconds=1))


def from_microseconds(count: int) -> datetime:
    """The moment so many microseconds after 1970, UTC."""
    return _EPOCH + timedelta(microseconds=count)


def rfc3339(moment: datetime) -> str:
    """`2026-10-01T09:30:00Z`: RFC 3339, UTC, whole seconds."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_when(text: str, now: datetime) -> datetime | None:
    """A moment named by a person, or None if the words name none.

    Takes RFC 3339 or ISO dates and times (no zone means UTC; a bare date is its first second), `now`, `today`,
    `yesterday`, and `3 days ago` or `3.days.ago` as git does.
    """
    words = text.strip().lower()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    named = {"now": now, "today": midnight, "yesterday": midnight - timedelta(days=1)}
    if words in named:
        return named[words]
    if match := _RELATIVE.fullmatch(words):
        try:
            return now - timedelta(seconds=int(match[1]) * _UNITS[match[2].lower()])
        except OverflowError:
            return None
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def require_when(text: str, now: datetime) -> datetime:
    """`parse_when`, with an error for words that name no moment."""
    moment = parse_when(text, now)
    if moment is None:
        raise UsageError(f"'{text}' is not a date", "write 2026-10-01, 2026-10-01T09:30:00Z, yesterday or '3 days ago'")
    return moment
