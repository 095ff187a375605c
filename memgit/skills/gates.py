"""Gates: whose skills an actor may touch, and what a skill may not hold.

With nobody watching the rules are strict: a pinned skill, one from the hub, a bundled or external one and a person's
own are left alone; what is gone must have gone somewhere. In a person's presence a pin stops deletion only.
"""

from __future__ import annotations

from memgit.errors import Refused, SystemRefused
from memgit.formats.skill import MAX_CHARACTERS, validate_for_write
from memgit.model.layout import Layout
from memgit.rules import refusal
from memgit.skills import records
from memgit.skills.find import Skill
from memgit.skills.ownership import Owner, managed, owner, sources
from memgit.skills.writer import Writer

_STRICT_LAYOUT = "hermes"
"""The home whose agent shows 60 characters of a description and refuses a new skill with more."""

_WHOSE = {
    Owner.HUB: "it was installed from the hub",
    Owner.BUNDLED: "it came with the agent",
    Owner.EXTERNAL: "it is in a folder that others look after",
    Owner.USER: "a person made it",
}


def require_may_edit(writer: Writer, skill: Skill) -> None:
    """Raise Refused when nobody watches and the skill is pinned or not automation's own."""
    if not writer.unattended:
        return
    kept = records.read(writer)
    if records.is_pinned(kept, skill):
        raise _hands_off(writer, skill, "it is pinned", f"memgit skill unpin {skill.name}")
    home = writer.change.store.home
    known = sources(home, writer.layout, writer.external_dirs)
    names = [name for name in (skill.name, skill.front) if name]
    whose = owner(home, skill.folder, names, known, records.record_of(kept, skill))
    if not managed(whose, known):
        why = _WHOSE.get(whose, f"{', '.join(known.unreadable)} cannot be read, which says whose it is")
        raise _hands_off(writer, skill, why, f"memgit skill usage {skill.name}")


def require_may_archive(writer: Writer, skill: Skill) -> None:
    """Raise Refused as `require_may_edit` does: what is archived comes back, so a person may archive anything."""
    require_may_edit(writer, skill)


def require_may_remove(writer: Writer, skill: Skill) -> None:
    """Raise Refused for a pinned skill, whoever asks; else as `require_may_edit`."""
    require_may_edit(writer, skill)
    if records.is_pinned(records.read(writer), skill):
        raise Refused(
            f"'{skill.name}' is pinned: it is not deleted",
            f"lift the pin: memgit skill unpin {skill.name}",
            f"or move it out of use: memgit skill archive {skill.name}",
        )


def require_attended(writer: Writer, skill: Skill) -> None:
    """Raise Refused for an origin with nobody watching: pins are a person's to set and lift."""
    if writer.unattended:
        raise Refused(
            f"origin {writer.actor.origin} may not pin or unpin '{skill.name}': only a person may, "
            "or an agent in their presence"
        )


def require_fit(layout: Layout, data: bytes, creating: bool) -> None:
    """Raise for a SKILL.md that an agent would not take: SystemRefused if it is no text or too big, else Refused."""
    text = text_of(data, "SKILL.md")
    if len(text) > MAX_CHARACTERS:
        raise SystemRefused(
            f"SKILL.md has {len(text):,} characters, {MAX_CHARACTERS:,} are allowed",
            "move parts of it to references/: memgit skill write-file NAME references/PART.md --file F",
        )
    _refuse(validate_for_write(data, creating and layout.name == _STRICT_LAYOUT))


def require_still_fit(before: bytes, after: bytes) -> None:
    """Raise Refused for what is wrong with a SKILL.md now and was not before: an odd one can be mended bit by bit."""
    known = validate_for_write(before, creating=False)
    _refuse([problem for problem in validate_for_write(after, creating=False) if problem not in known])


def require_clean(before: bytes | None, after: bytes, where: str) -> None:
    """Raise Refused for a secret or an injected order that comes new with `after`.

    before: the file as it was, None for a new one. Bytes that are no text are looked at as far as they are.
    """
    old = None if before is None else before.decode("utf-8", "replace")
    refusal.require_clean(old, after.decode("utf-8", "replace"), where)


def text_of(data: bytes, where: str) -> str:
    """The text of a file, a BOM included. Raises SystemRefused when it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SystemRefused(
            f"{where} is not UTF-8: byte {error.start + 1} is wrong", "save it as UTF-8, or write the whole file anew"
        ) from None


def encoded(text: str) -> bytes:
    """The bytes of a text. Raises SystemRefused for characters that no file can hold."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise SystemRefused(f"the text must be UTF-8: character {error.start + 1} is not") from None


def _refuse(problems: list[str]) -> None:
    if problems:
        raise Refused(f"SKILL.md: {'; '.join(problems)}", "memgit help skill new", details={"problems": problems})


def _hands_off(writer: Writer, skill: Skill, why: str, look: str) -> Refused:
    return Refused(f"origin {writer.actor.origin} may not touch '{skill.name}': {why}, and nobody is watching", look)
