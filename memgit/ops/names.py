"""The one resolver of names: what a word on a command line, or in a request, means in a home.

A name is an exact path (a trailing `/` is fine); `memory`, `user`, `failures`, `standing`; `project:NAME`,
`topic:NAME`, `bundle:NAME`, `skill:NAME`; a bare project name; a skill by its folder's name, its frontmatter's name, or
`category/name`. An exact path wins, but `memory` is the store in a home that has a folder `memory/`. Skills in use come
before archived ones. Several meanings are an error that lists them, never a guess. Nothing is a pattern: `*` means
itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NoReturn

from memgit.errors import NotFound, UsageError
from memgit.formats.skill import FILE, SUPPORT_FOLDERS
from memgit.model.layout import Layout, Place, Role
from memgit.skills.fronts import front_of

Reader = Callable[[str], bytes | None]
"""Path to bytes, on disk or in a revision; None for what is not there."""

_NEAR = 3
_DRIVE = re.compile(r"[A-Za-z]:")
_SEPARATORS = re.compile(r"[/\\:]")
_STAMP = re.compile(r"-\d{14}$")
"""What the archive adds to a name that is taken."""


class Kind(StrEnum):
    """What sort of thing a name means."""

    FILE = "file"
    MEMORY = "memory"
    USER = "user"
    FAILURES = "failures"
    STANDING = "standing"
    PROJECT = "project"
    TOPIC = "topic"
    BUNDLE = "bundle"
    SKILL = "skill"
    ARCHIVED = "archived"


_KINDS = {
    Role.MEMORY: Kind.MEMORY,
    Role.USER: Kind.USER,
    Role.FAILURES: Kind.FAILURES,
    Role.STANDING: Kind.STANDING,
    Role.PROJECT: Kind.PROJECT,
    Role.TOPIC: Kind.TOPIC,
    Role.TOPIC_INDEX: Kind.TOPIC,
    Role.BUNDLE: Kind.BUNDLE,
}
_OF_SKILLS = {Role.SKILL: Kind.SKILL, Role.ARCHIVE: Kind.ARCHIVED}
_WORDS = {
    "memory": Kind.MEMORY,
    "user": Kind.USER,
    "failures": Kind.FAILURES,
    "failure": Kind.FAILURES,
    "standing": Kind.STANDING,
}


@dataclass(frozen=True, slots=True)
class Named:
    """One meaning of a name. path: relative to the home. prefix: whether the path is a folder.

    kind FILE is any other tracked file or folder, also a file inside a skill. name: for messages: `memory`, the
    project, the topic's or bundle's stem, the skill's folder, else the path.
    """

    kind: Kind
    path: str
    name: str
    prefix: bool = False


def resolve(layout: Layout, name: str, paths: Iterable[str], read: Reader | None = None) -> Named:
    """The one thing that a name means among the known paths.

    read: for the names that frontmatter gives; without it skills go by their folders alone. Raises UsageError for a
    path that leaves the home and for a name with several meanings (`details["candidates"]`: their paths), NotFound,
    with the nearest names, for one with none. The four words always mean their file, be it there or not.
    """
    known = _Known(layout, paths, read)
    wanted = _plain(name)
    found = known.meanings(wanted)
    if len(found) == 1:
        return found[0]
    if found:
        _refuse(name, found)
    raise _missing(known, wanted)


def candidates(layout: Layout, name: str, paths: Iterable[str], read: Reader | None = None) -> list[Named]:
    """Every meaning of a name, for a caller that can choose by itself; UsageError for a path that leaves the home."""
    return _Known(layout, paths, read).meanings(_plain(name))


def archived(layout: Layout, name: str, paths: Iterable[str], read: Reader | None = None) -> list[Named]:
    """The archived skills that a name means, the one archived last first, whatever else has the name."""
    known = _Known(layout, paths, read)
    wanted = _plain(name)
    exact = known.at(wanted)
    return [exact] if exact is not None and exact.kind is Kind.ARCHIVED else known.archived(wanted)


class _Known:
    """The known paths of a home, and what is looked up in them."""

    def __init__(self, layout: Layout, paths: Iterable[str], read: Reader | None) -> None:
        self.layout = layout
        self._paths = frozenset(paths)
        self._read = read
        self._fronts: dict[str, str | None] = {}

    def meanings(self, name: str) -> list[Named]:
        """Every meaning of a plain name, in the order of the module's docstring."""
        exact = self.at(name)
        file = self._file(name)
        if exact is not None and (file is None or exact.kind is not Kind.FILE):
            return [exact]
        kind, colon, rest = name.partition(":")
        if colon and rest and kind in ("project", "topic", "bundle", "skill"):
            match kind:
                case "project":
                    return self._projects(rest)
                case "topic":
                    return self._topics(rest)
                case "bundle":
                    return self._bundles(rest)
                case _:
                    return self._skills_named(rest) or self.archived(rest)
        there = [file] if file is not None and file.path in self._paths else []
        found = [*there, *self._projects(name), *self._skills_named(name)] or self.archived(name)
        return found or ([file] if file is not None else [])

    def at(self, path: str) -> Named | None:
        """The thing at an exact path: a file, a skill's folder, any other folder."""
        if path in self._paths:
            return self._one(path)
        if f"{path}/{FILE}" in self._paths:
            for role, kind in _OF_SKILLS.items():
                if self._below(path, role) is not None:
                    return Named(kind, path, path.rpartition("/")[2], prefix=True)
        start = f"{path}/"
        return Named(Kind.FILE, path, path, prefix=True) if any(p.startswith(start) for p in self._paths) else None

    def archived(self, name: str) -> list[Named]:
        """Archived skills of a name, with or without a stamp, the newest first."""
        found = list(self._folders(name, Role.ARCHIVE))
        exact = [named for named in found if named.name == name and _STAMP.search(name)]
        return exact or sorted(found, key=_stamp, reverse=True)

    def names(self) -> list[str]:
        """Every name that `resolve` takes, for suggestions; frontmatter names only as far as they can be read."""
        found = {kind.value for kind in _WORDS.values() if kind in self.layout.files}
        for folder in self._heads:
            if self._below(folder, Role.SKILL) is not None or self._below(folder, Role.ARCHIVE) is not None:
                found.update(name for name in (folder.rpartition("/")[2], self._front(folder)) if name)
        projects = set()
        for path, place in self._placed(Role.PROJECT, Role.TOPIC, Role.TOPIC_INDEX, Role.BUNDLE):
            if place.role is Role.BUNDLE:
                found.add(f"bundle:{place.name}")
                continue
            if place.role is Role.TOPIC:
                found.add(f"topic:{_stem(path)}")
            projects.add(place.name)
        return sorted(found.union(f"project:{name}" for name in projects if name and self._projects(name)))

    def _one(self, path: str) -> Named:
        place = self.layout.place(path)
        kind = Kind.FILE if place is None else _KINDS.get(place.role, Kind.FILE)
        return Named(kind, path, path if place is None or kind is Kind.FILE else _title(path, place))

    def _file(self, word: str) -> Named | None:
        kind = _WORDS.get(word)
        path = None if kind is None else self.layout.files.get(kind)
        return None if kind is None or path is None else Named(kind, path, kind.value)

    def _projects(self, name: str) -> list[Named]:
        """A project's own file; where there is none, the folder of its topics."""
        if "/" in name:
            return []
        file = (self.layout.project_file or "").replace("{name}", name)
        if file in self._paths:
            return [Named(Kind.PROJECT, file, name)]
        folder = (self.layout.project_topics or "").replace("{name}", name)
        there = bool(folder) and any(path.startswith(f"{folder}/") for path in self._paths)
        return [Named(Kind.PROJECT, folder, name, prefix=True)] if there else []

    def _topics(self, name: str) -> list[Named]:
        wanted = name.removesuffix(".md")
        return [
            Named(Kind.TOPIC, path, _stem(path))
            for path, place in self._placed(Role.TOPIC, Role.TOPIC_INDEX)
            if f"/{path[:-3]}".endswith(f"/{wanted}") or f"{place.name}/{_stem(path)}" == wanted
        ]

    def _bundles(self, name: str) -> list[Named]:
        return [
            Named(Kind.BUNDLE, path, place.name)
            for path, place in self._placed(Role.BUNDLE)
            if name in (place.name, path.rpartition("/")[2])
        ]

    def _skills_named(self, name: str) -> list[Named]:
        return [*self._folders(name, Role.SKILL), *self._loose(name)]

    def _folders(self, name: str, role: Role) -> Iterator[Named]:
        """Skills in use or archived ones by folder, `category/name` or frontmatter; the four words by folder alone."""
        for folder in self._heads:
            last = folder.rpartition("/")[2]
            close = f"/{folder}".endswith(f"/{name}") or (role is Role.ARCHIVE and _STAMP.sub("", last) == name)
            if not close and (name in _WORDS or self._front(folder) != name):
                continue
            below = self._below(folder, role)
            if below is not None and not (close and "/" in name and name != below):
                yield Named(_OF_SKILLS[role], folder, last, prefix=True)

    def _below(self, folder: str, role: Role) -> str | None:
        """A skill's path below its root; None where nobody looks for one, as below `references` of another skill."""
        place = self.layout.place(f"{folder}/{FILE}")
        if place is None or place.role is not role or "/" not in place.name:
            return None
        for above in _above(folder):
            if f"{above}/{FILE}" in self._paths and folder[len(above) + 1 :].partition("/")[0] in SUPPORT_FOLDERS:
                return None
        return place.name.rpartition("/")[0]

    def _loose(self, name: str) -> Iterator[Named]:
        """Skills that are no folder of ours: a link to one, or a flat `NAME.md`."""
        ends = (f"/{name}", f"/{name}.md")
        for path in sorted(path for path in self._paths if path.endswith(ends)):
            place = self.layout.place(path)
            if place is None or place.role is not Role.SKILL or path.endswith(f"/{FILE}"):
                continue
            if not any(f"{folder}/{FILE}" in self._paths for folder in _above(path)):
                yield Named(Kind.SKILL, path, _stem(path) if path.endswith(f"/{name}.md") else name)

    @cached_property
    def _heads(self) -> list[str]:
        """Every folder with a SKILL.md."""
        return sorted(path[: -len(FILE) - 1] for path in self._paths if path.endswith(f"/{FILE}"))

    def _placed(self, *roles: Role, ending: str = "") -> Iterator[tuple[str, Place]]:
        for path in sorted(path for path in self._paths if path.endswith(ending)):
            place = self.layout.place(path)
            if place is not None and place.role in roles:
                yield path, place

    def _front(self, folder: str) -> str | None:
        """The name that the frontmatter gives, read once."""
        if folder not in self._fronts:
            data = None if self._read is None else self._read(f"{folder}/{FILE}")
            self._fronts[folder] = None if data is None else front_of(data)
        return self._fronts[folder]


