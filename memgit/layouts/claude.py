"""Claude Code's `~/.claude`: skills, the auto-memory of each project, the memory of sub-agents. Free Markdown."""

from __future__ import annotations

from memgit.layouts.shape import USAGE, Shape, Slot
from memgit.model.layout import Dialect, Layout, Role, Unit

SHAPE = Shape(
    (
        Slot("projects/*/memory/MEMORY.md", Role.TOPIC_INDEX),
        Slot("projects/*/memory/**/*.md", Role.TOPIC),
        Slot("agent-memory/*/MEMORY.md", Role.TOPIC_INDEX, owner="agent:"),
        Slot("agent-memory/*/**/*.md", Role.TOPIC, owner="agent:"),
        Slot(USAGE, Role.USAGE),
    ),
    skills=("skills",),
)

LAYOUT = Layout(
    name="claude",
    dialect=Dialect.FREE,
    unit=Unit.CODE_POINTS,
    files={},
    roots=SHAPE.roots,
    skills_roots=("skills",),
    marks=("projects/-*/*.jsonl", "projects/-*/memory/*.md", "agent-memory/*/*.md"),
    budgets={},
    classify=SHAPE.place,
    project_topics="projects/{name}/memory",
    usage=USAGE,
    enters=SHAPE.enters,
)
