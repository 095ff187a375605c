"""Usage records outside a change: views counted without a commit, and a corrupt file set aside and rebuilt."""

from __future__ import annotations

import os

from memgit.errors import Busy, SystemRefused
from memgit.formats.usage import CorruptUsage, UsageFile
from memgit.repo.store import Store
from memgit.skills import records
from memgit.skills.find import Skill
from memgit.skills.writer import DiskTree

_EMPTY = b"{}"


def mend(store: Store) -> tuple[str, ...]:
    """If the records cannot be read: keep them beside as `….corrupt-TIME`, put the last good version in their place.

    Answers what to tell the person; nothing when all is well, or in a dry run.
    """
    path = store.layout.usage
    if path is None or store.options.dry_run or parses(DiskTree(store).read(path)):
        return ()
    good = store.last_good(path, parses)
    aside = f"{path}.corrupt-{store.clock().strftime('%Y%m%d%H%M%S')}"
    moved = False

    def replace(data: bytes | None) -> bytes:
        nonlocal moved
        if data is None or parses(data):  # somebody else was first
            return _EMPTY if data is None else data
        with open(os.open(store.home / aside, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600), "wb") as kept:
            kept.write(data)
        moved = True
        return _EMPTY if good is None else good

    store.touch_usage(replace)
    if not moved:
        return ()
    source = "no good version is in history: it starts anew" if good is None else "it is as history had it last"
    return (f"{path} could not be read and was set aside as {aside}; {source}",)


def count_view(store: Store, skill: Skill) -> tuple[str, ...]:
    """Count a view of a skill, without a commit. Answers warnings: a view is shown whether it can be counted or not."""
    try:
        warnings = mend(store)
        now = store.clock()
        store.touch_usage(lambda data: records.viewed(data, skill, now))
    except (Busy, SystemRefused) as error:
        return (f"the view is not counted: {error.message}",)
    return warnings


def parses(data: bytes | None) -> bool:
    """Whether the records can be read; they can where there is no file."""
    try:
        UsageFile.parse(data)
    except CorruptUsage:
        return False
    return True
