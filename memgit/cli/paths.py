"""Names that a shell completed: a path from the current folder, or an absolute one, as the path from the home."""

from __future__ import annotations

import os
from pathlib import Path


def from_home(home: Path, word: str) -> str:
    """A path to something in the home as the home calls it; every other word, and what is no path, as it is.

    A path from the home wins over one from the current folder, unless that starts with a dot. `NAME@REV` keeps its
    revision.
    """
    path, at, rev = word.partition("@")
    if "/" not in path and "." not in path:
        return word
    if not os.path.isabs(path) and not path.startswith("./") and os.path.lexists(home / path):
        return word
    place = os.path.abspath(path)
    folder, name = os.path.split(place)
    inside = os.path.relpath(os.path.join(os.path.realpath(folder), name), os.path.realpath(home))
    if inside.split(os.sep)[0] in (os.pardir, os.curdir):
        return word
    if not os.path.isabs(path) and not os.path.lexists(place):
        return word
    return inside.replace(os.sep, "/") + at + rev
