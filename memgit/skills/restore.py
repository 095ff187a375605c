"""Bringing archived skills back: the folder as it is in the archive, to where it was, with its usage record."""

from __future__ import annotations

import os

from memgit.errors import NotFound, Refused
from memgit.formats.skill import SkillHead
from memgit.model.change import Action, Actor, Origin
from memgit.repo.change import Change
from memgit.repo.message import FROM
from memgit.skills import records
from memgit.skills.archive import one_line, told_records
from memgit.skills.archived import Archived, in_archive
from memgit.skills.find import folders_of, require_plain
from memgit.skills.writer import Edited, Writer


def restore_archived(change: Change, name: str, at: Archived | None, actor: Actor) -> Edited:
    """Move an archived skill back to where it was, with its category, files, modes and usage record.

    name: of the skill, its folder in the archive, or either path; of several the one that left last comes. at: which
    one, when it is known. One that the agent archived itself, so that no commit tells where it was, goes to
    `<skills root>/<name>`. Raises NotFound when nothing archived answers to the name, Refused when the place is taken.
    """
    writer = Writer(change, actor)
    one = at if at is not None and at.folder is not None else _newest(writer, name)
    assert one.folder is not None
    if writer.files(one.source) or os.path.lexists(change.store.home / one.source):
        raise Refused(
            f"'{one.source}' is there already: '{one.name}' cannot come back",
            f"move it away first: memgit archive {one.source}",
        )
    kept = records.read(writer)
    before = told_records(dict(one.told))
    told = {"to": one.source, "from": one.folder, "usage": kept.get(one.name)}
    names = () if before else _names(writer, one)
    change.move(one.folder, one.source)
    if before:
        records.put_back(writer, before)
    records.active_again(writer, names)
    origin = Origin.RESTORE if actor.origin is Origin.USER else actor.origin
    message = Writer(change, Actor(origin, actor.session, actor.reason)).message(
        f"skill({one.name}): restore from the archive", Action.RESTORE, [(FROM, one_line(told))]
    )
    return Edited(message, _doubled(writer, one))


def _doubled(writer: Writer, one: Archived) -> tuple[str, ...]:
    """A word of warning when another skill has taken the name meanwhile: agents see only one of both."""
    others = [folder for folder in folders_of(writer) if folder != one.source and folder.rpartition("/")[2] == one.name]
    return tuple(
        f"there is a skill '{one.name}' already: {folder}; an agent sees only one of them" for folder in others
    )


def _newest(writer: Writer, name: str) -> Archived:
    require_plain(name)
    found = in_archive(writer.change.store, writer, name.rstrip("/"))
    if not found:
        raise NotFound(f"nothing in the archive is called '{name}'", "memgit archive --list")
    return found[0]


def _names(writer: Writer, one: Archived) -> tuple[str, ...]:
    """The names its record may be kept under when no commit tells: the folder's, the one of the frontmatter."""
    front = SkillHead.parse(writer.read(f"{one.folder}/SKILL.md") or b"").name
    return (one.name,) if front in (None, one.name) else (one.name, str(front))
