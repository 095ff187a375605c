"""What to call outside edits, and what the rules find in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from memgit.errors import MemgitError
from memgit.formats.entries import EntryFile
from memgit.model.change import Action, Message, Origin
from memgit.model.diagnostic import Diagnostic, Severity
from memgit.model.layout import ENTRY_ROLES, Dialect, Layout, Place, Role
from memgit.repo.files import FileState
from memgit.repo.message import quote
from memgit.repo.outside import Edits
from memgit.rules import check, gate

_NAMED = 3
_LEAD = 15
"""Characters that two texts may share before what differs."""

_SUPPORT_FOLDERS = frozenset({"references", "templates", "scripts", "assets", "examples"})


class EntryChange(NamedTuple):
    """What happened to one entry: texts before and after, None where it is not."""

    before: str | None
    after: str | None


def outside_message(edits: Edits, layout: Layout) -> Message:
    """The commit message for edits found on disk; it names what changed by entry and skill."""
    moved = _moved_skills(edits, layout)
    parts: dict[str, list[str]] = {}
    for path, (before, after) in sorted(edits.items()):
        place = layout.place(path)
        if place is not None and any(path.startswith(f"{folder}/") for pair in moved for folder in pair):
            continue
        parts.setdefault(area(layout, path), []).append(_what(layout, path, before, after))
    named = [f"skill({new.rpartition('/')[2]}): moved outside, from {old}" for old, new in moved]
    named += [f"{name}: {_join(whats)}" for name, whats in parts.items()]
    subject = "; ".join(named[:_NAMED])
    if len(named) > _NAMED:
        subject += f"; and {len(named) - _NAMED} more"
    return Message(subject or "outside: nothing", Origin.EXTERNAL, Action.RECORD)


def area(layout: Layout, path: str) -> str:
    """What a path belongs to, for people: `memory`, `project(shop)`, `skill(release-notes)`."""
    place = layout.place(path)
    if place is None:
        return path
    match place.role:
        case Role.SKILL | Role.ARCHIVE:
            return f"skill({skill_name(place)})"
        case Role.TOPIC:
            return f"topic({path.rsplit('/', 1)[-1].removesuffix('.md')})"
        case Role.TOPIC_INDEX:
            return f"topics({place.name})" if place.name else "topics"
        case Role.PROJECT | Role.BUNDLE:
            return f"{place.role}({place.name})"
        case _:
            return place.role.value


def _moved_skills(edits: Edits, layout: Layout) -> list[tuple[str, str]]:
    """Folders of skills that are elsewhere now, by the same SKILL.md: (old, new)."""
    gone: dict[bytes, str] = {}
    for path, (before, after) in edits.items():
        if before is not None and after is None and path.endswith("/SKILL.md"):
            gone[before.data] = path.rpartition("/")[0]
    return [
        (gone.pop(after.data), path.rpartition("/")[0])
        for path, (before, after) in sorted(edits.items())
        if before is None and after is not None and path.endswith("/SKILL.md") and after.data in gone
    ]


def skill_name(place: Place) -> str:
    """The folder name of the skill a place belongs to, as far as the path tells."""
    parts = place.name.split("/")
    for at, part in enumerate(parts):
        if at and (part == "SKILL.md" or part in _SUPPORT_FOLDERS):
            return parts[at - 1]
    return parts[-2] if len(parts) > 1 else parts[0]


def entry_changes(layout: Layout, path: str, before: bytes | None, after: bytes | None) -> list[EntryChange] | None:
    """The entries that differ, removed first; None when the file is not kept in entries, or is not text."""
    place = layout.place(path)
    if place is None or place.role not in ENTRY_ROLES or layout.dialect is Dialect.FREE:
        return None
    try:
        old = [entry.text for entry in EntryFile.parse(before or b"", layout.dialect).entries]
        new = [entry.text for entry in EntryFile.parse(after or b"", layout.dialect).entries]
    except MemgitError:
        return None
    gone = [text for text in old if text not in new]
    come = [text for text in new if text not in old]
    return [EntryChange(text, None) for text in gone] + [EntryChange(None, text) for text in come]


def findings(edits: Edits) -> tuple[str, ...]:
    """A line for each error that the rules find in what came new with the edits."""
    lines: list[str] = []
    for path, (before, after) in edits.items():
        if after is None or b"\0" in after.data:
            continue
        found = gate(None if before is None else _text(before.data), _text(after.data))
        lines.extend(f"{path}: {item.message} [{item.code}]" for item in found)
    return tuple(lines)


def errors_in(data: bytes) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of a file and the errors the rules find in it; none for a file that is not text."""
    if b"\0" in data:
        return "", ()
    text = _text(data)
    return text, tuple(item for item in check(text) if item.severity is Severity.ERROR)


def secrets(data: bytes) -> tuple[str, ...]:
    """The codes of the secrets in a file, sorted; empty for files that are not text."""
    _, found = errors_in(data)
    return tuple(sorted({item.code for item in found if item.code.startswith("secret/")}))


def _what(layout: Layout, path: str, before: FileState | None, after: FileState | None) -> str:
    changes = entry_changes(layout, path, before.data if before else None, after.data if after else None)
    place = layout.place(path)
    inside = place is not None and place.role is Role.SKILL and not path.endswith("/SKILL.md")
    name = f" {path.rpartition('/')[2]}" if inside else ""
    if after is None:
        return f"deleted{name} outside"
    if changes:
        return "outside edit: " + _entries(changes)
    return f"created{name} outside" if before is None else "outside edit"


def _entries(changes: list[EntryChange]) -> str:
    come = [change.after for change in changes if change.after is not None]
    gone = [change.before for change in changes if change.before is not None]
    if len(come) == 1 and len(gone) == 1:
        start = _shared(gone[0], come[0])
        return f"{_quoted(gone[0], start)} → {_quoted(come[0], start)}"
    if len(changes) == 1:
        return f"added {_quoted(come[0])}" if come else f"removed {_quoted(gone[0])}"
    if not gone or not come:
        return f"{'added' if come else 'removed'} {len(changes)} entries"
    return f"+{len(come)} −{len(gone)} entries"


def _shared(old: str, new: str) -> int:
    """Where to begin to quote two texts that begin alike, so that where they differ is seen."""
    pairs = enumerate(zip(old, new, strict=False))
    return max(0, next((at for at, (left, right) in pairs if left != right), min(len(old), len(new))) - _LEAD)


def _quoted(text: str, start: int = 0) -> str:
    """An entry in quotes, unless a rule finds a secret or an order in it: a subject must not repeat that."""
    if any(item.severity is Severity.ERROR for item in check(text)):
        return "an entry that is not quoted: it looks like a secret or an order"
    return quote(f"…{text[start:]}" if start else text)


def _join(whats: Iterable[str]) -> str:
    kinds = sorted(set(whats))
    return kinds[0] if len(kinds) == 1 else "outside edit"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
