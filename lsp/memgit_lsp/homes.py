"""What is known of the homes that documents are in: their settings, skills and usage; kept until files change."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from memgit import layouts
from memgit.clock import system_clock
from memgit.config import Settings, load
from memgit.errors import MemgitError
from memgit.formats.skill import FILE, SkillHead
from memgit.ops.documents import Documents, Home, Skills, login_names
from memgit.rules.document import Document, Profile
from memgit.skills import discovery
from memgit.skills.discovery import Offer, SkillRef

if TYPE_CHECKING:
    from memgit.repo.store import Store
    from memgit_lsp.session import Session

_TELLING = frozenset({FILE, ".usage.json", "usage.json", "memgit.yaml", "store.json"})
"""Files that say which skills there are and what they are used for; a name without a suffix may be a folder."""

_AGE = 30.0
"""Seconds after which what is known of a home's skills is not trusted alone."""

MAX_BYTES = 4_000_000
"""A file that is bigger is not read: no agent reads it either."""


@dataclass(frozen=True)
class Library:
    """The skills of a home, by path, without the archive.

    names: to the SKILL.md files that answer to them. read: when all were, in seconds of `time.monotonic`.
    """

    refs: Mapping[str, SkillRef]
    names: Skills
    read: float

    @staticmethod
    def of(home: Home) -> Library:
        """Read all heads; takes a while."""
        try:
            records = discovery.usage_records(home.path, home.layout)
        except MemgitError:
            records = {}
        found = discovery.discover(home.path, home.layout, Offer(platform=""), records, everything=True)
        return Library.holding({ref.path: ref for ref in found if ref.state != "archived"}, time.monotonic())

    @staticmethod
    def holding(refs: Mapping[str, SkillRef], read: float) -> Library:
        """The library of some skills."""
        names: dict[str, list[str]] = {}
        for ref in refs.values():
            for name in {ref.name, ref.dirname}:
                names.setdefault(name, []).append(f"{ref.path}/{FILE}")
        return Library(refs, names, read)

    def seen(self, home: Home, path: Path) -> Library | None:
        """The library after a SKILL.md changed; None where only a look at the whole home can tell."""
        folder = within(home, path.parent)
        ref, data = self.refs.get(folder), discovery.read_head(str(path))
        if ref is None or data is None:
            return None
        head = SkillHead.parse(data)
        now = replace(ref, name=head.name or ref.dirname, description=head.description or ref.description)
        return self if now == ref else Library.holding({**self.refs, folder: now}, self.read)


class Homes:
    """The homes of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._libraries: dict[Path, Library] = {}
        self._reading: set[Path] = set()
        self._unread: set[Path] = set()
        self.documents = self._new_documents()

    def _new_documents(self) -> Documents:
        wanted = self._session.wishes.profile
        profile = Profile(wanted) if wanted in set(Profile) else None
        return Documents(self._settings_of, profile, self._names, login_names(self._session.environ))

    def document(self, path: Path, text: str) -> Document | None:
        """What the rules look at in a text as the contents of a file; None where they have nothing to say."""
        return self.documents.document(path, text)

    def home(self, path: Path) -> Home | None:
        """The home that a file is in."""
        return self.documents.home(path)

    def library(self, home: Home) -> Library | None:
        """The skills of a home, as far as they have been read; None until then, they are being read."""
        self._session.soon(self._want, home)
        return self._libraries.get(home.path)

    def known(self, home: Home) -> Library | None:
        """The skills of a home, if they have been read; asks for nothing, from any thread."""
        return self._libraries.get(home.path)

    async def library_now(self, home: Home) -> Library:
        """The skills of a home; waits for them."""
        known = self._libraries.get(home.path)
        if known is None:
            known = self._libraries[home.path] = await self._session.work(Library.of, home)
        return known

    def store(self, home: Home) -> Store:
        """The store of a home, opened anew: what is held open grows old."""
        from memgit.repo.store import Options, Store

        settings = load(home.path, self._session.environ)
        options = Options(
            dry_run=not settings.enabled,
            max_file_size=settings.history.max_file_size,
            author=(settings.history.author_name, settings.history.author_email),
            device=settings.device,
            fsync=settings.history.fsync,
        )
        return Store.open(home.path, layouts.get, system_clock, options)

    def read(self, path: Path) -> bytes | None:
        """The bytes of a file that is not open; None where there are none, or too many."""
        try:
            if not path.is_file() or path.stat().st_size > MAX_BYTES:
                return None
            return path.read_bytes()
        except OSError:
            return None

    def look_again(self, path: Path) -> None:
        """A file is opened: a home that was none may have become one, and not every client tells of every file."""
        home = self.documents.home(path)
        if home is None:
            self.documents.forget()
        elif (known := self._libraries.get(home.path)) and time.monotonic() - known.read > _AGE:
            self._unread.add(home.path)
            self._want(home)

    def forget(self, paths: Iterable[Path] = ()) -> None:
        """Files or settings changed: what depends on them is found out anew, of a SKILL.md alone where that will do."""
        self.documents = self._new_documents()
        for path in paths:
            for folder, library in [*self._libraries.items()]:
                home = self.documents.home(folder / FILE) if path.is_relative_to(folder) else None
                if home is None or (path.name not in _TELLING and path.suffix):
                    continue
                now = library.seen(home, path) if path.name == FILE else None
                if now is not None:
                    self._libraries[folder] = now
                else:
                    self._unread.add(folder)
                    self._want(home)

    def _settings_of(self, home: Path | None) -> Settings:
        return load(home, self._session.environ)

    def _names(self, home: Home) -> Skills | None:
        known = self.library(home)
        return None if known is None else known.names

    def _want(self, home: Home) -> None:
        """Read the skills of a home, beside the loop, if they are not known."""
        if home.path in self._reading or (home.path in self._libraries and home.path not in self._unread):
            return
        self._reading.add(home.path)
        self._session.spawn(self._fetch(home))

    async def _fetch(self, home: Home) -> None:
        self._unread.discard(home.path)
        try:
            known = await self._session.later(Library.of, home)
        finally:
            self._reading.discard(home.path)
        before = self._libraries.get(home.path)
        self._libraries[home.path] = known
        if before is None or before.refs != known.refs:
            self._session.touch_all()


def within(home: Home, path: Path) -> str:
    """A path relative to its home, POSIX."""
    return Path(os.path.relpath(path, home.path)).as_posix()
