"""The kinds of home that memgit knows, one module each, and how to tell which one a folder is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from memgit.errors import UsageError
from memgit.layouts import claude, dsh, hermes, own, pi_hermes, project_memory
from memgit.layouts.shape import Shape
from memgit.model.layout import Layout

_MODULES = (own, hermes, pi_hermes, claude, project_memory, dsh)

LAYOUTS: Mapping[str, Layout] = {module.LAYOUT.name: module.LAYOUT for module in _MODULES}
"""Name to layout, in the order in which help texts list them."""

_SHAPES: Mapping[str, Shape] = {module.LAYOUT.name: module.SHAPE for module in _MODULES}

_FOLDERS = {
    ".hermes": "hermes",
    ".claude": "claude",
    ".memgit": "memgit",
    ".dsh/memory": "dsh",
    ".pi/agent": "pi-hermes",
    "project-memory": "project-memory",
}
"""Where the agents keep these homes by default: the end of the path settles what the files leave open."""


def get(name: str) -> Layout:
    """The layout of a name. Raises UsageError, with the nearest name, when there is none."""
    try:
        return LAYOUTS[name]
    except KeyError:
        from difflib import get_close_matches

        near = get_close_matches(name, LAYOUTS, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(LAYOUTS)}"
        raise UsageError(f"'{name}' is no layout", hint) from None


def recognise(home: Path) -> list[Layout]:
    """The layouts whose files are in the folder: one when it is clear, several when it is not, none when unknown."""
    found = [layout for layout in LAYOUTS.values() if any(_there(home, mark) for mark in layout.marks)]
    for ending, name in _FOLDERS.items():
        usual = home.as_posix().endswith(f"/{ending}")
        if usual and (LAYOUTS[name] in found or (not found and _has_a_root(home, LAYOUTS[name]))):
            return [LAYOUTS[name]]
    if len(found) > 1:
        strong = [layout for layout in found if _holds_memory(home, layout)]
        return strong or found
    return found


def exclude_lines(layout: Layout) -> list[str]:
    """Lines for `.git/info/exclude` under which plain git sees what the layout tracks."""
    return _SHAPES[layout.name].exclude_lines()


def _there(home: Path, mark: str) -> bool:
    return (home / mark).exists()


def _has_a_root(home: Path, layout: Layout) -> bool:
    return any((home / root).exists() for root in layout.roots)


def _holds_memory(home: Path, layout: Layout) -> bool:
    """Whether a file that only this layout reads is there."""
    if layout.files:
        return any((home / path).exists() for path in layout.files.values())
    return any(home.glob("projects/*/memory/*.md"))
