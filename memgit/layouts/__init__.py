"""The kinds of home that memgit knows, one module each, and how to tell which one a folder is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from memgit.errors import UsageError
from memgit.layouts import claude, dsh, hermes, own, pi_hermes, project_memory, recognition
from memgit.layouts.shape import Shape
from memgit.model.layout import Layout

_MODULES = (own, hermes, pi_hermes, claude, project_memory, dsh)

LAYOUTS: Mapping[str, Layout] = {module.LAYOUT.name: module.LAYOUT for module in _MODULES}
"""Name to layout, in the order in which help texts list them."""

_SHAPES: Mapping[str, Shape] = {module.LAYOUT.name: module.SHAPE for module in _MODULES}


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
    """The layouts that a folder may have, the best first; one when it is clear, none when nothing speaks for any."""
    return recognition.recognise(home, LAYOUTS.values())


def exclude_lines(layout: Layout) -> list[str]:
    """Lines for `.git/info/exclude` under which plain git sees what the layout tracks."""
    return _SHAPES[layout.name].exclude_lines()
