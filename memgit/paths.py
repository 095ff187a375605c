"""Where memgit's own files are: settings, crash reports, keys. The environment is passed in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

SETTINGS_NAME = "memgit.yaml"
"""The settings of a home, tracked in it."""


def user_home(environ: Mapping[str, str]) -> Path:
    """The person's home folder."""
    return Path(environ.get("HOME") or os.path.expanduser("~"))


def home_settings(home: Path) -> Path:
    """The settings file of a home."""
    return home / SETTINGS_NAME


def user_settings(environ: Mapping[str, str]) -> Path:
    """The person's own settings: `$XDG_CONFIG_HOME/memgit/config.yaml`."""
    return _base(environ, "XDG_CONFIG_HOME", ".config") / "config.yaml"


def crash_folder(environ: Mapping[str, str]) -> Path:
    """Where crash reports go: `$XDG_STATE_HOME/memgit/crashes`."""
    return _base(environ, "XDG_STATE_HOME", ".local/state") / "crashes"


def key_folder(environ: Mapping[str, str]) -> Path:
    """Where keys are, never in a home: `$XDG_DATA_HOME/memgit/keys`."""
    return _base(environ, "XDG_DATA_HOME", ".local/share") / "keys"


def _base(environ: Mapping[str, str], variable: str, default: str) -> Path:
    """A folder of the XDG base directory specification; a relative value is ignored, as it says."""
    named = environ.get(variable, "")
    folder = Path(named) if os.path.isabs(named) else user_home(environ) / default
    return folder / "memgit"
