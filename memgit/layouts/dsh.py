"""A folder in pi's dialect that holds the stores directly: `~/.dsh/memory`, or pi's `pi-hermes-memory` itself."""

from __future__ import annotations

from memgit.layouts.pi_hermes import ENTRY_BUDGETS
from memgit.layouts.shape import USAGE, Shape, Slot
from memgit.model.layout import Dialect, Layout, Role, Unit

_FILES = {"memory": "MEMORY.md", "user": "USER.md", "failures": "failures.md", "standing": "STANDING.md"}

SHAPE = Shape(
    (
        Slot(_FILES["memory"], Role.MEMORY),
        Slot(_FILES["user"], Role.USER),
        Slot(_FILES["failures"], Role.FAILURES),
        Slot(_FILES["standing"], Role.STANDING),
        Slot("projects/*/MEMORY.md", Role.PROJECT),
        Slot(USAGE, Role.USAGE),
    ),
    skills=("skills",),
)

LAYOUT = Layout(
    name="dsh",
    dialect=Dialect.DATED,
    unit=Unit.UTF16,
    files=_FILES,
    roots=SHAPE.roots,
    skills_roots=("skills",),
    marks=(".memory-index.sqlite",),
    budgets=ENTRY_BUDGETS,
    classify=SHAPE.place,
    project_file="projects/{name}/MEMORY.md",
    usage=USAGE,
    enters=SHAPE.enters,
)
