"""Where a kind of home keeps each role, as a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    """What a tracked file is to the agent."""

    MEMORY = "memory"
    USER = "user"
    FAILURES = "failures"
    STANDING = "standing"
    PROJECT = "project"
    TOPIC = "topic"
    TOPIC_INDEX = "topic-index"
    SKILL = "skill"
    CATEGORY = "category"
    ARCHIVE = "archive"
    BUNDLE = "bundle"
    USAGE = "usage"
    SETTINGS = "settings"


ENTRY_ROLES = frozenset({Role.MEMORY, Role.USER, Role.FAILURES, Role.PROJECT})
"""Roles kept in entry files (unless the layout's dialect is FREE)."""


class Dialect(StrEnum):
    """How entry files are written: PLAIN is Hermes' `§`, DATED is pi's `§` with the date comment, FREE is Markdown."""

    PLAIN = "plain"
    DATED = "dated"
    FREE = "free"


class Unit(StrEnum):
    """What a budget counts: Python code points, or UTF-16 units as JavaScript does."""

    CODE_POINTS = "code points"
    UTF16 = "utf-16 units"

    def size(self, text: str) -> int:
        """The length of a text in this unit."""
        return len(text) if self is Unit.CODE_POINTS else len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, slots=True)
class Place:
    """What a path of the home is: its role, and the name it belongs to.

    name: the project, topic owner, or bundle; for SKILL and ARCHIVE the path below the skills root or archive.
    root: for SKILL, CATEGORY and ARCHIVE the skills root, e.g. `skills` or `projects-memory/shop/skills`.
    """

    role: Role
    name: str = ""
    root: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """One kind of home. All paths are POSIX, relative to the home.

    files: target (`memory`, `user`, `failures`, `standing`) to path.
    project_file, project_topics, topics, usage, bundles: None where the agent has no such thing. `{name}` in
    project_file and project_topics stands for the project.
    roots: the files and folders that hold every role; nothing outside them is ever looked at.
    skills_roots: patterns, with `*` for one path segment; the first is where new skills go.
    marks: only this agent leaves these paths (with `*`): any one of them makes a home recognisable as this layout.
    budgets: target to limit, in `unit`.
    classify: what `place` answers. enters: whether a folder may hold anything tracked (False prunes a walk there).
    """

    name: str
    dialect: Dialect
    unit: Unit
    files: Mapping[str, str]
    roots: tuple[str, ...]
    skills_roots: tuple[str, ...]
    marks: tuple[str, ...]
    budgets: Mapping[str, int]
    classify: Callable[[str], Place | None] = field(repr=False)
    project_file: str | None = None
    project_topics: str | None = None
    topics: str | None = None
    bundles: str | None = None
    usage: str | None = None
    enters: Callable[[str], bool] = field(default=lambda folder: True, repr=False)

    def place(self, path: str) -> Place | None:
        """The place of a relative POSIX path, or None when memgit never tracks it (the whitelist and deny list)."""
        return self.classify(path)
