"""What history says of a document: who changed it, and what left it. Everything here is slow: beside the loop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from memgit.clock import system_clock
from memgit.errors import MemgitError
from memgit.formats.entries import EntryFile
from memgit.model.change import Commit
from memgit.ops.documents import Home
from memgit_lsp.homes import within
from memgit_lsp.session import Session

if TYPE_CHECKING:
    from memgit.repo.lost import LostEntry
    from memgit.skills.archived import Archived

NEWEST = 5
"""So many of what left are offered."""

_SPANS = ((365, "year"), (30, "month"), (7, "week"), (1, "day"))


@dataclass(frozen=True, slots=True)
class Left:
    """An entry that left: its text as it was written, which change took it out, and when."""

    entry: LostEntry
    commit: Commit


def changes(session: Session, home: Home, path: Path) -> int:
    """How many changes history has of a file, or of a skill with all its files."""
    from memgit.ops.log import Query, log

    name = within(home, path.parent if path.name == "SKILL.md" else path)
    try:
        return sum(1 for _ in log(session.homes.store(home), Query(name)))
    except MemgitError:
        return 0


def entries_left(session: Session, home: Home, path: Path, data: str) -> list[Left]:
    """The entries that left a file last, of those that are not in `data` again."""
    from memgit.repo import history
    from memgit.repo.lost import lost_entries

    own = within(home, path)
    try:
        here = set(EntryFile.parse(data.encode("utf-8", "replace"), home.layout.dialect).raws)
        store = session.homes.store(home)
        gone = (one for one in lost_entries(store.repo, home.layout, "") if one.path == own)
        found = islice((one for one in gone if one.entry.raw not in here), NEWEST)
        return [Left(one, history.read(store.repo, one.commit)) for one in found]
    except MemgitError:
        return []


def skills_left(session: Session, home: Home) -> list[Archived]:
    """The skills that were archived or deleted last."""
    from memgit.skills.archived import listing

    try:
        return listing(session.homes.store(home))[:NEWEST]
    except MemgitError:
        return []


def blamed(session: Session, home: Home, path: Path, text: str) -> Commit | None:
    """The change that an entry came in with; None for one that is not recorded yet."""
    from memgit.ops.blame import blame

    try:
        answer = blame(session.homes.store(home), within(home, path))
    except MemgitError:
        return None
    return next((item.commit for item in answer.items if item.text == text), None)


def ago(moment: datetime, now: datetime | None = None) -> str:
    """How long ago something was, roughly: `3 days ago`."""
    days = ((now or system_clock()) - moment.astimezone(UTC)).days
    for size, name in _SPANS:
        if days >= size:
            n = days // size
            return f"{n} {name}{'' if n == 1 else 's'} ago"
    return "today"


def told(commit: Commit) -> str:
    """A change in one line of Markdown: when, by whom, in which session, why."""
    parts = [f"{commit.time:%Y-%m-%d %H:%M} UTC", f"by {commit.origin}"]
    parts += [f"in session `{commit.session}`"] if commit.session else []
    reason = [f"> {line}" for line in commit.body.splitlines() if line.strip()]
    return "\n".join([f"`{commit.id[:7]}` {', '.join(parts)}: {commit.subject}", *([""] if reason else []), *reason])


def head_of(home: Home, session: Session) -> str | None:
    """The newest commit, for what is kept as long as that stays."""
    from memgit.ops.index import where
    from memgit.paths import cache_folder
    from memgit.repo.head import head_id

    return head_id(where(home.path, home.settings, cache_folder(session.environ)).git_dir)


def lines_of(commits: Iterator[Commit]) -> list[str]:
    """Changes as a log has them."""
    return [f"{one.time:%Y-%m-%d %H:%M}  {one.id[:7]}  {one.origin:<8}  {one.subject}" for one in commits]
