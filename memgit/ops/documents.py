"""Files as documents for the rules: what each is, who reads it, its budget, and what it stands among."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from memgit import layouts
from memgit.config import Settings
from memgit.errors import MemgitError
from memgit.formats.skill import FILE
from memgit.formats.topics import TopicIndex
from memgit.memory.budget import STANDING, Limits
from memgit.model.layout import ENTRY_ROLES, Layout, Role
from memgit.ops.kinds import INDEX, Reader, at_home, elsewhere
from memgit.repo import state
from memgit.rules.document import Around, Document, Kind, Profile
from memgit.skills import discovery
from memgit.skills.discovery import Offer

_BUDGETS = {Role.MEMORY: "memory", Role.USER: "user", Role.PROJECT: "project", Role.FAILURES: "failures"}
_BESIDE = 2_000
"""Files of a skill that are looked at."""


Skills = Mapping[str, Collection[str]]
"""Names to the paths of what answers to them, see `Home.skills`."""


@dataclass(frozen=True)
class Home:
    """A store as the rules need it."""

    path: Path
    layout: Layout
    settings: Settings

    @cached_property
    def skills(self) -> Skills:
        """Names to the paths of the SKILL.md files that answer to them, relative to the home; the archive is out."""
        found: dict[str, list[str]] = {}
        for ref in discovery.discover(self.path, self.layout, Offer(platform=""), {}, everything=True):
            if ref.state != "archived":
                for name in {ref.name, ref.dirname}:
                    found.setdefault(name, []).append(f"{ref.path}/{FILE}")
        return found


class Documents:
    """Makes documents. What is known of a home is kept until `forget`. settings_of: those of a home, or of none.

    skills_of: what is known of a home's skills by now, None for nothing; as it is, they are looked for when they are
    asked for. logins: names of people that mean nothing outside this machine, see `login_names`.
    """

    def __init__(
        self,
        settings_of: Callable[[Path | None], Settings],
        profile: Profile | None = None,
        skills_of: Callable[[Home], Skills | None] | None = None,
        logins: frozenset[str] = frozenset(),
    ) -> None:
        self._settings_of = settings_of
        self._profile = profile
        self._skills_of = skills_of or _Lazily
        self._logins = logins
        self._homes: dict[Path, Home | None] = {}

    def forget(self) -> None:
        """Look at the homes anew when they are next asked for."""
        self._homes.clear()

    def home(self, path: Path) -> Home | None:
        """The home that an absolute path is in, None for none that can be read."""
        for folder in path.parents:
            if folder not in self._homes:
                self._homes[folder] = self._opened(folder)
            if found := self._homes[folder]:
                return found
        return None

    def document(self, path: Path, text: str, asked: bool = False) -> Document | None:
        """The document of a file; None for one in a home that memgit does not track, unless it is asked for."""
        home = self.home(path)
        reader = None if home is None else at_home(home.layout, path.relative_to(home.path).as_posix())
        if reader is not None:
            return self._made(path, text, reader, home)
        return self._made(path, text, elsewhere(path, text), None) if home is None or asked else None

    def _made(self, path: Path, text: str, reader: Reader, home: Home | None) -> Document:
        settings = Settings() if home is None else home.settings
        return Document(
            text,
            reader.kind,
            self._profile or _profile(settings) or reader.profile,
            replace(
                _around(path, reader.kind, home, None if home is None else self._skills_of(home)), logins=self._logins
            ),
            reader.dialect,
            reader.unit,
            None if home is None else _limit(home, path),
            settings.standing_lines,
            settings.lint.shown,
        )

    def _opened(self, folder: Path) -> Home | None:
        if not (folder / ".memgit" / "store.json").is_file():
            return None
        try:
            layout = layouts.get(state.read(folder).layout)
        except MemgitError:
            return None
        return Home(folder, layout, self._settings_of(folder))


def login_names(environ: Mapping[str, str]) -> frozenset[str]:
    """What the person at this machine is called by it."""
    return frozenset(name for key in ("USER", "LOGNAME", "USERNAME") if (name := environ.get(key, "")))


def _profile(settings: Settings) -> Profile | None:
    return Profile(settings.lint.profile) if settings.lint.profile in set(Profile) else None


def _limit(home: Home, path: Path) -> int | None:
    """The budget of a file."""
    place = home.layout.place(path.relative_to(home.path).as_posix())
    if place is None:
        return None
    limits = Limits(home.settings.budgets, home.settings.standing_lines)
    if place.role is Role.STANDING:
        return limits.of(home.layout, STANDING)
    return limits.of(home.layout, _BUDGETS[place.role]) if place.role in ENTRY_ROLES else None


def _around(path: Path, kind: Kind, home: Home | None, skills: Skills | None) -> Around:
    own = None if home is None else path.relative_to(home.path).as_posix()
    match kind:
        case Kind.SKILL:
            return Around(path.name, path.parent.name or None, own, skills, _files(path.parent))
        case Kind.BUNDLE:
            return Around(path.name, None, own, skills)
        case Kind.TOPIC | Kind.TOPIC_INDEX:
            stems, linked = _topics(path.parent)
            return Around(path.name, path.parent.name or None, own, None, None, stems, linked)
        case _:
            return Around(path.name, path.parent.name or None, own)


class _Lazily(Mapping[str, Collection[str]]):
    """The skills of a home, looked for when a rule first asks."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def __getitem__(self, name: str) -> Collection[str]:
        return self._home.skills[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._home.skills)

    def __len__(self) -> int:
        return len(self._home.skills)


def _files(folder: Path) -> dict[str, bool] | None:
    """The files beside and below SKILL.md, and whether each may be executed; None if they are too many to tell."""
    found: dict[str, bool] = {}
    todo = [""]
    while todo:
        below = todo.pop()
        try:
            entries = list(os.scandir(folder / below))
        except OSError:
            continue
        for entry in entries:
            name = f"{below}/{entry.name}" if below else entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in discovery.EXCLUDED:
                    todo.append(name)
            elif name != FILE:
                found[name] = os.access(entry.path, os.X_OK) if os.path.isfile(entry.path) else False
            if len(found) + len(todo) > _BESIDE:
                return None
    return found


def _topics(folder: Path) -> tuple[frozenset[str], frozenset[str] | None]:
    """The stems of the topic files in a folder, and which of them its index links to (None without an index)."""
    try:
        names = [name for name in os.listdir(folder) if name.endswith(".md") and name != INDEX]
    except OSError:
        names = []
    try:
        index = TopicIndex.parse((folder / INDEX).read_bytes())
    except (OSError, MemgitError):
        return frozenset(name.removesuffix(".md") for name in names), None
    linked = frozenset(link.path.removesuffix(".md") for link in index.links)
    return frozenset(name.removesuffix(".md") for name in names), linked
