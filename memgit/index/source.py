"""What an index is made of, and who is told how far that is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from memgit.model.layout import Layout

Progress = Callable[[int, int], None]
"""Called with how many files are done, of how many."""


@dataclass(frozen=True, slots=True)
class Source:
    """What an index is made of. limit: files of more bytes are known by name only."""

    home: Path
    layout: Layout
    limit: int
