"""The option that names a project, and what is said of a topic."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from memgit.memory.topics import TopicFile

ProjectOption = Annotated[
    str | None,
    typer.Option("--project", metavar="NAME", help="the project that the topic belongs to", show_default=False),
]


def described(found: TopicFile) -> dict[str, Any]:
    """A topic as JSON has it; `project` is null for topics of no project, `indexed` tells of a line in the index."""
    return {
        "name": found.name,
        "project": found.project or None,
        "path": found.path,
        "title": found.link.title if found.link else found.topic.name,
        "description": found.topic.description,
        "type": found.topic.type,
        "hook": found.link.hook if found.link else None,
        "indexed": found.link is not None,
    }
