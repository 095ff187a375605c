"""From a name to what it names, and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from memgit.formats.skill import FILE
from memgit.model.diagnostic import Span
from memgit.ops.documents import Home
from memgit.rules.document import Kind
from memgit_lsp import cursor, references
from memgit_lsp.cursor import Cursor
from memgit_lsp.homes import Library
from memgit_lsp.references import CRON, Reference
from memgit_lsp.session import Session
from memgit_lsp.text import Text

_START = types.Range(types.Position(0, 0), types.Position(0, 0))


async def definition(session: Session, params: types.DefinitionParams) -> list[types.Location] | None:
    """The files that the name at a place means."""
    found = cursor.at(session, params.text_document.uri, params.position)
    if found is None:
        return None
    library = None if found.home is None else await session.homes.library_now(found.home)
    here = [ref for ref in references.of(found.document, found.path, found.home, library) if found.is_in(ref.span)]
    targets = dict.fromkeys(ref.target for ref in here if ref.target.exists())
    return [types.Location(session.uri_of(_file(target)), _START) for target in targets] or None


async def references_(session: Session, params: types.ReferenceParams) -> list[types.Location] | None:
    """Where the file is named that a place is in or names."""
    found = cursor.at(session, params.text_document.uri, params.position)
    target = None if found is None else await meant(found)
    if found is None or target is None:
        return None
    places = await session.work(lambda: list(named_at(found, target, found.session)))
    locations = [types.Location(session.uri_of(path), text.range(ref.span)) for path, text, ref in places]
    if params.context.include_declaration:
        locations.insert(0, types.Location(session.uri_of(_file(target)), _START))
    return locations


async def links(session: Session, params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
    """Every name of a file that is there."""
    found = cursor.at(session, params.text_document.uri)
    if found is None:
        return None
    library = None if found.home is None else session.homes.library(found.home)
    return [
        types.DocumentLink(found.text.range(ref.span), target=session.uri_of(_file(ref.target)))
        for ref in references.of(found.document, found.path, found.home, library)
        if ref.target.exists()
    ]


async def meant(found: Cursor) -> Path | None:
    """The file that a place names; where it names none, the skill or topic that it is in the name of."""
    library = None if found.home is None else await found.session.homes.library_now(found.home)
    for ref in references.of(found.document, found.path, found.home, library):
        if found.is_in(ref.span):
            return ref.target
    field = found.field()
    if found.document.kind is Kind.SKILL and field is not None and field.name == "name":
        return found.path
    return found.path if found.document.kind is Kind.TOPIC and (field is None or field.name == "name") else None


def named_at(found: Cursor, target: Path, session: Session) -> Iterator[tuple[Path, Text, Reference]]:
    """Each place of a home that names a file, with the text it is in. Reads files: beside the loop."""
    home = found.home
    library = None if home is None else session.homes.known(home)
    for path in _candidates(found, target, home, library):
        text = session.text(path)
        if text is None:
            continue
        if path.name == "jobs.json":
            yield from ((path, text, Reference(span, "", target, True)) for span in _in_jobs(text, target, library))
            continue
        document = session.homes.document(path, text.text)
        if document is not None:
            for ref in references.of(document, path, home, library):
                if _same(ref.target, target):
                    yield path, text, ref


def _candidates(found: Cursor, target: Path, home: Home | None, library: Library | None) -> list[Path]:
    if target.name == FILE and home is not None and library is not None:
        paths: dict[Path, None] = {}
        for name in names_of(target, home, library):
            paths.update(dict.fromkeys(references.files_that_name(home, library, name)))
        jobs = home.path / CRON
        return [*paths, *([jobs] if jobs.is_file() else [])]
    if found.document.kind in (Kind.TOPIC, Kind.TOPIC_INDEX):
        return sorted(target.parent.glob("*.md"))
    skill = next((above for above in target.parents if (above / FILE).is_file()), None)
    return [found.path] if skill is None else [skill / FILE, *sorted(skill.rglob("*.md"))][:2_000]


def names_of(target: Path, home: Home, library: Library) -> list[str]:
    """The names that a skill answers to, its own first."""
    path = target.parent.relative_to(home.path).as_posix() if target.is_relative_to(home.path) else ""
    ref = library.refs.get(path)
    return [target.parent.name] if ref is None else list(dict.fromkeys([ref.name, ref.dirname]))


def _in_jobs(text: Text, target: Path, library: Library | None) -> list[Span]:
    if library is None:
        return []
    suffix = target.parent.name
    names = {name for name, paths in library.names.items() if any(path.endswith(f"{suffix}/{FILE}") for path in paths)}
    return [span for name in names for span in references.in_jobs(text.text, name)]


def _same(one: Path, other: Path) -> bool:
    return one == other or _file(one) == _file(other)


def _file(target: Path) -> Path:
    """A file; for a folder with a skill, its SKILL.md."""
    return target / FILE if (target / FILE).is_file() else target
