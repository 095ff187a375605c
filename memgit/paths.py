"""Where memgit's own files are: crash reports, keys, caches. The environment is passed in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def user_home(environ: Mapping[str, str]) -> Path:
    """The person's home folder."""
    return Path(environ.get("HOME") or os.path.expanduser("~"))


def crash_folder(environ: Mapping[str, str]) -> Path:
    """Where crash reports go: `$XDG_STATE_HOME/memgit/crashes`."""
    return _base(environ, "XDG_STATE_HOME", ".local/state") / "crashes"


def key_folder(environ: Mapping[str, str]) -> Path:
    """Where keys are, never in a home: `$XDG_DATA_HOME/memgit/keys`."""
    return _base(environ, "XDG_DATA_HOME", ".local/share") / "keys"


def cache_folder(environ: Mapping[str, str]) -> Path:
    """Where the index of a home is that cannot be written to: `$XDG_CACHE_HOME/memgit`."""
    return _base(environ, "XDG_CACHE_HOME", ".cache")


def config_base(environ: Mapping[str, str]) -> Path:
    """Where programs keep a person's settings: `$XDG_CONFIG_HOME`."""
    return _xdg(environ, "XDG_CONFIG_HOME", ".config")


def data_base(environ: Mapping[str, str]) -> Path:
    """Where programs keep a person's data: `$XDG_DATA_HOME`."""
    return _xdg(environ, "XDG_DATA_HOME", ".local/share")


def _base(environ: Mapping[str, str], variable: str, default: str) -> Path:
    return _xdg(environ, variable, default) / "memgit"


def _xdg(environ: Mapping[str, str], variable: str, default: str) -> Path:
    """A folder of the XDG base directory specification; a relative value is ignored, as it says."""
    named = environ.get(variable, "")
    return Path(named) if os.path.isabs(named) else user_home(environ) / default
