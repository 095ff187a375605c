"""Which skill a file belongs to: the nearest folder above it that has a SKILL.md."""

from __future__ import annotations

import os
from pathlib import Path

from memgit.model.layout import Place, Role

SKILL = "SKILL.md"


class Owners:
    """Asks the disk once for each folder; make a new one for each pass."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._is_skill: dict[str, bool] = {}

    def of(self, path: str, place: Place) -> str:
        """The folder of the skill that a file of the roles SKILL and ARCHIVE belongs to, "" for other roles.

        Where no folder has a SKILL.md it is the topmost one below the skills root or the archive; a file directly
        there is its own.
        """
        if place.role not in (Role.SKILL, Role.ARCHIVE):
            return ""
        base = path[: len(path) - len(place.name)]
        folder = place.name.rpartition("/")[0]
        top = base + place.name.partition("/")[0]
        while folder:
            if self._has_skill(base + folder):
                return base + folder
            folder = folder.rpartition("/")[0]
        return top

    def _has_skill(self, folder: str) -> bool:
        known = self._is_skill.get(folder)
        if known is None:
            known = self._is_skill[folder] = os.path.lexists(f"{self._home}/{folder}/{SKILL}")
        return known