def _plain(name: str) -> str:
    """The name without `./` in front and `/` behind. Raises UsageError for what can only lead out of the home."""
    wanted = name.removeprefix("./").rstrip("/")
    if not name.strip() or not wanted or wanted == ".":
        raise UsageError(f"'{name}' is no name", "see the names: memgit skill list")
    if "\0" in name:
        raise UsageError("a name cannot hold a NUL character")
    if name.startswith(("/", "\\", "~/")) or _DRIVE.match(name):
        raise UsageError(f"'{name}' is an absolute path", "paths are relative to the home: memgit log skills")
    if ".." in _SEPARATORS.split(name):
        raise UsageError(f"'{name}' leads out of the home", "paths are relative to the home: memgit log skills")
    return wanted


def _refuse(name: str, found: list[Named]) -> NoReturn:
    paths = [named.path for named in found]
    raise UsageError(
        f"'{name}' can mean {len(paths)} things: {', '.join(paths)}",
        f"say which one by its path, such as '{paths[0]}'",
        details={"candidates": paths},
    )


def _missing(known: _Known, name: str) -> NotFound:
    near = _nearest(name, known.names())
    quoted = [f"'{word}'" for word in near]
    hints = [f"did you mean {' or '.join(quoted)}?"] if near else []
    if name in _WORDS:
        hints.append(f"memgit's own home has it: memgit --home ~/.memgit log {_WORDS[name]}")
        return NotFound(f"a {known.layout.name} home has no {_WORDS[name]}", *hints, details={"near": near})
    if not near:
        hints.append("see the names: memgit skill list --all")
    return NotFound(f"there is no '{name}' here", *hints, details={"near": near})


def _nearest(name: str, names: list[str]) -> list[str]:
    """Names that are spelled alike, then those that hold the name or a part of it."""
    from difflib import get_close_matches

    bare = name.rpartition("/")[2].rpartition(":")[2].lower()
    spelled: dict[str, list[str]] = {}
    for word in names:
        for form in {word.lower(), word.rpartition(":")[2].lower()}:
            spelled.setdefault(form, []).append(word)
    forms = [*get_close_matches(name.lower(), spelled, _NEAR), *get_close_matches(bare, spelled, _NEAR)]
    forms += [form for form in spelled if len(bare) > 2 and bare in form]
    return list(dict.fromkeys(word for form in forms for word in spelled[form]))[:_NEAR]


def _title(path: str, place: Place) -> str:
    match place.role:
        case Role.PROJECT | Role.BUNDLE:
            return place.name
        case Role.TOPIC | Role.TOPIC_INDEX:
            return _stem(path)
        case _:
            return place.role.value


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _stamp(named: Named) -> str:
    found = _STAMP.search(named.name)
    return found[0] if found else ""


def _above(path: str) -> Iterator[str]:
    """The folders above a path, the nearest first."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
