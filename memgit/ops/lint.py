"""The findings of rules in files: which files are looked at, which rules, what is silenced."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from memgit.config import Settings
from memgit.errors import NotFound
from memgit.formats.skill import FILE
from memgit.home import walk
from memgit.home.walk import Note
from memgit.layouts.shape import ARCHIVE
from memgit.model.diagnostic import Diagnostic
from memgit.ops.documents import Documents
from memgit.ops.kinds import elsewhere
from memgit.repo.staged import staged
from memgit.repo.store import Store
from memgit.rules import linting, silence
from memgit.rules.document import Document, Kind
from memgit.skills import discovery

MAX_BYTES = 4_000_000
"""A file that is bigger is named and not read: no agent reads it either."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which rules speak: codes, families or patterns. Nothing selected: all of them."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def wants(self, code: str) -> bool:
        """Whether a code is asked for."""
        if self.select and not any(silence.matches(one, code) for one in self.select):
            return False
        return not any(silence.matches(one, code) for one in self.ignore)


@dataclass(frozen=True, slots=True)
class Linted:
    """A file that was looked at. shown: its path for people. text: bytes that are no UTF-8 are lone surrogates."""

    shown: str
    path: Path | None
    text: str
    found: tuple[Diagnostic, ...]


Look = Callable[[Document], Iterable[Diagnostic]]
"""All rules, the early or the late ones: see `linting`."""


def findings(
    document: Document,
    chosen: Chosen,
    settings: Settings | None = None,
    path: str | None = None,
    look: Look = linting.lint,
) -> tuple[Diagnostic, ...]:
    """What the rules find in a document and nothing silences. path: relative to the home, for the settings."""
    found = [one for one in look(document) if chosen.wants(one.code)]
    quiet: list[silence.Silence] = []
    if settings is not None:
        own = Chosen(settings.lint.select)
        found = [one for one in found if own.wants(one.code)]
        quiet += silence.in_settings(settings.lint.ignore, grave=False)
        quiet += silence.in_settings(settings.lint.allow, grave=True)
    return silence.audible(found, document.text, path, quiet)


def lint_text(documents: Documents, path: Path, text: str, chosen: Chosen) -> tuple[Diagnostic, ...]:
    """What is found in a text as the contents of a file, which need not be there."""
    document = documents.document(path, text, asked=True)
    return () if document is None else heard(documents, document, path, chosen)


def lint(
    documents: Documents, named: Iterable[str], chosen: Chosen, notes: list[Note], follow: Callable[[str], None]
) -> Iterator[Linted]:
    """Look at files and folders that a person names, each file once. Raises NotFound for one that is not there.

    notes: takes what could not be read. follow: is told of each file.
    """
    seen: set[str] = set()
    for shown, path, asked in _files(documents, list(named), notes):
        real = os.path.realpath(path)
        if real in seen:
            continue
        seen.add(real)
        follow(shown)
        if linted := _linted(documents, shown, path, chosen, notes, asked):
            yield linted


def lint_home(
    documents: Documents, home: Path, chosen: Chosen, notes: list[Note], follow: Callable[[str], None]
) -> Iterator[Linted]:
    """Look at all that a home tracks but its archive; paths are shown relative to it."""
    for path in _tracked(documents, home, "", notes):
        follow(path)
        if linted := _linted(documents, path, home / path, chosen, notes):
            yield linted


def lint_staged(documents: Documents, store: Store, chosen: Chosen, index: Path | None = None) -> Iterator[Linted]:
    """Look at what git's index holds of a home and the last commit does not. index: see `staged`."""
    for path, data in staged(store, index):
        text = data.decode("utf-8", "surrogateescape")
        document = documents.document(store.home / path, text)
        if document is not None:
            yield Linted(path, None, text, heard(documents, document, store.home / path, chosen))


def _linted(
    documents: Documents, shown: str, path: Path, chosen: Chosen, notes: list[Note], asked: bool = False
) -> Linted | None:
    """One file looked at; None for one that cannot be, or that is binary and was not named itself."""
    data = _read(path, shown, notes)
    if data is None:
        return None
    text = data.decode("utf-8", "surrogateescape")
    document = documents.document(path, text, asked)
    if document is None or (not asked and document.kind in (Kind.SUPPORT, Kind.TEXT) and b"\0" in data[:8000]):
        return None
    return Linted(shown, path, text, heard(documents, document, path, chosen))


def heard(
    documents: Documents, document: Document, path: Path, chosen: Chosen, look: Look = linting.lint
) -> tuple[Diagnostic, ...]:
    """What is found in a document of an absolute path, with the settings of its home."""
    home = documents.home(path)
    if home is None:
        return findings(document, chosen, look=look)
    return findings(document, chosen, home.settings, path.relative_to(home.path).as_posix(), look)


def _files(documents: Documents, named: list[str], notes: list[Note]) -> Iterator[tuple[str, Path, bool]]:
    """Each file below what is named: as shown, its path, whether it was named itself."""
    for name in named:
        path = Path(os.path.abspath(name))
        if path.is_dir():
            home = documents.home(path / FILE)
            if home is None:
                yield from ((_joined(name, below), path / below, False) for below in _below(path))
                continue
            prefix = path.relative_to(home.path).as_posix()
            for found in _tracked(documents, home.path, "" if prefix == "." else prefix, notes):
                yield _joined(name, os.path.relpath(home.path / found, path)), home.path / found, False
        elif path.exists():
            yield name, path, True
        else:
            raise NotFound(f"there is no file '{name}'", "memgit lint without a path looks at the whole home")


def _joined(named: str, below: str) -> str:
    return below if named == "." else os.path.join(named, below)


def _tracked(documents: Documents, home: Path, prefix: str, notes: list[Note]) -> Iterator[str]:
    """The tracked files of a home below a prefix, without the archive unless that is what is named."""
    known = documents.home(home / FILE)
    if known is None:
        return
    archive = f"/{ARCHIVE}/"
    for path in walk.tracked(home, known.layout, notes, prefix):
        if archive in f"/{prefix}/" or archive not in f"/{path}":
            yield path


def _below(folder: Path) -> Iterator[str]:
    """Files below a folder outside any home that a rule knows by name, and text files of skills."""
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in discovery.EXCLUDED)
        below = os.path.relpath(where, folder)
        in_skill = any(name.lower() == FILE.lower() for name in names) or _is_in_skill(folder, below)
        for name in sorted(names):
            path = name if below == "." else os.path.join(below, name)
            if elsewhere(Path(where, name), "").kind is not Kind.TEXT or (in_skill and name.endswith(".md")):
                yield path


def _is_in_skill(folder: Path, below: str) -> bool:
    """Whether a folder above, but not over the one that was named, has a SKILL.md."""
    while below not in ("", "."):
        if (folder / below / FILE).is_file():
            return True
        below = os.path.dirname(below)
    return (folder / FILE).is_file()


def _read(path: Path, shown: str, notes: list[Note]) -> bytes | None:
    try:
        if not path.is_file():
            notes.append(Note(shown, "it is no file"))
            return None
        if path.stat().st_size > MAX_BYTES:
            notes.append(Note(shown, f"it has more than {MAX_BYTES:,} bytes"))
            return None
        return path.read_bytes()
    except OSError as error:
        notes.append(Note(shown, f"it cannot be read: {error.strerror}", refused=True))
        return None
