"""The areas of the index: a content's id tells its area, so that a look-up can be held to one."""

from __future__ import annotations

from enum import IntEnum

_SHIFT = 40


class Area(IntEnum):
    """BODIES: text of skills. HEADS: what a skill says of itself. MEMORY: entries, rules, topics."""

    BODIES = 0
    HEADS = 1
    MEMORY = 2

    @property
    def first(self) -> int:
        """The smallest id."""
        return (self.value << _SHIFT) + 1

    @property
    def last(self) -> int:
        """The biggest id."""
        return (self.value + 1) << _SHIFT


def area_of(content: int) -> Area:
    """The area of a content by its id."""
    return Area((content - 1) >> _SHIFT)
