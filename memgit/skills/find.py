"""Skills by name: one place that says which folder a name means, and refuses to guess."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from memgit.errors import NotFound, UsageError
from memgit.formats.skill import FILE, SUPPORT_FOLDERS, lookup_problem
from memgit.model.layout import Layout, Place, Role

_SUPPORT = frozenset(SUPPORT_FOLDERS)
_GLOB = re.compile(r"[*?\[\]{}]")
_NEAR = 3


class Paths(Protocol):
    """The tracked paths of a home."""

    @property
    def layout(self) -> Layout:
        """Where the home keeps each role."""

    def files(self, prefix: str) -> list[str]:
        """The tracked paths at or below a prefix, sorted."""


class Tree(Paths, Protocol):
    """What skills are looked up in: an open change, or the files on disk (`DiskTree`)."""

    def front(self, folder: str) -> str | None:
        """The name that the SKILL.md in a folder gives, None when it gives none; read once."""

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
    names = {folder.rpartition("/")[2] for folder in folders}
    return [
        Skill(folder, root, front, front if front and front not in names else None)
        for folder, root in folders.items()
        for front in (tree.front(folder),)
    ]


def folders_of(tree: Paths, below: str | None = None) -> dict[str, str]:
    """The folder of every skill in use, and the skills root it is in; by path. below: only of these folders."""
    found: dict[str, str] = {}
    for folder, place in head_folders(paths_of(tree) if below is None else tree.files(below), tree.layout):
        if place.role is Role.SKILL and folder != place.root and not _is_support(folder, found):
            found[folder] = place.root
    return found


def head_folders(paths: Iterable[str], layout: Layout) -> Iterator[tuple[str, Place]]:
    """Every folder with a tracked SKILL.md, parents first, and the place of that.

    Folders beside each other in a skills root or below it are alike, but for those with a dot: most are not asked for.
    """
    end = f"/{FILE}"
    folders = [path[: -len(end)] for path in paths if path.endswith(end)]
    known: dict[str, Place] = {}
    for folder in sorted(folders, key=lambda folder: folder.replace("/", "\0")):
        parent, _, name = folder.rpartition("/")
        place = None if name.startswith(".") else known.get(parent)
        if place is None:
            place = layout.place(f"{folder}{end}")
            if place is None:
                continue
            if place.root and f"{parent}/".startswith(f"{place.root}/") and not name.startswith("."):
                known[parent] = place
        yield folder, place


def paths_of(tree: Paths) -> list[str]:
    """Every tracked path below the skills roots, archive included, sorted."""
    starts = dict.fromkeys(root.partition("/*")[0] for root in tree.layout.skills_roots)
    found = [path for start in starts for path in tree.files(start)]
    return found if len(starts) == 1 else sorted(set(found))


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
    inner = [f"{folder}/" for folder in inside(tree, skill)]
    return [
        path[len(skill.folder) + 1 :] for path in tree.files(skill.folder) if not path.startswith(tuple(inner) or "\0")
    ]


def inside(tree: Tree, skill: Skill) -> list[str]:
    """The folders of other skills inside a skill's folder."""
    return [folder for folder in folders_of(tree, skill.folder) if folder != skill.folder]


def first_root(layout: Layout) -> str:
    """Where new skills go. Raises NotFound when this kind of home has none."""
    if not layout.skills_roots:
        raise NotFound(f"a {layout.name} home has no skills", "memgit --home ~/.memgit skill list")
    return layout.skills_roots[0]


def _is_support(folder: str, skills: dict[str, str]) -> bool:
    """Whether a folder is below `references`, `scripts` and so on of a skill: no agent looks for skills there."""
    parts = folder.split("/")
    return not _SUPPORT.isdisjoint(parts) and any(
        parts[at] in SUPPORT_FOLDERS and "/".join(parts[:at]) in skills for at in range(1, len(parts))
    )


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
