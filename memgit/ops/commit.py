"""Records outside edits now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from memgit.errors import SystemRefused
from memgit.home.walk import Note
from memgit.model.change import Action, Actor, Message, Origin, Recorded
from memgit.repo import creating, describe
from memgit.repo.outside import Scan
from memgit.repo.store import Store


@dataclass(frozen=True, slots=True)
class Committed:
    """recorded: its `id` is None when there was nothing to record. notes: files that were left alone."""

    recorded: Recorded
    notes: tuple[Note, ...]


def commit(store: Store, actor: Actor, paths: Collection[str] | None = None) -> Committed:
    """Record outside edits in one commit. Raises SystemRefused when there is nothing but files it cannot take.

    paths: files and folders, relative to the home, whose edits alone are looked for and recorded, at a cost that does
    not grow with the home; what is gone from disk is named by where it was. None for every outside edit.
    """
    with store.change() as change:
        scan = pending(store, paths)
        refused = [note for note in scan.notes if note.refused]
        if not scan.edits and refused:
            raise SystemRefused(
                f"'{refused[0].path}' cannot be recorded: {refused[0].reason}",
                "mend or move the file, or raise the limit: memgit config history.max_file_size BYTES"
                if "bytes" in refused[0].reason
                else "mend or move the file, then: memgit commit",
                details={"notes": [{"path": note.path, "reason": note.reason} for note in refused]},
            )
        if not store.options.dry_run:
            creating.leave_alone(store.repo, [note.path for note in scan.notes], paths)
        if not scan.edits:
            return Committed(_nothing(change.now, actor, store.options.dry_run), scan.notes)
        recorded = change.record(_message(scan, store, actor), scan)
    recorded = replace(recorded, warnings=describe.findings(scan.edits))
    return Committed(recorded, scan.notes)


def pending(store: Store, paths: Collection[str] | None = None) -> Scan:
    """Outside edits that a commit would record: usage counters alone are none."""
    scan = store.scan(paths)
    if set(scan.edits) <= {store.layout.usage}:
        return replace(scan, edits={})
    return scan


def _message(scan: Scan, store: Store, actor: Actor) -> Message:
    """`-m TEXT` is the message, as with git: its first line the subject; what changed is said below it."""
    shown = {path: sides for path, sides in scan.edits.items() if path != store.layout.usage}
    found = describe.outside_message(shown, store.layout)
    subject, _, rest = actor.reason.strip().partition("\n")
    body = "\n\n".join(part for part in (rest.strip(), found.subject) if part) if subject else ""
    return Message(subject or found.subject, actor.origin, Action.RECORD, body, actor.session)


def _nothing(now: datetime, actor: Actor, dry_run: bool) -> Recorded:
    return Recorded(None, now, actor.origin, Action.RECORD, "no outside edits", (), dry_run=dry_run)


EXTERNAL = Actor(Origin.EXTERNAL)
"""Who made an outside edit when nobody says otherwise."""
