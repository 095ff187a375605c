"""Makes the sample home of the demo: the agent home of a small web shop, with twelve days of history."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from memgit import layouts
from memgit.clock import Clock
from memgit.config import Settings
from memgit.errors import Refused, UsageError
from memgit.formats.usage import UsageFile, bump, new_record
from memgit.memory.targets import target
from memgit.model.change import Action, Actor, Origin
from memgit.ops import memory
from memgit.ops.init import Request, init
from memgit.repo.refused import system_errors
from memgit.repo.store import Options, Store
from memgit.skills import edits
from memgit.skills.find import find
from memgit.skills.replacing import Replacement
from memgit.skills.writer import Writer

LAYOUT = "hermes"
_STYLE = "3. Lead with what a user must do: migrations, renamed settings.\n"
_ABSORBED = (
    f"{_STYLE}\n## Style\n\n"
    "- One line per change, in the present tense, 100 characters at most.\n"
    "- Say what changed for the user; the pull request says how.\n"
)
_MADE_BY = {
    "pr-triage": None,
    "release-notes": "agent",
    "changelog-style": "agent",
    "deploy-check": None,
    "weekly-report": None,
}
"""Skill to `created_by`: `agent` is what automation may manage."""


def require_free(home: Path) -> None:
    """Raise Refused when something is in the folder, UsageError when it is no folder."""
    with system_errors():
        if home.exists() and not home.is_dir():
            raise UsageError(f"'{home}' is not a folder", "memgit demo DIR")
        if home.exists() and any(home.iterdir()):
            raise Refused(
                f"'{home}' is not empty: the demo touches nothing that is there",
                "a fresh temporary folder: memgit demo",
                f"a new one: memgit demo {home}/demo",
            )


def make(home: Path, clock: Clock) -> tuple[str, ...]:
    """Write the sample home and its history; answers warnings. What it wrote is gone again if it fails."""
    require_free(home)
    there = home.is_dir()
    now = clock()
    try:
        with system_errors():
            home.mkdir(parents=True, exist_ok=True)
            _write_files(home, now - timedelta(days=12))
            made = init(home, Request(LAYOUT), lambda: now - timedelta(days=12), Options())
            _live(home, now)
    except BaseException:
        _clear(home, there)
        raise
    return made.warnings


def _write_files(home: Path, created: datetime) -> None:
    for path, source in _walk(files("memgit") / "samples" / LAYOUT):
        full = home / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(source.read_bytes())
        if full.suffix == ".sh":
            full.chmod(0o755)  # a wheel need not keep modes
    records = {name: bump(new_record(created, by), "use", created) for name, by in _MADE_BY.items()}
    (home / "skills" / ".usage.json").write_bytes(UsageFile(records).dump())


def _walk(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    for item in folder.iterdir():
        path = prefix + item.name
        if item.is_dir():
            yield from _walk(item, path + "/")
        else:
            yield path, item


def _live(home: Path, now: datetime) -> None:
    """What happened since: an agent's note, what the review learned, the curator's run."""
    settings = Settings()
    agent = Actor(Origin.AGENT, "s-0412", "found while the build failed")
    memory.add(
        _at(home, now - timedelta(days=6)),
        target(None, None),
        "The test database is reset by make db, which takes four minutes",
        agent,
        settings,
    )
    review = Actor(Origin.REVIEW, "s-0419", "the user said so twice in this session")
    memory.add(
        _at(home, now - timedelta(days=3)),
        target("user", None),
        "Never wants a force push, not even to a branch of their own",
        review,
        settings,
    )
    _curate(_at(home, now - timedelta(days=1)))


def _curate(store: Store) -> None:
    """One run of a curator: a narrow skill goes into a wider one, in one commit."""
    reason = "changelog-style was one section of release-notes and was never used without it"
    with store.change() as change:
        writer = Writer(change, Actor(Origin.CURATOR, reason=reason))
        edits.patch(writer, find(writer, "release-notes"), None, Replacement(_STYLE, _ABSORBED))
        gone = edits.delete(writer, find(writer, "changelog-style"), "release-notes").message
        subject = "curator: changelog-style absorbed into release-notes"
        change.commit(replace(gone, subject=subject, action=Action.CONSOLIDATE))


def _at(home: Path, moment: datetime) -> Store:
    return Store.open(home, layouts.get, lambda: moment, Options())


def _clear(home: Path, keep: bool) -> None:
    if not keep:
        shutil.rmtree(home, ignore_errors=True)
        return
    for item in os.scandir(home):
        if item.is_dir(follow_symlinks=False):
            shutil.rmtree(item.path, ignore_errors=True)
        else:
            os.unlink(item.path)
