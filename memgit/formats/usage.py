"""Usage records of skills: counters, lifecycle and who made them, in the exact shape of Hermes Agent's `.usage.json`.

A JSON object of name to record; indent 2, sorted keys, non-ASCII as it is, no final newline. Times are ISO 8601 in
UTC, never numbers: a number would break the agent's own curator. Keys that are not known are kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from memgit.errors import SystemRefused

if TYPE_CHECKING:
    from memgit.formats.merge import Merge

Record = dict[str, Any]
"""One skill's record."""

STATES = ("active", "stale", "archived")
COUNTERS = ("use_count", "view_count", "patch_count")
ACTIVITY = ("last_used_at", "last_viewed_at", "last_patched_at")

_BUMPS = {
    "use": ("use_count", "last_used_at"),
    "view": ("view_count", "last_viewed_at"),
    "patch": ("patch_count", "last_patched_at"),
}
_SURROGATE = re.compile("[\ud800-\udfff]")


_GONE: Any = object()


class CorruptUsage(SystemRefused):
    """The usage file cannot be read; writing over it would lose every counter, pin and mark in it."""


def _corrupt(reason: str) -> CorruptUsage:
    return CorruptUsage(f"the usage records cannot be read: {reason}", "memgit doctor --fix")


@dataclass(frozen=True, slots=True)
class UsageFile:
    """The records by name. `records` may be changed in place; what it holds is what `dump` writes."""

    records: dict[str, Record]

    @classmethod
    def parse(cls, data: bytes | None) -> UsageFile:
        """Read a file; no file has no records. CorruptUsage if it is no object of objects: a blank one lost them."""
        if data is None:
            return cls({})
        if not data.strip():
            raise _corrupt("it is empty")
        try:
            loaded = json.loads(data.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            raise _corrupt("it is not JSON") from error
        if not isinstance(loaded, dict):
            raise _corrupt("it is not an object of records")
        odd = [name for name, record in loaded.items() if not isinstance(record, dict)]
        if odd:
            raise _corrupt(f"the record of '{odd[0]}' is not an object")
        return cls(loaded)

    def dump(self) -> bytes:
        """The file as Hermes Agent writes it."""
        text = json.dumps(self.records, indent=2, sort_keys=True, ensure_ascii=False)
        return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode()


def new_record(now: datetime, created_by: str | None = None) -> Record:
    """A record that starts now. created_by: None for a person, `agent` (automation may manage it), `learn`."""
    return {
        "archived_at": None,
        "created_at": stamp(now),
        "created_by": created_by,
        "last_patched_at": None,
        "last_reused_patch_generation": 0,
        "last_used_at": None,
        "last_viewed_at": None,
        "patch_count": 0,
        "patch_generation": 0,
        "pinned": False,
        "state": "active",
        "use_count": 0,
        "view_count": 0,
    }


def bump(record: Mapping[str, Any], what: Literal["view", "use", "patch"], now: datetime) -> Record:
    """The record with one more view, use or patch.

    A patch starts a generation; the use of a skill that was in use before says that its generation was worth it.
    """
    counter, last = _BUMPS[what]
    bumped = new_record(now) | dict(record)
    uses, generation = count(record, "use_count"), count(record, "patch_generation")
    bumped[counter] = count(record, counter) + 1
    bumped[last] = stamp(now)
    if what == "patch":
        bumped["patch_generation"] = generation + 1
    elif what == "use" and uses and generation > count(record, "last_reused_patch_generation"):
        bumped["last_reused_patch_generation"] = generation
    return bumped


def archived(record: Mapping[str, Any], now: datetime) -> Record:
    """The record of a skill that moves to the archive."""
    return new_record(now) | dict(record) | {"state": "archived", "archived_at": stamp(now)}


def restored(record: Mapping[str, Any], now: datetime) -> Record:
    """The record of a skill that is back from the archive."""
    return new_record(now) | dict(record) | {"state": "active", "archived_at": None}


def with_pin(record: Mapping[str, Any], pinned: bool, now: datetime) -> Record:
    """The record with the pin set or taken off."""
    return new_record(now) | dict(record) | {"pinned": pinned}


def adopted(record: Mapping[str, Any], now: datetime) -> Record:
    """The record of a skill that automation may manage from now on; its clock goes on."""
    return new_record(now) | dict(record) | {"created_by": "agent"}


def mark_active(data: bytes | None, names: Iterable[str], now: datetime) -> bytes:
    """The file with the named records active again, as after a restore. CorruptUsage if it cannot be read."""
    file = UsageFile.parse(data)
    for name in names:
        file.records[name] = restored(file.records.get(name, {}), now)
    return file.dump()


def count(record: Mapping[str, Any], counter: str) -> int:
    """A counter; what is no number counts as 0."""
    value = record.get(counter)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0
    return int(min(max(0, value), 2**53))


def state(record: Mapping[str, Any]) -> str:
    """One of STATES; anything else is read as active."""
    value = record.get("state")
    return value if isinstance(value, str) and value in STATES else "active"


def pinned(record: Mapping[str, Any]) -> bool:
    """Whether the skill is pinned; whatever else than a boolean stands there counts as in JavaScript and Python."""
    return bool(record.get("pinned"))


def created_by(record: Mapping[str, Any]) -> str | None:
    """Who made the skill; the older `agent_created: true` reads as `agent`."""
    value = record.get("created_by")
    if isinstance(value, str) and value:
        return value
    return "agent" if record.get("agent_created") is True else None


def last_activity(record: Mapping[str, Any]) -> datetime | None:
    """The newest use, view or patch; None if there was none."""
    times = [time for time in (moment(record.get(key)) for key in ACTIVITY) if time is not None]
    return max(times, default=None)


def stamp(now: datetime) -> str:
    """A time as the records keep it: ISO 8601, UTC, `+00:00`."""
    return now.astimezone(UTC).isoformat()


def moment(value: object) -> datetime | None:
    """A time of a record. One without a zone is UTC; numbers, as some tools wrote them, are seconds of the epoch."""
    try:
        if isinstance(value, str):
            time = datetime.fromisoformat(value)
            return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None


def merge_usage(base: bytes | None, ours: bytes | None, theirs: bytes | None) -> Merge:
    """Merge two versions that come from `base`, by record and key; never in conflict. CorruptUsage as in `parse`.

    A blank version counts as one without records, unless it is ours.

    Counters: ours plus what theirs counted since base, never below ours. `last_*` times: the later one. Everything else
    three-way, ours where both changed it. A record that one side dropped stays dropped unless the other changed it.
    """
    from memgit.formats.merge import Merge

    if theirs in (base, ours):
        return Merge(ours)
    mine = UsageFile.parse(ours).records
    old, other = (UsageFile.parse(data if data and data.strip() else None).records for data in (base, theirs))
    merged: dict[str, Record] = {}
    for name in mine.keys() | other.keys():
        record = _merge_record(old.get(name), mine.get(name), other.get(name))
        if record is not None:
            merged[name] = record
    if merged == mine:
        return Merge(ours)
    gone = not merged and (ours is None or theirs is None)
    return Merge(None if gone else UsageFile(merged).dump())


def _merge_record(base: Record | None, ours: Record | None, theirs: Record | None) -> Record | None:
    if theirs == base:
        return ours
    if theirs is None:
        return None if ours == base else ours
    if ours is None:
        return theirs
    merged = {key: _merge_value(key, base or {}, ours, theirs) for key in ours.keys() | theirs.keys()}
    return {key: value for key, value in merged.items() if value is not _GONE}


def _merge_value(key: str, base: Record, ours: Record, theirs: Record) -> Any:
    """The value of one key, or _GONE."""
    if key.endswith("_count") or key == "patch_generation":
        return count(ours, key) + max(0, count(theirs, key) - count(base, key))
    if key == "last_reused_patch_generation":
        return max(count(ours, key), count(theirs, key))
    if key.startswith("last_"):
        times = [(time, record[key]) for record in (ours, theirs) if (time := moment(record.get(key))) is not None]
        return max(times, key=lambda pair: pair[0])[1] if times else ours.get(key, theirs.get(key))
    own = ours.get(key, _GONE)
    return theirs.get(key, _GONE) if own == base.get(key, _GONE) else own
