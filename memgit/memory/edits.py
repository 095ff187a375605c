"""Edits of entries on an open change; each answers what its commit says, and nothing is written before that commit.

Every edit is refused by the same gates: texts that cannot be one entry, secrets, the budget at the end of the edit,
and origins with nobody watching that would empty a store.
"""

from __future__ import annotations

from collections.abc import Sequence

from memgit.errors import MemgitError, SystemRefused
from memgit.formats.entries import EntryFile
from memgit.memory import gates
from memgit.memory.budget import Limits, require_room
from memgit.memory.lists import read_entries
from memgit.memory.operations import Operation, Scribe
from memgit.memory.targets import Target, path_of
from memgit.model.change import Action, Actor, Message
from memgit.model.entry import Entry
from memgit.model.layout import Dialect
from memgit.repo.change import Change
from memgit.repo.message import quote
from memgit.rules.refusal import require_clean

_HALF = 40
_FAR = 4
"""How many times the limit a text must have to be refused unread: less may yet lose a comment."""


def add(change: Change, target: Target, text: str, actor: Actor, limits: Limits) -> Message:
    """Add an entry at the end; nothing to do when it is there already."""
    before, scribe = _open(change, target, actor)
    _require_fitting(change, target, before, text, limits)
    done = scribe.perform(before, Operation(Action.ADD, text))
    _put(change, target, (before, done.file), actor, limits)
    what = f"add {_quote(text)}" if done.file != before else f"{_quote(text)} is there already"
    return _message(target, Action.ADD, what, actor)


def replace(change: Change, target: Target, old: str, new: str, actor: Actor, limits: Limits) -> Message:
    """Put `new` in the place of the whole entry that `old` names."""
    before, scribe = _open(change, target, actor)
    _require_fitting(change, target, before, new, limits)
    done = scribe.perform(before, Operation(Action.REPLACE, new, old))
    _put(change, target, (before, done.file), actor, limits)
    what = f"replace {_quote(done.before or '', _HALF)} → {_quote(new, _HALF)}"
    if done.file == before:
        what = f"{_quote(new)} is there already"
    return _message(target, Action.REPLACE, what, actor)


def remove(change: Change, target: Target, old: str, actor: Actor, limits: Limits) -> Message:
    """Take out the entry that `old` names; the last one leaves a file of no bytes."""
    before, scribe = _open(change, target, actor)
    done = scribe.perform(before, Operation(Action.REMOVE, old=old))
    _put(change, target, (before, done.file), actor, limits)
    return _message(target, Action.REMOVE, f"remove {_quote(done.before or '')}", actor)


def apply(change: Change, target: Target, operations: Sequence[Operation], actor: Actor, limits: Limits) -> Message:
    """Do all operations in order, each seeing what those before it did, or none; the budget counts at the end."""
    before, scribe = _open(change, target, actor)
    file, counts = before, dict.fromkeys((Action.ADD, Action.REPLACE, Action.REMOVE), 0)
    for number, operation in enumerate(operations, 1):
        try:
            _require_fitting(change, target, before, operation.content, limits)
            after = scribe.perform(file, operation).file
        except MemgitError as error:
            raise type(error)(
                f"edit {number} ({operation.action}): {error.message}; nothing was done",
                *error.hints,
                details={**error.details, "edit": number},
            ) from error
        counts[operation.action] += after != file
        file = after
    _put(change, target, (before, file), actor, limits)
    done = ", ".join(f"{count} {action}" for action, count in counts.items() if count)
    what = f"apply {done}" if file != before else "everything is as the edits want it"
    return _message(target, Action.APPLY, what, actor)


def rewrite(change: Change, target: Target, data: bytes, actor: Actor, limits: Limits) -> Message:
    """Make the entries in `data` (a JSON list of strings, or `§` text) the whole store."""
    before, scribe = _open(change, target, actor)
    entries = read_entries(data, before)
    _require_fitting(change, target, before, "\n".join({entry.text: "" for entry in entries}), limits)
    after = scribe.rewrite(before, entries)
    _put(change, target, (before, after), actor, limits)
    what = f"rewrite {_entries(len(before.entries))} as {len(after.entries)}"
    if after == before:
        what = "these are the entries"
    return _message(target, Action.REWRITE, what, actor)


def read_entries_of(path: str, data: bytes | None, dialect: Dialect) -> EntryFile:
    """The entry file at a path, empty when there is none. Raises SystemRefused, naming it, when it is not UTF-8."""
    try:
        return EntryFile.parse(data or b"", dialect)
    except SystemRefused as error:
        raise SystemRefused(
            f"'{path}' is {error.message}", f"mend the file, or bring back an earlier one: memgit log {path}"
        ) from error


def _open(change: Change, target: Target, actor: Actor) -> tuple[EntryFile, Scribe]:
    require_clean(None, actor.reason, "the reason")
    layout = change.store.layout
    path = path_of(layout, target)
    file = read_entries_of(path, change.read(path), layout.dialect)
    return file, Scribe(target, change.now.strftime("%Y-%m-%d"))


def _require_fitting(change: Change, target: Target, before: EntryFile, text: str, limits: Limits) -> None:
    """Refuse a text that alone is far over the limit before anything is read in it or made of it."""
    layout, text = change.store.layout, text.strip()
    limit = limits.of(layout, target.budget)
    if limit is not None and len(text) > _FAR * max(limit, len(before.text)):
        alone = EntryFile(text, before.dialect, (Entry(0, text, text),))
        require_room(before, alone, limit, layout.unit, target)


def _put(change: Change, target: Target, files: tuple[EntryFile, EntryFile], actor: Actor, limits: Limits) -> None:
    before, after = files
    if after == before:
        return
    layout = change.store.layout
    gates.require_left(before, after, actor, target)
    require_room(before, after, limits.of(layout, target.budget), layout.unit, target)
    change.write(path_of(layout, target), after.data)


def _message(target: Target, action: Action, what: str, actor: Actor) -> Message:
    return Message(f"{target.area}: {what}", actor.origin, action, actor.reason, actor.session)


def _quote(text: str, limit: int = 60) -> str:
    """A stretch of an entry for a subject; not of one that holds what history should not repeat."""
    return quote(text, limit) if gates.speakable(text) else "an entry that cannot be quoted"


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"
