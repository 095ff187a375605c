"""Skills by name: one place that says which folder a name means, and refuses to guess."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from memgit.errors import NotFound, UsageError
from memgit.formats.skill import FILE, SUPPORT_FOLDERS, SkillHead, lookup_problem
from memgit.model.layout import Layout, Role

_GLOB = re.compile(r"[*?\[\]{}]")
_NEAR = 3


class Tree(Protocol):
    """What skills are looked up in: an open change, or the files on disk (`DiskTree`)."""

    @property
    def layout(self) -> Layout:
        """Where the home keeps each role."""

    def files(self, prefix: str) -> list[str]:
        """The tracked paths at or below a prefix, sorted."""

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when there is none."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill's folder. folder, root: relative to the home; root is the skills folder it is in.

    front: the name its frontmatter gives, None when it gives none. alias: `front`, where it differs from the folder's
    name and no other skill's folder has it: the agent may keep a usage record under it.
    """

    folder: str
    root: str
    front: str | None = None
    alias: str | None = None

    @property
    def name(self) -> str:
        """The folder's own name."""
        return self.folder.rpartition("/")[2]

    @property
    def category(self) -> str | None:
        """The folders between the root and the skill, None when there are none."""
        return self.folder[len(self.root) + 1 :].rpartition("/")[0] or None

    @property
    def file(self) -> str:
        """The path of its SKILL.md."""
        return f"{self.folder}/{FILE}"

    @property
    def keys(self) -> tuple[str, ...]:
        """The names its usage record may be kept under, the first being ours."""
        return (self.name,) if self.alias is None else (self.name, self.alias)

    def answers_to(self, name: str) -> bool:
        """Whether a name means this skill: its path, folder, category and folder, or frontmatter name."""
        return name in (self.folder, self.file, self.name, self.front, f"{self.category}/{self.name}")


def require_plain(name: str) -> None:
    """Raise UsageError for a name that no skill can have: a path that leaves the folder, or one with `*`, `?`, `[`."""
    problem = lookup_problem(name)
    if problem is None and _GLOB.search(name):
        problem = f"'{name}' is a pattern, not a name"
    if problem is not None:
        raise UsageError(problem, "see the names: memgit skill list")


def skills_of(tree: Tree) -> list[Skill]:
    """Every skill in use, by path. Reads each head."""
    folders = folders_of(tree)
    heads = {folder: SkillHead.parse(tree.read(f"{folder}/{FILE}") or b"").name for folder in folders}
    names = {folder.rpartition("/")[2] for folder in folders}
    return [
        Skill(folder, root, front, front if front and front not in names else None)
        for folder, root in folders.items()
        for front in (heads[folder],)
    ]


def folders_of(tree: Tree) -> dict[str, str]:
    """The folder of every skill in use, and the skills root it is in; by path."""
    found: dict[str, str] = {}
    for path in paths_of(tree):
        folder, _, file = path.rpartition("/")
        place = tree.layout.place(path)
        if file != FILE or place is None or place.role is not Role.SKILL or folder == place.root:
            continue
        if not _is_support(folder, found):
            found[folder] = place.root
    return found


def paths_of(tree: Tree) -> list[str]:
    """Every tracked path below the skills roots, archive included, parents before what is in them."""
    starts = dict.fromkeys(root.partition("/*")[0] for root in tree.layout.skills_roots)
    found = {path for start in starts for path in tree.files(start)}
    return sorted(found, key=lambda path: (path.split("/")[:-1], path))


def find(tree: Tree, name: str) -> Skill:
    """The skill that a name means. An exact path wins; NotFound when none, UsageError when several answer to it."""
    require_plain(name)
    skills = skills_of(tree)
    wanted = name.rstrip("/")
    exact = [skill for skill in skills if wanted in (skill.folder, skill.file)]
    found = exact or [skill for skill in skills if skill.answers_to(wanted)]
    if len(found) > 1:
        raise ambiguous(name, [skill.folder for skill in found])
    if not found:
        raise _missing(tree, wanted, skills)
    return found[0]


def ambiguous(name: str, folders: Iterable[str]) -> UsageError:
    """The error for a name that means several things."""
    paths = list(folders)
    return UsageError(
        f"'{name}' is the name of {len(paths)} skills: {', '.join(paths)}",
        f"say which one: memgit skill view {paths[0]}",
        details={"candidates": paths},
    )


def files_of(tree: Tree, skill: Skill) -> list[str]:
    """The tracked files of a skill, relative to its folder; those of skills inside it are not its own."""
    inner = [f"{folder}/" for folder in folders_of(tree) if folder.startswith(f"{skill.folder}/")]
    return [
        path[len(skill.folder) + 1 :] for path in tree.files(skill.folder) if not path.startswith(tuple(inner) or "\0")
    ]


def inside(tree: Tree, skill: Skill) -> list[str]:
    """The folders of other skills inside a skill's folder."""
    return [folder for folder in folders_of(tree) if folder.startswith(f"{skill.folder}/")]


def first_root(layout: Layout) -> str:
    """Where new skills go. Raises NotFound when this kind of home has none."""
    if not layout.skills_roots:
        raise NotFound(f"a {layout.name} home has no skills", "memgit --home ~/.memgit skill list")
    return layout.skills_roots[0]


def _is_support(folder: str, skills: dict[str, str]) -> bool:
    """Whether a folder is below `references`, `scripts` and so on of a skill: no agent looks for skills there."""
    parts = folder.split("/")
    return any(parts[at] in SUPPORT_FOLDERS and "/".join(parts[:at]) in skills for at in range(1, len(parts)))


def _missing(tree: Tree, name: str, skills: list[Skill]) -> NotFound | UsageError:
    from difflib import get_close_matches

    last = name.rpartition("/")[2]
    hints: list[str] = []
    for path in paths_of(tree):
        place = tree.layout.place(path)
        if place is None:
            continue
        if place.role is Role.SKILL and path.rpartition("/")[2] == last and "." not in last:
            return UsageError(
                f"'{path}' is a link or a loose file, not the folder of a skill", "change it where it lives"
            )
        if place.role is Role.ARCHIVE and place.name == f"{name}/{FILE}":
            hints.append(f"it is archived: memgit restore {name}")
    names = sorted({word for skill in skills for word in (skill.name, skill.front) if word})
    near = get_close_matches(last, names, n=_NEAR, cutoff=0.6)
    if near:
        hints.append(f"did you mean {' or '.join(near)}?")
    return NotFound(f"there is no skill '{name}'", *hints, "memgit skill list", details={"near": near})
