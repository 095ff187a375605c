"""Which paths of a home the watcher looks at."""

from __future__ import annotations

from dataclasses import dataclass

from memgit.model.layout import Layout

_NEVER = frozenset({".git", ".memgit"})
"""Ours and git's: recording writes there, and must not wake itself."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of a home that a layout places. Paths are relative POSIX; pure string work.

    roots: first segments of every path that counts.
    """

    layout: Layout
    roots: frozenset[str]

    @classmethod
    def of(cls, layout: Layout) -> Scope:
        """The scope of a layout."""
        return cls(layout, frozenset(layout.roots) - _NEVER)

    def enters(self, folder: str) -> bool:
        """Whether anything in the folder may count; a folder that is not entered is not watched either."""
        return folder.partition("/")[0] in self.roots and self._ours(folder) and self.layout.enters(folder)

    def counts(self, path: str, is_folder: bool) -> bool:
        """Whether something that happened to the path is worth a pass."""
        first = path.partition("/")[0]
        if first not in self.roots or not self._ours(path):
            return False
        if path == first or self.layout.place(path) is not None:
            return True
        return is_folder and self.layout.enters(path)

    def _ours(self, path: str) -> bool:
        return "/.git" not in path or _NEVER.isdisjoint(path.split("/"))
