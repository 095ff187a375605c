"""Moving skills into the archive: a folder move, with what restoring needs to know in the commit."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import timedelta

from memgit.errors import Refused
from memgit.formats.usage import Record
from memgit.model.change import Action
from memgit.repo import message
from memgit.repo.message import FROM
from memgit.skills import bundles, gates, records
from memgit.skills.find import Skill, folders_of, inside
from memgit.skills.writer import Edited, Writer

ARCHIVE = ".archive"
"""The archive of skills inside a skills root; Hermes Agent's own place."""

_STAMP = "%Y%m%d%H%M%S"
_NAMED = 3
_RUNS = re.compile("  +")


def archive(writer: Writer, skills: Sequence[Skill]) -> Edited:
    """Move skills into the archive, in one commit. Refused as a whole when one of them may not go."""
    skills = list(dict.fromkeys(skills))
    for skill in skills:
        gates.require_may_archive(writer, skill)
        require_no_skills_inside(writer, skill, but=skills)
    _require_some_left(writer, skills)
    warnings: list[str] = []
    trailers = []
    # a skill inside another one goes first, so that it has a record and a place of its own
    for skill in sorted(skills, key=lambda skill: -skill.folder.count("/")):
        warnings += bundles.naming(writer, skill)
        trailers.append(move_to_archive(writer, skill))
    return Edited(writer.message(_subject(skills), Action.ARCHIVE, trailers), tuple(warnings))


def move_to_archive(writer: Writer, skill: Skill) -> tuple[str, str]:
    """Move one skill, mark its record; the trailer that tells of it. No gates."""
    target = _free_place(writer, skill)
    told = moved_trailer(writer, skill, target)
    writer.change.move(skill.folder, target)
    if not _shares_name(writer, skill):
        records.archived(writer, skill)
    return told


def moved_trailer(writer: Writer, skill: Skill, target: str) -> tuple[str, str]:
    """The `Memgit-From` of a move: where to, where from, and what the skill's records were before it."""
    kept = records.read(writer)
    told: dict[str, object] = {
        "to": target,
        "from": skill.folder,
        "category": skill.category,
        "usage": kept.get(skill.name),
    }
    if skill.alias is not None and skill.alias in kept:
        told["alias"] = skill.alias
        told["alias_usage"] = kept[skill.alias]
    return FROM, one_line(told)


def told_records(told: dict[str, object]) -> dict[str, Record | None]:
    """Name to record as a `Memgit-From` tells of them, None where there was none; empty when it tells nothing."""
    source = told.get("from")
    if not isinstance(source, str) or "usage" not in told:
        return {}
    pairs = [(source.rpartition("/")[2], told["usage"]), (told.get("alias"), told.get("alias_usage"))]
    return {
        name: record for name, record in pairs if isinstance(name, str) and (record is None or isinstance(record, dict))
    }


def told_usage(trailers: Mapping[str, str | list[str]]) -> dict[str, Record | None]:
    """Name to record as the commit that deleted a skill tells of it; empty when it tells nothing."""
    for value in message.values(trailers, message.USAGE):
        with suppress(ValueError):
            told = json.loads(value)
            if isinstance(told, dict):
                return {name: record for name, record in told.items() if isinstance(record, dict)}
    return {}


def one_line(value: object) -> str:
    """JSON that survives a commit message, where runs of blanks become one."""
    return _RUNS.sub(lambda run: "\\u0020" * len(run[0]), json.dumps(value, sort_keys=False))


def require_no_skills_inside(writer: Writer, skill: Skill, but: Sequence[Skill] = ()) -> None:
    """Raise Refused when other skills are in the skill's folder: they would go with it unasked."""
    going = {other.folder for other in but}
    inner = [folder for folder in inside(writer, skill) if folder not in going]
    if inner:
        raise Refused(
            f"'{skill.folder}' holds other skills: {', '.join(inner)}", f"move them first: memgit archive {inner[0]}"
        )


def leftovers(writer: Writer, skill: Skill) -> list[str]:
    """Files in a skill's folder that are not tracked: keys, caches. Links to folders are files here."""
    home = writer.change.store.home
    tracked = set(writer.files(skill.folder))
    found = []
    for folder, folders, names in os.walk(home / skill.folder):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in [*names, *links]:
            path = os.path.relpath(os.path.join(folder, name), home).replace(os.sep, "/")
            if path not in tracked:
                found.append(path)
    return sorted(found)


def _free_place(writer: Writer, skill: Skill) -> str:
    plain = f"{skill.root}/{ARCHIVE}/{skill.name}"
    place, moment = plain, writer.change.now
    while writer.files(place) or os.path.lexists(writer.change.store.home / place):
        place = f"{plain}-{moment.strftime(_STAMP)}"
        moment += timedelta(seconds=1)
    return place


def _shares_name(writer: Writer, skill: Skill) -> bool:
    """Whether a skill of the same folder name stays, whose record this is as well."""
    return any(folder.rpartition("/")[2] == skill.name for folder in folders_of(writer))


def _require_some_left(writer: Writer, skills: Sequence[Skill]) -> None:
    going = {skill.folder for skill in skills}
    if writer.unattended and not set(folders_of(writer)) - going:
        raise Refused(
            f"origin {writer.actor.origin} may not archive the last skill: nobody is watching", "memgit skill list"
        )


def _subject(skills: Sequence[Skill]) -> str:
    names = [skill.name for skill in skills]
    if len(names) == 1:
        return f"skill({names[0]}): archive"
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"skills: archive {', '.join(names[:_NAMED])}{more}"
