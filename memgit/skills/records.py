"""Usage records on an open change: what each edit of a skill leaves in `.usage.json`.

A skill has one record, under its folder's name; where the agent keeps it under the frontmatter name only, that one is
used, and what must hold for both (pin, state, removal) is done to both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from memgit.errors import NotFound
from memgit.formats import usage
from memgit.formats.usage import Record, UsageFile
from memgit.model.change import UNATTENDED, Origin
from memgit.skills.find import Skill
from memgit.skills.writer import Writer

Records = dict[str, Record]


def read(writer: Writer) -> Records:
    """Every record; none where the agent keeps none. Raises CorruptUsage (8) when the file cannot be read."""
    path = writer.layout.usage
    return {} if path is None else UsageFile.parse(writer.change.read(path)).records


def record_of(records: Mapping[str, Record], skill: Skill) -> Record | None:
    """The record of a skill, None when it has none."""
    return records.get(key_of(records, skill))


def key_of(records: Mapping[str, Record], skill: Skill) -> str:
    """The name its record is under, or would be."""
    return next((key for key in skill.keys if key in records), skill.name)


def is_pinned(records: Mapping[str, Record], skill: Skill) -> bool:
    """Whether any of its records says pinned."""
    return any(usage.pinned(records[key]) for key in skill.keys if key in records)


def maker(origin: Origin) -> str | None:
    """What `created_by` says of a skill made by an origin: `agent` means that automation may manage it."""
    if origin is Origin.LEARN:
        return "learn"
    return "agent" if origin in UNATTENDED else None


def created(writer: Writer, skill: Skill) -> None:
    """Start a new record."""
    fresh = usage.new_record(writer.change.now, maker(writer.actor.origin))

    def edit(records: Records) -> None:
        records[skill.name] = fresh

    _update(writer, edit)


def patched(writer: Writer, skill: Skill) -> None:
    """Count a change of the skill's text or files."""

    def edit(records: Records) -> None:
        key = key_of(records, skill)
        records[key] = usage.bump(records.get(key, {}), "patch", writer.change.now)

    _update(writer, edit)


def viewed(data: bytes | None, skill: Skill, now: Any) -> bytes:
    """The file with one more view and use: who views a skill is about to use it, as Hermes Agent counts."""
    file = UsageFile.parse(data)
    key = key_of(file.records, skill)
    record = usage.bump(file.records.get(key, {}), "view", now)
    file.records[key] = usage.bump(record, "use", now)
    return file.dump()


def set_pin(writer: Writer, skill: Skill, pinned: bool) -> bool:
    """Set or lift the pin; whether that changed anything. Raises NotFound where the home keeps no records."""
    if writer.layout.usage is None:
        raise NotFound(f"a {writer.layout.name} home keeps no pins", "memgit help layouts")
    records = read(writer)
    keys = [key for key in skill.keys if key in records] or [skill.name]
    changing = [key for key in keys if usage.pinned(records.get(key, {})) is not pinned]

    def edit(all_records: Records) -> None:
        for key in changing:
            all_records[key] = usage.with_pin(all_records.get(key, {}), pinned, writer.change.now)

    if changing:
        _update(writer, edit)
    return bool(changing)


def archived(writer: Writer, skill: Skill) -> None:
    """Mark the skill archived."""

    def edit(records: Records) -> None:
        for key in [key for key in skill.keys if key in records] or [skill.name]:
            records[key] = usage.archived(records.get(key, {}), writer.change.now)

    _update(writer, edit)


def forgotten(writer: Writer, skill: Skill) -> None:
    """Drop the records of a skill that is deleted."""

    def edit(records: Records) -> None:
        for key in skill.keys:
            records.pop(key, None)

    if any(key in read(writer) for key in skill.keys):
        _update(writer, edit)


def put_back(writer: Writer, before: Mapping[str, Record | None]) -> None:
    """Bring records back as they were before an archive or deletion; counters and times never go back.

    before: name to record, None where there was none.
    """

    def edit(records: Records) -> None:
        for key, record in before.items():
            now = records.get(key)
            if record is not None:
                records[key] = record if now is None else _no_rewind(record, now)
            elif now is not None and not any(usage.count(now, counter) for counter in usage.COUNTERS):
                del records[key]
            elif now is not None:
                records[key] = usage.restored(now, writer.change.now)

    _update(writer, edit)


def active_again(writer: Writer, names: tuple[str, ...]) -> None:
    """Mark records active that an archive by the agent itself left archived."""

    def edit(records: Records) -> None:
        for name in names:
            if name in records:
                records[name] = usage.restored(records[name], writer.change.now)

    if any(name in read(writer) for name in names):
        _update(writer, edit)


def _no_rewind(record: Record, now: Record) -> Record:
    """The record from before, with every counter and `last_*` time at least where it is now."""
    back = {**now, **record}
    for counter in usage.COUNTERS:
        if usage.count(now, counter) > usage.count(record, counter):
            back[counter] = now[counter]
    for key in usage.ACTIVITY:
        mine, theirs = usage.moment(record.get(key)), usage.moment(now.get(key))
        if theirs is not None and (mine is None or theirs > mine):
            back[key] = now[key]
    return back


def _update(writer: Writer, edit: Callable[[Records], None]) -> None:
    path = writer.layout.usage
    if path is None:
        return
    file = UsageFile.parse(writer.change.read(path))
    edit(file.records)
    writer.change.write(path, file.dump())
