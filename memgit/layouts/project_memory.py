"""pi's project-memory extension, `~/.pi/agent/project-memory`: an index and topic files per project, nothing else."""

from __future__ import annotations

from memgit.layouts.shape import Shape, Slot
from memgit.model.layout import Dialect, Layout, Role, Unit

SHAPE = Shape(
    (
        Slot("projects/*/memory/MEMORY.md", Role.TOPIC_INDEX),
        Slot("projects/*/memory/*.md", Role.TOPIC),
    ),
)

LAYOUT = Layout(
    name="project-memory",
    dialect=Dialect.FREE,
    unit=Unit.UTF16,
    files={},
    roots=SHAPE.roots,
    skills_roots=(),
    marks=("memory-roots", "projects/*/.project-root"),
    budgets={},
    classify=SHAPE.place,
    project_topics="projects/{name}/memory",
    enters=SHAPE.enters,
)
