"""A file as what is looked up: entries, rules, and parts of a text; and what a hit in each of them is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from memgit.errors import SystemRefused
from memgit.formats import frontmatter
from memgit.formats.entries import EntryFile
from memgit.formats.standing import StandingFile
from memgit.index.areas import Area
from memgit.index.owners import SKILL
from memgit.index.sections import Section, parts, pieces
from memgit.model.layout import ENTRY_ROLES, Dialect, Layout, Place, Role

UNSEARCHED = frozenset({Role.USAGE, Role.SETTINGS})
"""Roles that hold no knowledge."""

_BINARY_WITHIN = 8_000
"""Bytes that are looked at: git looks as far for a NUL."""

_STRAY = 10
"""One NUL among so many bytes is an accident in a text that an agent reads anyway; more of them are no text."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What a hit is. key: unique in the home. n: an entry's or rule's number in its file, from 0.

    leads: whether the file that says so is the one that gives the unit its name.
    """

    key: str
    kind: str
    name: str
    project: str | None = None
    archived: bool = False
    n: int | None = None
    leads: bool = True


@dataclass(frozen=True, slots=True)
class Draft:
    """A part of a file; the parts of one entry or rule are its `pieces`.

    entry: what its age is known by (the raw entry); None: it is as old as its file.

    dated: the day that an entry itself says, None if none.
    """

    unit: Unit
    area: Area
    text: str
    line: int
    section: str = ""
    entry: str | None = None
    dated: datetime | None = None


def documents(layout: Layout, path: str, place: Place, data: bytes | None, owner: str) -> list[Draft]:
    """Everything to be looked up in a file. data: None when it cannot be read.

    owner: for a file of a skill, the folder of the skill (see `owners.py`); such a file is found by its name, too.
    Raises SystemRefused for memory that is no text.
    """
    if place.role in UNSEARCHED:
        return []
    if place.role in (Role.SKILL, Role.ARCHIVE):
        return list(_skill_file(path, place, data, owner))
    text = "" if data is None else decode(data)
    if place.role in ENTRY_ROLES and layout.dialect is not Dialect.FREE:
        return list(_entries(layout, path, place, text))
    if place.role is Role.STANDING:
        return list(_rules(path, text))
    return list(_whole(path, place, text))


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 with a BOM; other bytes are replaced, a stray NUL is a blank.

    Raises SystemRefused for what is binary.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace").replace("\0", " ")
    first = data[:_BINARY_WITHIN]
    if first.count(0) * _STRAY > len(first):
        raise SystemRefused("it is binary")
    return data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\0", " ")


def _entries(layout: Layout, path: str, place: Place, text: str) -> Iterator[Draft]:
    file = EntryFile.parse(text.encode("utf-8", "replace"), layout.dialect)
    at, end, line = 0, 0, 1
    for entry in file.entries:
        found = file.text.find(entry.raw, end)
        if found >= 0:
            line += file.text.count("\n", at, found)
            at, end = found, found + len(entry.raw)
        project = place.name if place.role is Role.PROJECT else entry.project
        unit = Unit(f"{path}\n{entry.n}", place.role, place.name or place.role, project, n=entry.n)
        dated, start = _day(entry.last), line
        for piece in pieces(entry.text):
            yield Draft(unit, Area.MEMORY, piece, start, "", entry.raw, dated)
            start += piece.count("\n")


def _rules(path: str, text: str) -> Iterator[Draft]:
    file = StandingFile.parse(text.encode("utf-8", "replace"))
    for rule in file.rules:
        unit = Unit(f"{path}\n{rule.n}", Role.STANDING, Role.STANDING, n=rule.n - 1)
        line = file.text.count("\n", 0, rule.span.start) + 1
        for piece in pieces(rule.text):
            yield Draft(unit, Area.MEMORY, piece, line, "", rule.text)


def _skill_file(path: str, place: Place, data: bytes | None, owner: str) -> Iterator[Draft]:
    folder = owner.rpartition("/")[2]
    own = path == f"{owner}/{SKILL}"
    text = _text_or_nothing(data, own)
    name = (frontmatter.field(text, "name") or "").strip() if own else ""
    archived = place.role is Role.ARCHIVE
    unit = Unit(owner, Role.SKILL, name or folder, _project_of(place.root), archived, leads=own)
    if not own or name != folder:
        label = folder if own else path.removeprefix(f"{owner}/")
        yield Draft(unit, Area.HEADS if own else Area.BODIES, label, 1)
    start = 0
    if own and (block := frontmatter.split(text)).closed:
        start, line = block.body, text.count("\n", 0, block.start)
        for part in parts(text[block.start : block.end].rstrip(), marked=False):
            yield Draft(unit, Area.HEADS, part.text, line + part.line)
    yield from (_part(unit, Area.BODIES, part) for part in parts(text, start=start, marked=path.endswith(".md")))


def _text_or_nothing(data: bytes | None, own: bool) -> str:
    """The text of a skill's file. own: it is its SKILL.md; any other with a NUL is taken for binary, as git does."""
    if data is None or (not own and b"\0" in data[:_BINARY_WITHIN] and not data.startswith((b"\xff\xfe", b"\xfe\xff"))):
        return ""
    try:
        return decode(data)
    except SystemRefused:
        return ""


def _whole(path: str, place: Place, text: str) -> Iterator[Draft]:
    in_skills = place.role in (Role.CATEGORY, Role.BUNDLE)
    project = place.name if place.role in (Role.PROJECT, Role.TOPIC, Role.TOPIC_INDEX) and place.name else None
    kind = Role.TOPIC if place.role is Role.TOPIC_INDEX else place.role
    unit = Unit(path, kind, place.name or kind, project)
    area = Area.HEADS if in_skills else Area.MEMORY
    yield from (_part(unit, area, part) for part in parts(text, marked=path.endswith(".md")))


def _part(unit: Unit, area: Area, part: Section) -> Draft:
    return Draft(unit, area, part.text, part.line, part.heading)


_PROJECT_ROOT = re.compile(r"projects?(?:-memory)?/([^/]+)/")


def _project_of(root: str) -> str | None:
    """The project whose skills root this is: `projects-memory/shop/skills`."""
    found = _PROJECT_ROOT.match(f"{root}/")
    return found[1] if found else None


def _day(date: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(date or "").replace(tzinfo=UTC)
    except ValueError:
        return None
