"""Every way to change a skill, each change one commit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from memgit.config import Settings
from memgit.model.change import Actor, Recorded
from memgit.ops.usage import mend
from memgit.repo.store import Store
from memgit.skills import edits
from memgit.skills.find import find
from memgit.skills.replacing import Replacement
from memgit.skills.writer import Edited, Writer


def new(
    store: Store, name: str, text: tuple[str | None, str, bytes | None], actor: Actor, settings: Settings
) -> Recorded:
    """Make a skill. text: its category, its description, and its SKILL.md if there is one already."""
    category, description, data = text
    whole = None if data is None and not description.strip() else edits.template(name, description.strip(), data)
    return write(store, actor, settings, lambda writer: edits.new(writer, name, category or None, whole))


def edit(store: Store, name: str, data: bytes, actor: Actor, settings: Settings) -> Recorded:
    """Replace the whole text of a skill."""
    return write(store, actor, settings, lambda writer: edits.edit(writer, find(writer, name), data))


def patch(
    store: Store, where: tuple[str, str | None], wanted: Replacement, actor: Actor, settings: Settings
) -> Recorded:
    """Replace a piece of a skill. where: its name, and the file in it, None for SKILL.md."""
    name, path = where
    return write(store, actor, settings, lambda writer: edits.patch(writer, find(writer, name), path, wanted))


def write_file(store: Store, where: tuple[str, str], data: bytes, actor: Actor, settings: Settings) -> Recorded:
    """Write a file of a skill. where: the skill's name, and the file in it."""
    name, path = where
    return write(store, actor, settings, lambda writer: edits.write_file(writer, find(writer, name), path, data))


def remove_file(store: Store, where: tuple[str, str], actor: Actor, settings: Settings) -> Recorded:
    """Take a file of a skill away. where: the skill's name, and the file in it."""
    name, path = where
    return write(store, actor, settings, lambda writer: edits.remove_file(writer, find(writer, name), path))


def delete(store: Store, name: str, absorbed_into: str | None, actor: Actor, settings: Settings) -> Recorded:
    """Take a skill away; history keeps it."""
    return write(store, actor, settings, lambda writer: edits.delete(writer, find(writer, name), absorbed_into))


def pin(store: Store, name: str, pinned: bool, actor: Actor, settings: Settings) -> Recorded:
    """Pin a skill, or lift the pin."""
    return write(store, actor, settings, lambda writer: edits.pin(writer, find(writer, name), pinned))


def write(store: Store, actor: Actor, settings: Settings, edit_with: Callable[[Writer], Edited]) -> Recorded:
    """Do one edit on an open change and commit it; records that cannot be read are set aside first, and said so."""
    mended = mend(store)
    with store.change() as change:
        edited = edit_with(Writer(change, actor, external_dirs(settings)))
        recorded = change.commit(edited.message)
    warnings = edited.warnings if recorded.paths else ()
    return replace(recorded, warnings=(*mended, *recorded.warnings, *warnings))


def external_dirs(settings: Settings) -> tuple[str, ...]:
    """Folders of skills that others look after."""
    return tuple(settings.skills.external_dirs)
