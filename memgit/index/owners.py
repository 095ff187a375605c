"""Which skill a file belongs to: the nearest folder above it that has a SKILL.md."""

from __future__ import annotations

from memgit.index.database import Database
from memgit.model.layout import Place, Role

SKILL = "SKILL.md"


class Owners:
    """Asks the index, in which every SKILL.md comes before the files of its skill, once for each folder."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._is_skill: dict[str, bool] = {}

    def forget(self) -> None:
        """Ask again: a SKILL.md came or went, or another process may have written."""
        self._is_skill.clear()

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
        if folder and path.endswith(f"/{SKILL}"):
            return base + folder
        while folder:
            if self._has_skill(base + folder):
                return base + folder
            folder = folder.rpartition("/")[0]
        return top

    def _has_skill(self, folder: str) -> bool:
        known = self._is_skill.get(folder)
        if known is None:
            known = self._db.one("SELECT 1 FROM file WHERE path = ?", (f"{folder}/{SKILL}",)) is not None
            self._is_skill[folder] = known
        return known
