"""`memgit skill list`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgit.cli.command import READS, command
from memgit.cli.context import App, Context
from memgit.cli.render import columns

if TYPE_CHECKING:
    from memgit.skills.discovery import SkillRef

_KEYS = (
    "name",
    "category",
    "description",
    "shown",
    "path",
    "state",
    "pinned",
    "created_by",
    "uses",
    "last_used",
    "dirname",
    "external",
)


@command(
    examples=[
        ("memgit skill list", "the skills an agent is offered here"),
        ("memgit skill list --category dev", "those of one category"),
        ("memgit skill list --all --json", "archived, disabled and unsupported ones too, for a script"),
    ],
    exits=READS,
)
def list_skills(
    ctx: Context,
    *,
    category: Annotated[str | None, typer.Option("--category", metavar="C", help="only those of this category")] = None,
    everything: Annotated[bool, typer.Option("--all", help="also those that an agent is not offered")] = False,
) -> None:
    """List the skills: name, category and description as the agent shows it."""
    from memgit.ops.skill_reading import listing

    app = ctx.obj
    found, warnings = listing(app.store(), app.settings, category, everything)
    for line in warnings:
        app.out.warn(line)
    app.out.show({"items": [_document(ref) for ref in found]}, _lines(app, found))


def _document(ref: SkillRef) -> dict[str, Any]:
    return {key: getattr(ref, key) for key in _KEYS}


def _lines(app: App, found: list[SkillRef]) -> Iterator[str]:
    rows = []
    for ref in found:
        notes = [ref.state] if ref.state != "active" else []
        notes += ["pinned"] if ref.pinned else []
        note = app.out.style(f"  ({', '.join(notes)})", "dim") if notes else ""
        name = f"{ref.category}/{ref.name}" if ref.category else ref.name
        rows.append((app.out.style(name, "bold"), ref.shown + note))
    yield from columns(rows)
