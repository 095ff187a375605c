"""Targets: which entry file of a home an edit or a listing is about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memgit.errors import NotFound, UsageError
from memgit.model.layout import ENTRY_ROLES, Dialect, Layout, Place, Role


class Kind(StrEnum):
    """What TARGET may be."""

    MEMORY = "memory"
    USER = "user"
    FAILURE = "failure"
    PROJECT = "project"


_FILES = {Kind.MEMORY: "memory", Kind.USER: "user", Kind.FAILURE: "failures", Kind.PROJECT: "projects"}
_ROLES = {Role.MEMORY: Kind.MEMORY, Role.USER: Kind.USER, Role.FAILURES: Kind.FAILURE}


@dataclass(frozen=True, slots=True)
class Target:
    """An entry file. project: whose file it is; for failures the project that an entry is about, None for none."""

    kind: Kind = Kind.MEMORY
    project: str | None = None

    @property
    def area(self) -> str:
        """What commit subjects call it: `memory`, `user`, `failures`, `project(shop)`."""
        return f"project({self.project})" if self.kind is Kind.PROJECT else self.budget

    @property
    def budget(self) -> str:
        """The key of its budget: `memory`, `user`, `failures`, `project`."""
        return "failures" if self.kind is Kind.FAILURE else self.kind.value

    @property
    def flags(self) -> str:
        """The options that name it on a command line, with a space before; empty for the default."""
        kind = "" if self.kind is Kind.MEMORY else f" --target {self.kind}"
        return kind + (f" --project {self.project}" if self.project else "")


def target(word: str | None = None, project: str | None = None) -> Target:
    """The target that a person names: `memory` (default), `user`, `failure`, or `project` with its name.

    A project alone means its own file. Raises UsageError for other words, or a project where none belongs.
    """
    if project is not None:
        _require_name(project)
    if word is None:
        return Target(Kind.PROJECT, project) if project is not None else Target()
    word = "failure" if word == "failures" else word
    if word not in set(Kind):
        raise UsageError(f"'{word}' is not a target", f"one of {', '.join(Kind)}")
    kind = Kind(word)
    if kind is Kind.PROJECT and project is None:
        raise UsageError("the target project needs a name", "memgit memory list --target project --project NAME")
    if kind in (Kind.MEMORY, Kind.USER) and project is not None:
        raise UsageError(f"the target {kind} belongs to no project", f"--target project --project {project}")
    return Target(kind, project)


def path_of(layout: Layout, wanted: Target) -> str:
    """Where the entries of a target are, relative to the home.

    Raises NotFound when this kind of home has no such file, UsageError for a project name that cannot be one.
    """
    if layout.dialect is Dialect.FREE:
        raise NotFound(
            f"a {layout.name} home keeps no entries, only topic files", "memgit topic list", _elsewhere(wanted, "list")
        )
    if wanted.kind is Kind.PROJECT:
        path = layout.project_file and layout.project_file.replace("{name}", wanted.project or "")
    else:
        path = layout.files.get(_FILES[wanted.kind])
    if not path:
        raise NotFound(f"a {layout.name} home has no {_FILES[wanted.kind]}", _elsewhere(wanted, "add"))
    if layout.place(path) is None:
        raise UsageError(f"'{wanted.project}' cannot be the name of a project")
    return path


def targets_of(layout: Layout, paths: list[str]) -> list[tuple[Target, str]]:
    """The targets a home has, with their paths: its fixed files, there or not, then the projects among `paths`."""
    if layout.dialect is Dialect.FREE:
        return []
    fixed = [Target(kind) for kind in (Kind.MEMORY, Kind.USER, Kind.FAILURE) if _FILES[kind] in layout.files]
    found = [(wanted, layout.files[_FILES[wanted.kind]]) for wanted in fixed]
    for path in sorted(paths):
        place = layout.place(path)
        if place is not None and place.role is Role.PROJECT:
            found.append((Target(Kind.PROJECT, place.name), path))
    return found


def target_of(place: Place) -> Target | None:
    """The target whose file a place is, None for a place that holds no entries."""
    if place.role not in ENTRY_ROLES:
        return None
    return Target(Kind.PROJECT, place.name) if place.role is Role.PROJECT else Target(_ROLES[place.role])


def _elsewhere(wanted: Target, verb: str) -> str:
    return f"memgit --home ~/.memgit memory {verb}{wanted.flags}"


def _require_name(project: str) -> None:
    """One plain path segment, as the agents want it: nothing that leaves the folder, hides or names a drive."""
    strange = any(ord(mark) < 32 or mark in "/\\:" or "\ud800" <= mark <= "\udfff" for mark in project)
    if strange or not project.strip() or project != project.strip() or project.startswith(".") or len(project) > 200:
        raise UsageError(f"'{project}' cannot be the name of a project", "use one plain word: --project shop")
