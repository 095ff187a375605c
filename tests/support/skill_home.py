"""A home with skills under memgit, edited through the real store at a time that the test sets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memgit import layouts
from memgit.model.change import Actor, Origin, Recorded
from memgit.ops.init import Request, init
from memgit.repo.store import Options, Store
from memgit.skills.find import Skill, find
from memgit.skills.writer import DiskTree, Edited, Writer

START = datetime(2026, 10, 1, 9, 30, tzinfo=UTC)
USAGE = "skills/.usage.json"


def skill_text(name: str, description: str = "Does one thing", body: str = "Do it.") -> str:
    """A SKILL.md."""
    return f"---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n\n{body}\n"


FILES: dict[str, str | bytes] = {
    "skills/alpha/SKILL.md": skill_text("alpha"),
    "skills/alpha/references/api.md": "one\ntwo\ntwo\n",
    "skills/alpha/notes.txt": "beside\n",
    "skills/dev/beta/SKILL.md": skill_text("beta"),
}
"""Two skills, one of them in a category."""


class SkillHome:
    """A store made of `files` (path to text or bytes); `now` moves on a minute with each edit."""

    def __init__(
        self, folder: Path, files: Mapping[str, str | bytes], usage: Mapping[str, Any] | None, layout: str
    ) -> None:
        self.folder = folder
        self.now = START
        for path, text in files.items():
            self.put(path, text)
        if usage is not None:
            self.put(USAGE, json.dumps(usage, indent=2, sort_keys=True))
        init(folder, Request(layout), lambda: self.now, Options())
        self.store = Store.open(folder, layouts.get, lambda: self.now)

    def put(self, path: str, text: str | bytes) -> None:
        """Write a file as another program would."""
        full = self.folder / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(text if isinstance(text, bytes) else text.encode())

    @contextmanager
    def writer(self, origin: Origin = Origin.USER, external_dirs: tuple[str, ...] = ()) -> Iterator[Writer]:
        """An open change and its actor."""
        with self.store.change() as change:
            yield Writer(change, Actor(origin), external_dirs)

    def edit(self, what: Callable[..., Edited], name: str, *args: Any, origin: Origin = Origin.USER) -> Recorded:
        """Run an edit of one skill and commit it."""
        self.now += timedelta(minutes=1)
        with self.writer(origin) as writer:
            return writer.change.commit(what(writer, find(writer, name), *args).message)

    def do(self, what: Callable[..., Edited], *args: Any, origin: Origin = Origin.USER) -> Recorded:
        """Run an edit and commit it."""
        self.now += timedelta(minutes=1)
        with self.writer(origin) as writer:
            return writer.change.commit(what(writer, *args).message)

    def find(self, name: str) -> Skill:
        """A skill as it is on disk."""
        return find(DiskTree(self.store), name)

    def read(self, path: str) -> bytes:
        """The bytes of a file on disk."""
        return (self.folder / path).read_bytes()

    def usage(self) -> dict[str, Any]:
        """The usage records on disk."""
        loaded: dict[str, Any] = json.loads(self.read(USAGE))
        return loaded

    def snapshot(self) -> dict[str, bytes]:
        """Every file of the home outside git and memgit's state."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and path.relative_to(self.folder).parts[0] not in (".git", ".memgit")
        }

    def trailers(self) -> dict[str, str | list[str]]:
        """The trailers of the newest commit."""
        from memgit.repo.message import parse

        return parse(self.store.repo[self.store.repo.head.target].message)[2]


def record(**given: Any) -> dict[str, Any]:
    """A usage record of a skill that automation may manage, with some keys set."""
    base = {
        "archived_at": None,
        "created_at": "2026-03-02T09:14:05.120331+00:00",
        "created_by": "agent",
        "last_patched_at": None,
        "last_reused_patch_generation": 0,
        "last_used_at": None,
        "last_viewed_at": None,
        "patch_count": 0,
        "patch_generation": 0,
        "pinned": False,
        "state": "active",
        "use_count": 0,
        "view_count": 0,
    }
    return base | given
