"""Moves skills into the archive; lists what is archived or deleted."""

from __future__ import annotations

from collections.abc import Sequence

from memgit.config import Settings
from memgit.model.change import Actor, Recorded
from memgit.ops.skill import write
from memgit.repo.path_cache import Progress
from memgit.repo.store import Store
from memgit.skills import archive as skills_archive
from memgit.skills import archived
from memgit.skills.archived import Archived
from memgit.skills.find import find


def archive(store: Store, names: Sequence[str], actor: Actor, settings: Settings) -> Recorded:
    """Move skills into the archive, all of them in one commit or none."""
    return write(
        store,
        actor,
        settings,
        lambda writer: skills_archive.archive(writer, [find(writer, name) for name in names]),
    )


def listing(store: Store, progress: Progress | None = None) -> list[Archived]:
    """What is archived, and the skills that only history holds, newest first. Takes no lock."""
    return archived.listing(store, progress)
