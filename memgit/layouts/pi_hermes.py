"""pi with the pi-hermes-memory extension, `~/.pi/agent`: global and project stores, global and project skills."""

from __future__ import annotations

from memgit.layouts.shape import USAGE, Shape, Slot
from memgit.model.layout import Dialect, Layout, Role, Unit

ENTRY_BUDGETS = {"memory": 5_000, "user": 5_000, "project": 5_000, "failures": 10_000}
"""The extension's `memoryCharLimit` and its siblings; failures have twice the limit of memory."""

_FOLDER = "pi-hermes-memory"
_FILES = {
    "memory": f"{_FOLDER}/MEMORY.md",
    "user": f"{_FOLDER}/USER.md",
    "failures": f"{_FOLDER}/failures.md",
    "standing": f"{_FOLDER}/STANDING.md",
}
_SKILLS = (f"{_FOLDER}/skills", "projects-memory/*/skills", "skills")

SHAPE = Shape(
    (
        Slot(_FILES["memory"], Role.MEMORY),
        Slot(_FILES["user"], Role.USER),
        Slot(_FILES["failures"], Role.FAILURES),
        Slot(_FILES["standing"], Role.STANDING),
        Slot("projects-memory/*/MEMORY.md", Role.PROJECT),
        Slot(USAGE, Role.USAGE),
    ),
    skills=_SKILLS,
)

LAYOUT = Layout(
    name="pi-hermes",
    dialect=Dialect.DATED,
    unit=Unit.UTF16,
    files=_FILES,
    roots=SHAPE.roots,
    skills_roots=_SKILLS,
    marks=(_FOLDER, "projects-memory"),
    budgets=ENTRY_BUDGETS,
    classify=SHAPE.place,
    project_file="projects-memory/{name}/MEMORY.md",
    usage=USAGE,
    enters=SHAPE.enters,
)
