"""memgit's own layout, `~/.memgit`: every role, in pi's dated dialect; also where projects and topics go."""

from __future__ import annotations

from memgit.layouts.pi_hermes import ENTRY_BUDGETS
from memgit.layouts.shape import Shape, Slot
from memgit.model.layout import Dialect, Layout, Role, Unit

_FILES = {
    "memory": "memory/MEMORY.md",
    "user": "memory/USER.md",
    "failures": "memory/failures.md",
    "standing": "memory/STANDING.md",
}

SHAPE = Shape(
    (
        Slot(_FILES["memory"], Role.MEMORY),
        Slot(_FILES["user"], Role.USER),
        Slot(_FILES["failures"], Role.FAILURES),
        Slot(_FILES["standing"], Role.STANDING),
        Slot("projects/*/MEMORY.md", Role.PROJECT),
        Slot("projects/*/topics/MEMORY.md", Role.TOPIC_INDEX),
        Slot("projects/*/topics/*.md", Role.TOPIC),
        Slot("topics/MEMORY.md", Role.TOPIC_INDEX),
        Slot("topics/*.md", Role.TOPIC),
        Slot("skills/.usage.json", Role.USAGE),
        Slot("bundles/*.yaml", Role.BUNDLE),
        Slot("bundles/*.yml", Role.BUNDLE),
    ),
    skills=("skills",),
)

LAYOUT = Layout(
    name="memgit",
    dialect=Dialect.DATED,
    unit=Unit.UTF16,
    files=_FILES,
    roots=SHAPE.roots,
    skills_roots=("skills",),
    marks=tuple(_FILES.values()),
    budgets=ENTRY_BUDGETS,
    classify=SHAPE.place,
    project_file="projects/{name}/MEMORY.md",
    project_topics="projects/{name}/topics",
    topics="topics",
    bundles="bundles",
    usage="skills/.usage.json",
    enters=SHAPE.enters,
)
