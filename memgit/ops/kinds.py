"""What a file is to an agent, and which agent reads it: by the layout of its home, elsewhere by its name and shape."""

from __future__ import annotations

from pathlib import PurePath
from typing import NamedTuple

from memgit.formats.entries import DELIMITER
from memgit.formats.skill import FILE
from memgit.model.layout import Dialect, Layout, Place, Role, Unit
from memgit.rules.document import Kind, Profile

INDEX = "MEMORY.md"
"""The index of Claude Code's topic files; elsewhere an entry file."""

PROFILES = {
    "hermes": Profile.HERMES,
    "pi-hermes": Profile.PI,
    "dsh": Profile.PI,
    "claude": Profile.CLAUDE,
}
"""Who reads the files of a layout; the others are held to the open specification."""

_KINDS = {
    Role.FAILURES: Kind.FAILURES,
    Role.STANDING: Kind.STANDING,
    Role.TOPIC: Kind.TOPIC,
    Role.TOPIC_INDEX: Kind.TOPIC_INDEX,
    Role.CATEGORY: Kind.CATEGORY,
    Role.BUNDLE: Kind.BUNDLE,
    Role.SETTINGS: Kind.SETTINGS,
}
_FOLDERS = {
    ".hermes": Profile.HERMES,
    "skill-bundles": Profile.HERMES,
    ".claude": Profile.CLAUDE,
    ".pi": Profile.PI,
    "pi-hermes-memory": Profile.PI,
    "projects-memory": Profile.PI,
    ".agents": Profile.AGENTSKILLS,
}
_NAMES = {"failures.md": Kind.FAILURES, "STANDING.md": Kind.STANDING, "memgit.yaml": Kind.SETTINGS}
_DATED = "<!-- created="


class Reader(NamedTuple):
    """What a file is and how its reader takes it."""

    kind: Kind
    profile: Profile
    dialect: Dialect = Dialect.PLAIN
    unit: Unit = Unit.CODE_POINTS


def at_home(layout: Layout, path: str) -> Reader | None:
    """What a path of a home is, relative and POSIX; None for what memgit does not track, and for usage records."""
    place = layout.place(path)
    kind = None if place is None else _kind(layout, place, path)
    if kind is None:
        return None
    profile = PROFILES.get(layout.name, Profile.AGENTSKILLS)
    if layout.name == "pi-hermes" and path.startswith("skills/"):
        profile = Profile.AGENTSKILLS  # pi's own skills, which pi reads as YAML; the extension's are elsewhere
    return Reader(kind, profile, layout.dialect, layout.unit)


def elsewhere(path: PurePath, text: str) -> Reader:
    """What a file outside every home is."""
    profile = next((_FOLDERS[part] for part in reversed(path.parts[:-1]) if part in _FOLDERS), Profile.AGENTSKILLS)
    dated = profile is Profile.PI or _DATED in text
    dialect, unit = (Dialect.DATED, Unit.UTF16) if dated else (Dialect.PLAIN, Unit.CODE_POINTS)
    return Reader(_named(path, text, profile), profile, dialect, unit)


def _kind(layout: Layout, place: Place, path: str) -> Kind | None:
    if place.role in _KINDS:
        return _KINDS[place.role]
    if place.role in (Role.SKILL, Role.ARCHIVE):
        return Kind.SKILL if path.rpartition("/")[2].lower() == FILE.lower() else Kind.SUPPORT
    if place.role is Role.USAGE:
        return None
    return Kind.TOPIC if layout.dialect is Dialect.FREE else Kind.ENTRIES


def _named(path: PurePath, text: str, profile: Profile) -> Kind:
    name, folder = path.name, path.parent.name
    if name.lower() == FILE.lower() or name in _NAMES:
        return _NAMES.get(name, Kind.SKILL)
    if name == INDEX and folder == "memory" and DELIMITER not in text:
        return Kind.TOPIC_INDEX
    if name in (INDEX, "USER.md"):
        return Kind.ENTRIES
    if path.suffix in (".yaml", ".yml") and folder in ("skill-bundles", "bundles"):
        return Kind.BUNDLE
    if folder == "memory" and path.suffix == ".md" and profile is Profile.CLAUDE:
        return Kind.TOPIC
    return Kind.CATEGORY if name == "DESCRIPTION.md" else Kind.TEXT
