"""Topic files: what they are, and how they change together with their index."""

from __future__ import annotations

from memgit.memory import topics
from memgit.memory.topics import Draft, TopicFile
from memgit.model.change import Actor, Recorded
from memgit.repo.change import Change
from memgit.repo.refused import system_errors
from memgit.repo.store import Store


def listing(store: Store, project: str | None = None) -> list[TopicFile]:
    """The topics of a project, or all of the home, as they are on disk. Takes no lock."""
    with system_errors():
        return topics.listing(Change(store, store.clock()), project)


def show(store: Store, name: str, project: str | None = None) -> tuple[TopicFile, str]:
    """A topic and the whole text of its file. Takes no lock; raises SystemRefused when it is not UTF-8."""
    with system_errors():
        change = Change(store, store.clock())
        found = topics.find(change, name, project)
        return found, topics.text_of(change, found.path)


def write(store: Store, name: str, project: str | None, draft: Draft, actor: Actor) -> Recorded:
    """Make or change a topic and its line of the index."""
    with store.change() as change:
        return change.commit(topics.write(change, name, project, draft, actor))


def remove(store: Store, name: str, project: str | None, actor: Actor) -> Recorded:
    """Take a topic and its line of the index away."""
    with store.change() as change:
        return change.commit(topics.remove(change, name, project, actor))
