"""Edits of one skill on an open change: its text, its files, its pin, its end.

Each checks its gates, edits the change and answers the message to commit it with; nothing is written before that.
"""

from __future__ import annotations

from memgit.errors import NotFound, Refused, SystemRefused, UsageError
from memgit.formats import frontmatter
from memgit.formats.skill import FILE, lookup_problem, name_problem, support_content_problem, support_problem
from memgit.model.change import Action
from memgit.repo.message import ABSORBED_INTO, USAGE
from memgit.skills import bundles, gates, records
from memgit.skills.archive import leftovers, move_to_archive, one_line, require_no_skills_inside
from memgit.skills.find import Skill, files_of, find, first_root, folders_of
from memgit.skills.replacing import Replacement, replace
from memgit.skills.writer import Edited, Writer

_SIGNS = ("*", "?", "[", "]", "{", "}")


def new(writer: Writer, name: str, category: str | None, data: bytes | None) -> Edited:
    """Make a skill in the first skills root. Refused when its folder's name is taken or the text is not fit.

    Raises UsageError for a name no skill may have, and when there is no text.
    """
    for problem in (name_problem(name), category and name_problem(category, "category")):
        if problem:
            raise UsageError(problem, "use a short name such as release-notes")
    root = first_root(writer.layout)
    folder = f"{root}/{category}/{name}" if category else f"{root}/{name}"
    _require_free(writer, folder, f"{root}/{category}" if category else None)
    if data is None:
        raise UsageError(
            "a new skill needs a description or a text",
            f'memgit skill new {name} --description "what it does"',
            f"memgit skill new {name} --file SKILL.md",
        )
    gates.require_fit(writer.layout, data, creating=True)
    gates.require_clean(None, data, f"{folder}/{FILE}")
    writer.change.write(f"{folder}/{FILE}", data)
    records.created(writer, Skill(folder, root))
    return Edited(writer.message(f"skill({name}): new", Action.NEW))


def template(name: str, description: str, data: bytes | None) -> bytes:
    """The text of a new skill: as given, with the description set; without a text the least that is a skill.

    Raises SystemRefused when the given text is not UTF-8.
    """
    if data is None:
        data = gates.encoded(f"\n# {name}\n\n{description}\n")
    elif not description:
        return data
    text = gates.text_of(data, FILE)
    if not frontmatter.split(text).closed and not frontmatter.split(text).opened:
        text = frontmatter.set_field(text, "name", name)
    return gates.encoded(frontmatter.set_field(text, "description", description))


def edit(writer: Writer, skill: Skill, data: bytes) -> Edited:
    """Replace the whole SKILL.md."""
    gates.require_may_edit(writer, skill)
    gates.require_fit(writer.layout, data, creating=False)
    return _write(writer, skill, FILE, data, Action.EDIT)


def patch(writer: Writer, skill: Skill, path: str | None, wanted: Replacement) -> Edited:
    """Replace a piece of SKILL.md or of another text file of the skill."""
    gates.require_may_edit(writer, skill)
    path = path or FILE
    before = _existing(writer, skill, path)
    where = f"{skill.folder}/{path}"
    look = " ".join(["memgit skill view", skill.name, *([] if path == FILE else [path]), "--peek"])
    text = replace(gates.text_of(before, where), wanted, where, look)
    data = gates.encoded(text)
    if path == FILE:
        gates.require_still_fit(before, data)
    return _write(writer, skill, path, data, Action.PATCH)


def write_file(writer: Writer, skill: Skill, path: str, data: bytes) -> Edited:
    """Write a file of the skill, new or not. SKILL.md must stay one."""
    gates.require_may_edit(writer, skill)
    if path == FILE:
        gates.require_fit(writer.layout, data, creating=False)
    else:
        _require_place(writer, skill, path)
    return _write(writer, skill, path, data, Action.WRITE_FILE)


def remove_file(writer: Writer, skill: Skill, path: str) -> Edited:
    """Take a file of the skill away."""
    gates.require_may_edit(writer, skill)
    _existing(writer, skill, path)
    if path == FILE:
        raise UsageError(
            f"without its {FILE} the skill is none",
            f"memgit skill archive {skill.name}",
            f"memgit skill delete {skill.name}",
        )
    writer.change.remove(f"{skill.folder}/{path}")
    records.patched(writer, skill)
    return Edited(writer.message(f"skill({skill.name}): remove {path}", Action.REMOVE_FILE))


