"""Finding the home that a command works on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from memgit.errors import NotFound

_MARK = os.path.join(".memgit", "store.json")


def default_home(environ: Mapping[str, str]) -> Path:
    """`~/.memgit`."""
    return Path(environ.get("HOME") or os.path.expanduser("~")) / ".memgit"


def find_home(flag: str | None, environ: Mapping[str, str]) -> Path:
    """`--home`, `$MEMGIT_HOME`, the nearest folder at or above the current one with a store, then `~/.memgit`.

    A named home must hold a store: the search does not go on past it. Raises NotFound (3).
    """
    named = flag or environ.get("MEMGIT_HOME")
    if named:
        home = Path(os.path.abspath(_expanded(named, environ)))
        if not (home / _MARK).is_file():
            raise NotFound(f"no store in '{named}'", f"memgit init {named}")
        return home
    for folder in _upward():
        if (folder / _MARK).is_file():
            return folder
    home = default_home(environ)
    if not (home / _MARK).is_file():
        raise NotFound("no store here, in a folder above, or in '~/.memgit'", "memgit init DIR")
    return home


def _expanded(named: str, environ: Mapping[str, str]) -> str:
    """A name with `~` written out: one from a settings file never went through a shell."""
    if named == "~" or named.startswith("~/"):
        return str(default_home(environ).parent) + named[1:]
    return named


def _upward() -> list[Path]:
    try:
        here = Path.cwd()
    except FileNotFoundError:
        return []
    return [here, *here.parents]
