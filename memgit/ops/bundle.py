"""Bundles of skills: listing, showing, making."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from memgit.config import Settings
from memgit.formats.bundle import Bundle
from memgit.model.change import Actor, Recorded
from memgit.ops.skill import write
from memgit.repo.store import Store
from memgit.skills import bundles
from memgit.skills.bundles import Kept
from memgit.skills.find import skills_of
from memgit.skills.writer import DiskTree


@dataclass(frozen=True, slots=True)
class Listed:
    """A bundle, and the names in it that no skill answers to."""

    kept: Kept
    missing: tuple[str, ...]

    def document(self) -> dict[str, Any]:
        """The bundle as JSON tells it."""
        made = self.kept.bundle
        return {
            "name": self.kept.name,
            "slug": self.kept.slug,
            "path": self.kept.path,
            "skills": list(self.kept.skills),
            "missing": list(self.missing),
            "description": "" if made is None else made.description,
            "instruction": "" if made is None else made.instruction,
            "shadowed": self.kept.shadowed,
            "problem": self.kept.problem,
        }


def listing(store: Store) -> list[Listed]:
    """Every bundle in the order in which the agent reads them. Takes no lock."""
    tree = DiskTree(store)
    skills = skills_of(tree)
    return [Listed(kept, tuple(bundles.missing_of(kept, skills))) for kept in bundles.bundles_of(tree)]


def show(store: Store, name: str) -> Listed:
    """One bundle. Takes no lock."""
    tree = DiskTree(store)
    kept = bundles.find_bundle(tree, name)
    return Listed(kept, tuple(bundles.missing_of(kept, skills_of(tree))))


def new(store: Store, wanted: Bundle, actor: Actor, settings: Settings) -> Recorded:
    """Make a bundle of skills that exist."""
    return write(store, actor, settings, lambda writer: bundles.new(writer, wanted))
