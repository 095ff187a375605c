"""Who edits skills, and on which change; and what an edit answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from memgit.formats.skill import FILE
from memgit.home import walk
from memgit.model.change import UNATTENDED, Action, Actor, Message
from memgit.model.layout import Layout
from memgit.repo.change import Change
from memgit.repo.refused import system_errors
from memgit.repo.store import Store
from memgit.skills.fronts import front_of


@dataclass(frozen=True, slots=True)
class Writer:
    """An open change and the actor who asks for it. external_dirs: folders of skills that others look after."""

    change: Change
    actor: Actor
    external_dirs: tuple[str, ...] = ()
    _listed: dict[str, list[str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _fronts: dict[str, str | None] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def layout(self) -> Layout:
        """Where the home keeps each role."""
        return self.change.store.layout

    @property
    def unattended(self) -> bool:
        """Whether nobody watches."""
        return self.actor.origin in UNATTENDED

    def files(self, prefix: str) -> list[str]:
        """The tracked paths at or below a prefix, sorted, as edited so far; the disk is walked once for each."""
        if prefix not in self._listed:
            self._listed[prefix] = _on_disk(self.change.store, prefix)
        found = self._listed[prefix]
        edits = [edit for edit in self.change.edits().items() if f"{edit[0]}/".startswith(f"{prefix}/")]
        if not edits:
            return list(found)
        gone = {path for path, (_, after) in edits if after is None}
        return sorted({path for path, (_, after) in edits if after is not None}.union(found) - gone)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when there is none: only to look, so that it is no part of the change.

        What the change reads itself counts as touched, and what others did to it is recorded. An edit of a file reads
        it with `change.read`.
        """
        data = _read(self.change.store, path)
        return self.change.read(path) if data is None else data

    def front(self, folder: str) -> str | None:
        """The name that the SKILL.md in a folder gives, None when it gives none; read once."""
        if folder not in self._fronts:
            self._fronts[folder] = front_of(self.read(f"{folder}/{FILE}") or b"")
        return self._fronts[folder]

    def message(self, subject: str, action: Action, trailers: Iterable[tuple[str, str]] = ()) -> Message:
        """What the commit says: the reason below the subject."""
        return Message(subject, self.actor.origin, action, self.actor.reason, self.actor.session, tuple(trailers))


@dataclass(frozen=True, slots=True)
class DiskTree:
    """The tracked files of a home as they are on disk, for one command that only reads."""

    store: Store
    _listed: dict[str, list[str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _fronts: dict[str, str | None] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def layout(self) -> Layout:
        """Where the home keeps each role."""
        return self.store.layout

    def files(self, prefix: str) -> list[str]:
        """The tracked paths at or below a prefix, sorted; the disk is walked once for each."""
        if prefix not in self._listed:
            self._listed[prefix] = _on_disk(self.store, prefix)
        return list(self._listed[prefix])

    def read(self, path: str) -> bytes | None:
        """The bytes of a file, None when there is none. SystemRefused when it cannot be read."""
        with system_errors():
            return _read(self.store, path)

    def front(self, folder: str) -> str | None:
        """The name that the SKILL.md in a folder gives, None when it gives none; read once."""
        if folder not in self._fronts:
            self._fronts[folder] = front_of(self.read(f"{folder}/{FILE}") or b"")
        return self._fronts[folder]


class Edited(NamedTuple):
    """What the open change is to be committed with, and what the person should know."""

    message: Message
    warnings: tuple[str, ...] = ()


def _on_disk(store: Store, prefix: str) -> list[str]:
    return sorted(walk.tracked(store.home, store.layout, [], prefix))


def _read(store: Store, path: str) -> bytes | None:
    try:
        with open(f"{store.home}/{path}", "rb", buffering=0) as file:
            return file.readall()
    except (FileNotFoundError, NotADirectoryError):
        return None
