"""Whose a skill is, and whether automation may touch it: from the records that Hermes Agent keeps beside the skills."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from memgit.formats import usage
from memgit.model.layout import Layout
from memgit.skills.discovery import roots

_LOCK = ".hub/lock.json"
_MANIFEST = ".bundled_manifest"
_ORG = "_org"


class Owner(StrEnum):
    """Who looks after a skill. AGENT: made by a review, or given over to automation by its owner (adopted)."""

    HUB = "hub"
    BUNDLED = "bundled"
    EXTERNAL = "external"
    AGENT = "agent"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Sources:
    """What is known of where skills came from.

    hub: name to folder (relative to the home) of what the hub installed; a folder that is not there any more is None.
    bundled: names that came with the agent. external_dirs: absolute and resolved. roots: the skills roots.
    unreadable: files that say who owns what and cannot be read; nothing is managed then.
    """

    hub: Mapping[str, str | None]
    bundled: frozenset[str]
    external_dirs: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()


def sources(home: Path, layout: Layout, external_dirs: Iterable[str | Path] = ()) -> Sources:
    """Read what the home's skills roots say. Missing files say nothing; damaged ones are named in `unreadable`."""
    hub: dict[str, str | None] = {}
    bundled: set[str] = set()
    unreadable: list[str] = []
    found = roots(home, layout)
    for root in found:
        try:
            hub |= _hub(home, root)
        except (OSError, ValueError, RecursionError):
            unreadable.append(f"{root}/{_LOCK}")
        try:
            bundled |= _bundled(home / root / _MANIFEST)
        except (OSError, ValueError):
            unreadable.append(f"{root}/{_MANIFEST}")
    outside = tuple(os.path.realpath(folder) for folder in external_dirs)
    return Sources(hub, frozenset(bundled), outside, tuple(found), tuple(unreadable))


def owner(home: Path, folder: str, names: Iterable[str], known: Sources, record: Mapping[str, Any] | None) -> Owner:
    """Who owns the skill in a folder (relative to the home, or absolute).

    names: the folder's name and the frontmatter's; the agent uses either. record: its usage record.
    """
    keys = [name for name in dict.fromkeys((folder.rpartition("/")[2], *names)) if name]
    if _is_external(home, folder, known):
        return Owner.EXTERNAL
    maker = usage.created_by(record or {})
    if maker == "installed" or any(known.hub.get(name, "") in (None, folder) for name in keys):
        return Owner.HUB
    if folder in known.hub.values():
        return Owner.HUB
    if any(name in known.bundled for name in keys):
        return Owner.BUNDLED
    return Owner.AGENT if maker == "agent" else Owner.USER


def managed(whose: Owner, known: Sources) -> bool:
    """Whether automation may change a skill of that owner; no, if it cannot be told who owns what."""
    return whose is Owner.AGENT and not known.unreadable


def _is_external(home: Path, folder: str, known: Sources) -> bool:
    if any(folder.startswith(f"{root}/{_ORG}/") for root in known.roots):
        return True
    if not known.external_dirs:
        return os.path.isabs(folder)
    real = os.path.realpath(home / folder)
    return os.path.isabs(folder) or any(f"{real}/".startswith(f"{outside}/") for outside in known.external_dirs)


def _hub(home: Path, root: str) -> dict[str, str | None]:
    try:
        data = (home / root / _LOCK).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    loaded = json.loads(data.decode("utf-8-sig", "replace"))
    installed = loaded.get("installed", {}) if isinstance(loaded, dict) else None
    if not isinstance(installed, dict):
        raise ValueError("installed is not an object")
    return {name: _install_path(home, root, entry) for name, entry in installed.items()}


def _install_path(home: Path, root: str, entry: object) -> str | None:
    path = entry.get("install_path") if isinstance(entry, dict) else None
    if not isinstance(path, str) or not path.strip("/"):
        return None
    folder = f"{root}/{path.strip('/')}"
    return folder if "\0" not in folder and (home / folder).is_dir() else None


def _bundled(path: Path) -> set[str]:
    """Names of `name:md5` lines; the oldest form has names alone."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return set()
    names = (line.strip().rpartition(":")[0] or line.strip() for line in text.splitlines())
    return {name for name in names if name and not name.startswith("#")}
