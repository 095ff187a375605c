"""Git's library in a process that stays: it maps a few megabytes of the packs, not all of them."""

from __future__ import annotations

import pygit2

_WINDOW = 1024 * 1024
_MAPPED = 4 * _WINDOW
_CACHED = 4 * _WINDOW
"""Bytes: of a pack mapped at once, of all packs, of objects kept. libgit2's own are 1 GiB, 8 GiB and 256 MiB."""


def be_frugal() -> None:
    """Hold the memory of git's library down, at the cost of some reads."""
    pygit2.settings.mwindow_size = _WINDOW
    pygit2.settings.mwindow_mapped_limit = _MAPPED
    pygit2.settings.cache_max_size(_CACHED)
