"""What is known of skills: the list, one skill's text and files, and how they are used. Takes no lock."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memgit.config import Settings
from memgit.errors import NotFound, UsageError
from memgit.formats import usage
from memgit.formats.skill import FILE, SkillHead, lookup_problem
from memgit.formats.usage import CorruptUsage, Record
from memgit.model.layout import Role
from memgit.ops.skill import external_dirs
from memgit.repo.store import Store
from memgit.skills import records
from memgit.skills.discovery import Offer, SkillRef, discover, usage_records
from memgit.skills.find import Skill, ambiguous, files_of, find, paths_of, skills_of
from memgit.skills.writer import DiskTree


@dataclass(frozen=True, slots=True)
class View:
    """A file of a skill. path: the skill's folder, absolute for an external one. file: in it; files: all it has."""

    skill: Skill
    path: str
    file: str
    data: bytes
    description: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Used:
    """A usage record. path: the skill's folder, None when the skill is gone. record: as the agent keeps it."""

    name: str
    path: str | None
    record: Record

    def document(self) -> dict[str, Any]:
        """The record in the words of lists."""
        record = self.record
        return {
            "name": self.name,
            "path": self.path,
            "state": usage.state(record),
            "pinned": usage.pinned(record),
            "created_by": usage.created_by(record),
            "created_at": _time(record, "created_at"),
            "uses": usage.count(record, "use_count"),
            "views": usage.count(record, "view_count"),
            "patches": usage.count(record, "patch_count"),
            "last_used": _time(record, "last_used_at"),
            "last_viewed": _time(record, "last_viewed_at"),
            "last_patched": _time(record, "last_patched_at"),
            "archived_at": _time(record, "archived_at"),
        }


def listing(
    store: Store, settings: Settings, category: str | None, everything: bool
) -> tuple[list[SkillRef], tuple[str, ...]]:
    """The skills an agent is offered, or all there are, archive included; and warnings."""
    kept, warnings = _records(store)
    offer = Offer(
        sys.platform,
        disabled=tuple(settings.skills.disabled),
        external_dirs=tuple(Path(os.path.abspath(store.home / folder)) for folder in external_dirs(settings)),
    )
    found = discover(store.home, store.layout, offer, kept, everything)
    return [ref for ref in found if category in (None, ref.category)], warnings


def view(store: Store, settings: Settings, name: str, file: str | None) -> View:
    """A skill's SKILL.md, or another file of it; also of an external skill, one left alone, or a flat `NAME.md`."""
    tree = DiskTree(store)
    try:
        skill = find(tree, name)
    except NotFound:
        skill_or_view = _flat(tree, name) or _untracked(store, settings, name)
        if skill_or_view is None:
            raise
        if isinstance(skill_or_view, View):
            _require_only(skill_or_view, file)
            return skill_or_view
        return _view_untracked(store, skill_or_view, file or FILE)
    files = tuple(files_of(tree, skill))
    wanted = _require_file(skill, file or FILE, files)
    data = tree.read(f"{skill.folder}/{wanted}") or b""
    return View(skill, skill.folder, wanted, data, _description(tree.read(skill.file) or b""), files)


def used(store: Store, name: str | None) -> tuple[list[Used], tuple[str, ...]]:
    """The records of every skill, or of one; a skill without a record has an empty one. And warnings."""
    kept, warnings = _records(store)
    tree = DiskTree(store)
    if name is not None:
        return [_used_one(tree, kept, name)], warnings
    found: dict[str, Used] = {key: Used(key, None, record) for key, record in kept.items()}
    for skill in skills_of(tree):
        key = records.key_of(kept, skill)
        found[key] = Used(key, skill.folder, kept.get(key, {}))
    return sorted(found.values(), key=lambda one: one.name), warnings


def _used_one(tree: DiskTree, kept: Mapping[str, Record], name: str) -> Used:
    try:
        skill = find(tree, name)
    except NotFound:
        if name in kept:
            return Used(name, None, kept[name])
        raise
    key = records.key_of(kept, skill)
    return Used(key, skill.folder, kept.get(key, {}))


def _time(record: Record, key: str) -> str | None:
    """A time of a record as RFC 3339, UTC; None where there is none, or none that can be read."""
    time = usage.moment(record.get(key))
    return None if time is None else usage.stamp(time)


def _records(store: Store) -> tuple[dict[str, Record], tuple[str, ...]]:
    """The records; none, with a warning, when they cannot be read: who only looks mends nothing."""
    try:
        return usage_records(store.home, store.layout), ()
    except CorruptUsage as error:
        return {}, (f"{error.message}; mend them: {error.hints[0]}",)


def _require_file(skill: Skill, file: str, files: tuple[str, ...]) -> str:
    if problem := lookup_problem(file):
        raise UsageError(problem.replace("the skills folder", "the skill"))
    if file not in files:
        raise NotFound(
            f"the skill '{skill.name}' has no file '{file}'",
            f"it has {', '.join(files)}",
            details={"available_files": list(files)},
        )
    return file


def _require_only(found: View, file: str | None) -> None:
    if file not in (None, found.file):
        raise NotFound(f"'{found.path}' is a single file: it has no '{file}'")


def _flat(tree: DiskTree, name: str) -> View | None:
    """A loose `NAME.md` below a skills root, as the agent's viewer finds it."""
    bare = name.removesuffix(".md")
    found = [
        (path, place.root)
        for path in paths_of(tree)
        if (place := tree.layout.place(path)) is not None
        and place.role is Role.SKILL
        and (path == f"{bare}.md" or place.name == f"{bare}.md" or ("/" not in bare and path.endswith(f"/{bare}.md")))
        and not any(path.startswith(f"{skill.folder}/") for skill in skills_of(tree))
    ]
    if len(found) > 1:
        raise ambiguous(name, [path for path, _ in found])
    if not found:
        return None
    path, root = found[0]
    folder, _, file = path.rpartition("/")
    data = tree.read(path) or b""
    return View(Skill(f"{folder}/{file.removesuffix('.md')}", root), path, file, data, _description(data), (file,))


def _untracked(store: Store, settings: Settings, name: str) -> Skill | None:
    """A skill that an agent sees and history does not hold: an external one, or a repository of its own."""
    refs, _ = listing(store, settings, None, everything=True)
    found = [ref for ref in refs if ref.state != "archived" and name in (ref.name, ref.dirname, ref.path)]
    if len(found) > 1:
        raise ambiguous(name, [ref.path for ref in found])
    return Skill(found[0].path, found[0].root, found[0].name) if found else None


def _view_untracked(store: Store, skill: Skill, file: str) -> View:
    place = store.home / skill.folder  # the path of an external one is absolute and stays
    files = []
    for folder, folders, names in os.walk(place):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files += [os.path.relpath(os.path.join(folder, item), place) for item in sorted(names)]
    inside = os.path.realpath(place) + os.sep
    own = tuple(one for one in files if os.path.realpath(place / one).startswith(inside))
    wanted = _require_file(skill, file, own)
    head = (place / FILE).read_bytes()
    return View(skill, skill.folder, wanted, (place / wanted).read_bytes(), _description(head), own)


def _description(data: bytes) -> str:
    return SkillHead.parse(data).description or ""
