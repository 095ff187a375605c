"""A Hermes home, `~/.hermes`: `memories/`, `skills/` with `.usage.json`, `skill-bundles/`."""

from __future__ import annotations

from memgit.layouts.shape import Shape, Slot
from memgit.model.layout import Dialect, Layout, Role, Unit

_FILES = {"memory": "memories/MEMORY.md", "user": "memories/USER.md"}

SHAPE = Shape(
    (
        Slot(_FILES["memory"], Role.MEMORY),
        Slot(_FILES["user"], Role.USER),
        Slot("skills/.usage.json", Role.USAGE),
        Slot("skill-bundles/*.yaml", Role.BUNDLE),
        Slot("skill-bundles/*.yml", Role.BUNDLE),
    ),
    skills=("skills",),
)

LAYOUT = Layout(
    name="hermes",
    dialect=Dialect.PLAIN,
    unit=Unit.CODE_POINTS,
    files=_FILES,
    roots=SHAPE.roots,
    skills_roots=("skills",),
    marks=("memories", "skill-bundles", "skills/.bundled_manifest", "skills/.curator_state"),
    budgets={"memory": 2_200, "user": 1_375},
    classify=SHAPE.place,
    bundles="skill-bundles",
    usage="skills/.usage.json",
    enters=SHAPE.enters,
)
"""Limits are Hermes' own `memory_char_limit` and `user_char_limit`."""
