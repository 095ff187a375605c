"""What a restore or a revert may do while nobody watches: no more than an edit may, whatever it brings back."""

from __future__ import annotations

from memgit.errors import Refused, SystemRefused
from memgit.formats import usage
from memgit.formats.entries import EntryFile
from memgit.formats.usage import Record, UsageFile
from memgit.memory.gates import require_attended, require_left
from memgit.memory.targets import target_of
from memgit.model.change import UNATTENDED, Actor
from memgit.model.layout import Role
from memgit.repo.change import Change
from memgit.repo.files import FileState
from memgit.skills import gates
from memgit.skills.find import Skill
from memgit.skills.writer import Writer

_PERSONS = {Role.STANDING: "the standing rules", Role.SETTINGS: "the settings"}
_SKILL_ROLES = (Role.SKILL, Role.ARCHIVE, Role.CATEGORY)


def require_may(change: Change, actor: Actor) -> None:
    """Raise Refused when nobody watches and the open change does what only a person may.

    That is: touch a skill that is pinned or not automation's own, set or lift a pin, empty a store, or change the
    standing rules or the settings.
    """
    if actor.origin not in UNATTENDED:
        return
    skills: dict[str, str] = {}
    for path, (before, after) in change.edits().items():
        place = change.store.layout.place(path)
        if place is None:
            continue
        if place.role in _PERSONS:
            require_attended(actor, _PERSONS[place.role])
        elif place.role is Role.USAGE:
            _require_same_pins(before, after, actor)
        elif place.role in _SKILL_ROLES:
            skills[_folder(change, path, place.root)] = place.root
        else:
            _require_left(change, path, (before, after), actor)
    for folder, root in skills.items():
        gates.require_may_edit(Writer(change, actor), Skill(folder, root))


def _require_left(change: Change, path: str, sides: tuple[FileState | None, FileState | None], actor: Actor) -> None:
    place = change.store.layout.place(path)
    target = None if place is None else target_of(place)
    if target is None:
        return
    try:
        before, after = (EntryFile.parse(side.data if side else b"", change.store.layout.dialect) for side in sides)
    except SystemRefused as error:
        raise Refused(f"origin {actor.origin} may not touch '{path}': {error.message}", *error.hints) from None
    require_left(before, after, actor, target)


def _require_same_pins(before: FileState | None, after: FileState | None, actor: Actor) -> None:
    old, new = _records(before), _records(after)
    for name in sorted(old.keys() | new.keys()):
        if usage.pinned(old.get(name, {})) is not usage.pinned(new.get(name, {})):
            require_attended(actor, f"the pin of '{name}'")


def _records(state: FileState | None) -> dict[str, Record]:
    try:
        return UsageFile.parse(None if state is None else state.data).records
    except SystemRefused:
        return {}


def _folder(change: Change, path: str, root: str) -> str:
    """The folder of the skill that a path is in: the nearest one above with a SKILL.md now or then."""
    edits = change.edits()
    folder = path.rpartition("/")[0]
    while len(folder) > len(root):
        if f"{folder}/SKILL.md" in edits or change.state(f"{folder}/SKILL.md") is not None:
            return folder
        folder = folder.rpartition("/")[0]
    return path
