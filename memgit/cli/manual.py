"""The pages of the manual: `memgit/manual/TOPIC.md`, each beginning with a title line."""

from __future__ import annotations

import os

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "manual")
_LIST = "topics"


def topics() -> list[str]:
    """The names of the pages, sorted."""
    return sorted(name.removesuffix(".md") for name in os.listdir(_FOLDER) if name.endswith(".md"))


def read(topic: str) -> str | None:
    """The text of a page; None when there is none. `topics` is the list of them."""
    if topic == _LIST:
        rows = [(name, title(name)) for name in topics()]
        room = max(len(name) for name, _ in rows)
        return "\n".join(f"{name.ljust(room)}  {about}" for name, about in rows)
    if topic not in topics():
        return None
    with open(os.path.join(_FOLDER, f"{topic}.md"), encoding="utf-8") as file:
        return file.read()


def title(topic: str) -> str:
    """The first line of a page without its `#`."""
    return (read(topic) or "").partition("\n")[0].lstrip("# ")
