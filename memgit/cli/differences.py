"""How differences look: entries as a list of what came and went, files as unified lines; and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memgit.cli.output import Output
    from memgit.repo.difference import Difference

_COLORS = {"+": "green", "-": "red", "@": "cyan"}


def document(item: Difference) -> dict[str, Any]:
    """An item of `diff`. A file also has its unified lines, `binary` and, when the mode changed, both modes."""
    found: dict[str, Any] = {
        "path": item.path,
        "kind": item.kind,
        "before": item.before,
        "after": item.after,
        "entry": item.entry,
    }
    if item.entry is None:
        found |= {"binary": item.binary, "patch": item.patch}
        if _mode_changed(item):
            found["modes"] = [f"{mode:06o}" for mode in item.modes]
    return found


def lines(out: Output, items: Iterable[Difference]) -> Iterator[str]:
    """The differences file by file, with an empty line between files."""
    for at, (path, group) in enumerate(groupby(items, key=lambda item: item.path)):
        if at:
            yield ""
        found = list(group)
        yield out.style(path, "bold") + _note(found[0])
        for item in found:
            yield from _entry(out, item) if item.entry is not None else _file(out, item)


def _entry(out: Output, item: Difference) -> Iterator[str]:
    """An entry's lines after the first are indented, so that each sign is one entry."""
    for sign, text in (("-", item.before), ("+", item.after)):
        if text is not None:
            for at, line in enumerate(text.split("\n")):
                yield out.style(f"{sign if not at else ' '} {line}", _COLORS[sign])


def _file(out: Output, item: Difference) -> Iterator[str]:
    for line in item.patch.removesuffix("\n").split("\n") if item.patch else ():
        color = _COLORS.get(line[:1])
        yield out.style(line, color) if color else line


def _note(item: Difference) -> str:
    """What the lines below do not say of a file."""
    if item.entry is not None:
        return ""
    notes = [] if item.kind == "changed" else [item.kind]
    if item.binary:
        notes.append(f"binary file {item.kind}" if item.kind == "changed" else "binary")
    elif not item.patch and not _mode_changed(item):
        notes.append("empty")
    if _mode_changed(item):
        notes.append(f"mode {item.modes[0]:06o} → {item.modes[1]:06o}")
    return f" ({', '.join(notes)})" if notes else ""


def _mode_changed(item: Difference) -> bool:
    return 0 not in item.modes and item.modes[0] != item.modes[1]
