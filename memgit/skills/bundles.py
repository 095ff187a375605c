"""Bundles of a home: listing, finding and making them, and the skills they name."""

from __future__ import annotations

from dataclasses import dataclass

from memgit.errors import MemgitError, NotFound, Refused, UsageError
from memgit.formats import bundle
from memgit.formats.bundle import Bundle
from memgit.model.change import Action
from memgit.model.layout import Layout, Role
from memgit.skills import gates
from memgit.skills.find import Skill, Tree, find, require_plain, skills_of
from memgit.skills.writer import Edited, Writer


@dataclass(frozen=True, slots=True)
class Kept:
    """A bundle of a home. bundle: None when the file cannot be read, `problem` says why.

    shadowed: another bundle of the same slug comes first, so the agent never uses this one.
    """

    path: str
    stem: str
    bundle: Bundle | None
    problem: str | None = None
    shadowed: bool = False

    @property
    def name(self) -> str:
        """What the bundle is called."""
        return self.stem if self.bundle is None else self.bundle.name

    @property
    def slug(self) -> str:
        """What the agent calls it as a command."""
        return bundle.slug(self.name)

    @property
    def skills(self) -> tuple[str, ...]:
        """The skills it names."""
        return () if self.bundle is None else self.bundle.skills


def bundles_of(tree: Tree) -> list[Kept]:
    """Every bundle in the order in which the agent reads them; none where this kind of home has none."""
    folder = tree.layout.bundles
    if folder is None:
        return []
    paths = [path for path in tree.files(folder) if (p := tree.layout.place(path)) and p.role is Role.BUNDLE]
    found: list[Kept] = []
    slugs: set[str] = set()
    for path in sorted(paths, key=lambda path: (path.endswith(bundle.SUFFIXES[1]), path)):
        kept = _read(tree, path, slugs)
        slugs.add(kept.slug)
        found.append(kept)
    return found


def find_bundle(tree: Tree, name: str) -> Kept:
    """The bundle that a name, slug, file name or path means. NotFound when none, UsageError when several."""
    kept = bundles_of(tree)
    found = [one for one in kept if one.path == name] or [
        one for one in kept if not one.shadowed and name in (one.name, one.slug, one.stem)
    ]
    if not found:
        raise NotFound(f"there is no bundle '{name}'", "memgit bundle list")
    if len(found) > 1:
        paths = [one.path for one in found]
        raise UsageError(
            f"'{name}' is the name of {len(paths)} bundles: {', '.join(paths)}",
            f"say which one: memgit bundle show {paths[0]}",
            details={"candidates": paths},
        )
    return found[0]


def new(writer: Writer, wanted: Bundle) -> Edited:
    """Make a bundle. Its skills must exist. Refused when there is one of that slug already."""
    folder = _folder(writer.layout)
    require_plain(wanted.name)
    if "/" in wanted.name:
        raise UsageError(f"'{wanted.name}' is no name for a bundle: it is a path", "memgit bundle new NAME SKILL...")
    made = bundle.new(wanted.name, wanted.skills, wanted.description, wanted.instruction)
    for name in made.skills:
        find(writer, name)
    slug = bundle.slug(made.name)
    path = f"{folder}/{slug}{bundle.SUFFIXES[0]}"
    taken = [kept.path for kept in bundles_of(writer) if kept.slug == slug]
    if writer.read(path) is not None:
        taken.append(path)
    if taken:
        raise Refused(f"there is a bundle '{slug}' already: {taken[0]}", f"look at it: memgit bundle show {slug}")
    data = bundle.compose(made)
    gates.require_clean(None, data, path)
    writer.change.write(path, data)
    return Edited(writer.message(f"bundle({slug}): new", Action.NEW))


def missing_of(kept: Kept, skills: list[Skill]) -> list[str]:
    """The names in a bundle that no skill answers to."""
    return [name for name in kept.skills if not any(skill.answers_to(name) for skill in skills)]


def naming(writer: Writer, skill: Skill) -> list[str]:
    """A warning for each bundle that names a skill which is about to leave, unless another one answers to the name."""
    others = [other for other in skills_of(writer) if other.folder != skill.folder]
    return [
        f"the bundle '{kept.name}' names '{name}': take it out of {kept.path}"
        for kept in bundles_of(writer)
        for name in kept.skills
        if skill.answers_to(name) and not any(other.answers_to(name) for other in others)
    ]


def _read(tree: Tree, path: str, slugs: set[str]) -> Kept:
    stem = path.rpartition("/")[2].rpartition(".")[0]
    try:
        read = bundle.parse(tree.read(path) or b"", stem)
    except MemgitError as error:
        return Kept(path, stem, None, error.message)
    return Kept(path, stem, read, shadowed=bundle.slug(read.name) in slugs)


def _folder(layout: Layout) -> str:
    if layout.bundles is None:
        raise NotFound(f"a {layout.name} home has no bundles", "memgit --home ~/.memgit bundle list")
    return layout.bundles
