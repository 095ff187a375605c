"""A small layout for tests of the repo layer, which may not import the real ones."""

from __future__ import annotations

from memgit.model.layout import Dialect, Layout, Place, Role, Unit

_FILES = {
    "m/MEMORY.md": Role.MEMORY,
    "m/USER.md": Role.USER,
    "m/STANDING.md": Role.STANDING,
    "s/.usage.json": Role.USAGE,
}


def small_layout(dialect: Dialect = Dialect.PLAIN) -> Layout:
    """`m/` holds memory, `s/` skills."""

    def place(path: str) -> Place | None:
        if path in _FILES:
            return Place(_FILES[path])
        return Place(Role.SKILL, path[2:], "s") if path.startswith("s/") else None

    return Layout(
        name="small",
        dialect=dialect,
        unit=Unit.CODE_POINTS,
        files={"memory": "m/MEMORY.md", "user": "m/USER.md", "standing": "m/STANDING.md"},
        roots=("m", "s"),
        skills_roots=("s",),
        marks=(),
        budgets={},
        classify=place,
        usage="s/.usage.json",
    )