def delete(writer: Writer, skill: Skill, absorbed_into: str | None) -> Edited:
    """Take a skill away; history keeps it. With nobody watching it goes to the archive instead.

    absorbed_into: the name of the skill that holds now what it held; an unattended actor must say it.
    """
    gates.require_may_remove(writer, skill)
    trailers = _absorbed(writer, skill, absorbed_into)
    require_no_skills_inside(writer, skill)
    warnings = bundles.naming(writer, skill)
    subject = f"skill({skill.name}): delete"
    if trailers:
        subject += f", absorbed into {trailers[0][1]}"
    if writer.unattended:
        trailers += (move_to_archive(writer, skill),)
        return Edited(writer.message(subject, Action.DELETE, trailers), tuple(warnings))
    warnings += [f"{path} is left where it is: memgit does not track it" for path in leftovers(writer, skill)]
    for path in files_of(writer, skill):
        writer.change.remove(f"{skill.folder}/{path}")
    if (record := records.record_of(records.read(writer), skill)) is not None:
        trailers += ((USAGE, one_line({skill.name: record})),)
    records.forgotten(writer, skill)
    return Edited(writer.message(subject, Action.DELETE, trailers), tuple(warnings))


def pin(writer: Writer, skill: Skill, pinned: bool) -> Edited:
    """Pin a skill, or lift the pin: automation leaves pinned skills alone, and nobody deletes them."""
    gates.require_attended(writer, skill)
    records.set_pin(writer, skill, pinned)
    action = Action.PIN if pinned else Action.UNPIN
    return Edited(writer.message(f"skill({skill.name}): {action}", action))


def _write(writer: Writer, skill: Skill, path: str, data: bytes, action: Action) -> Edited:
    full = f"{skill.folder}/{path}"
    if path != FILE and (problem := support_content_problem(data)):
        raise SystemRefused(f"{full}: {problem}", "keep big files elsewhere and say in SKILL.md where")
    before = writer.change.read(full)
    if before != data:
        gates.require_clean(before, data, full)
        writer.change.write(full, data)
        records.patched(writer, skill)
    verb = "write" if action is Action.WRITE_FILE else action.value
    return Edited(writer.message(f"skill({skill.name}): {verb}" + (f" {path}" if path != FILE else ""), action))


def _existing(writer: Writer, skill: Skill, path: str) -> bytes:
    """The bytes of a file of the skill. UsageError for a path that cannot be one, NotFound, with what is there."""
    problem = lookup_problem(path)
    if problem is not None:
        raise UsageError(problem.replace("the skills folder", "the skill"))
    own = files_of(writer, skill)
    data = writer.change.read(f"{skill.folder}/{path}") if path in own else None
    if data is None:
        raise NotFound(
            f"the skill '{skill.name}' has no file '{path}'",
            f"it has {', '.join(own)}",
            details={"available_files": own},
        )
    return data


def _require_place(writer: Writer, skill: Skill, path: str) -> None:
    """A file that is there may be written; a new one only where files of a skill belong."""
    problem = support_problem(path)
    if problem is not None and (lookup_problem(path) is not None or path not in files_of(writer, skill)):
        raise UsageError(problem, f"memgit skill write-file {skill.name} references/NAME.md --file F")
    if any(sign in path for sign in _SIGNS):
        raise UsageError(f"'{path}' is a pattern, not a path")


def _require_free(writer: Writer, folder: str, category: str | None) -> None:
    name = folder.rpartition("/")[2]
    for taken in folders_of(writer):
        if taken.rpartition("/")[2] == name:
            raise Refused(
                f"there is a skill '{name}' already: {taken}", f"change it: memgit skill patch {name} OLD NEW"
            )
        if taken == category:
            raise Refused(f"'{category}' is a skill, not a category", "memgit skill list")
    if writer.files(folder):
        raise Refused(f"'{folder}' is a folder with files in it already", f"look at it: ls {folder}")


def _absorbed(writer: Writer, skill: Skill, name: str | None) -> tuple[tuple[str, str], ...]:
    """The trailer that says where a skill went. An unattended deletion must name a skill that stays."""
    if not name:
        if writer.unattended:
            raise Refused(
                f"origin {writer.actor.origin} may delete '{skill.name}' only when another skill absorbed it",
                f"memgit skill delete {skill.name} --absorbed-into NAME",
                f"or move it out of use: memgit skill archive {skill.name}",
            )
        return ()
    try:
        into = find(writer, name)
    except NotFound as error:
        if not writer.unattended:
            raise
        raise Refused(f"'{name}' absorbed nothing: {error.message}", *error.hints) from None
    if into.folder == skill.folder:
        raise Refused(f"'{skill.name}' cannot be absorbed into itself", "name the skill that holds its text now")
    return ((ABSORBED_INTO, into.name),)
