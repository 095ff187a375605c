"""Who edits skills, and on which change; and what an edit answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from memgit.model.change import UNATTENDED, Action, Actor, Message
from memgit.model.layout import Layout
from memgit.repo import outside
from memgit.repo.change import Change
from memgit.repo.refused import system_errors
from memgit.repo.store import Store


@dataclass(frozen=True, slots=True)
class Writer:
    """An open change and the actor who asks for it. external_dirs: folders of skills that others look after."""

    change: Change
    actor: Actor
    external_dirs: tuple[str, ...] = ()

    @property
    def layout(self) -> Layout:
        """Where the home keeps each role."""
        return self.change.store.layout

    @property
    def unattended(self) -> bool:
        """Whether nobody watches."""
        return self.actor.origin in UNATTENDED

    def files(self, prefix: str) -> list[str]:
        """The tracked paths at or below a prefix, as edited so far."""
        return self.change.files(prefix)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when there is none: only to look, so that it is no part of the change.

        What the change reads itself counts as touched, and what others did to it is recorded. An edit of a file reads
        it with `change.read`.
        """
        try:
            return (self.change.store.home / path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return self.change.read(path)

    def message(self, subject: str, action: Action, trailers: Iterable[tuple[str, str]] = ()) -> Message:
        """What the commit says: the reason below the subject."""
        return Message(subject, self.actor.origin, action, self.actor.reason, self.actor.session, tuple(trailers))


@dataclass(frozen=True, slots=True)
class DiskTree:
    """The tracked files of a home as they are on disk, for commands that only read."""

    store: Store

    @property
    def layout(self) -> Layout:
        """Where the home keeps each role."""
        return self.store.layout

    def files(self, prefix: str) -> list[str]:
        """The tracked paths at or below a prefix."""
        return sorted(outside.tracked_on_disk(self.store.home, self.store.layout, [], prefix))

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when there is none. SystemRefused when it cannot be read."""
        with system_errors():
            try:
                return (self.store.home / path).read_bytes()
            except (FileNotFoundError, NotADirectoryError):
                return None


class Edited(NamedTuple):
    """What the open change is to be committed with, and what the person should know."""

    message: Message
    warnings: tuple[str, ...] = ()
