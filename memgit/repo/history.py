"""History read back: commits as values, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pygit2
from pygit2.enums import SortMode

from memgit.model.change import Commit
from memgit.repo import message

_OUT_OF_ORDER = 100
"""So many commits in a row before `since` end a walk: clocks of several machines disagree by less."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which commits to tell of; an empty field lets every commit pass. since, until: included, UTC."""

    origins: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    since: datetime | None = None
    until: datetime | None = None
    session: str | None = None

    def passes(self, commit: Commit) -> bool:
        """Whether the filter lets a commit through."""
        return (
            (not self.origins or commit.origin in self.origins)
            and (not self.actions or commit.action in self.actions)
            and (self.since is None or commit.time >= self.since)
            and (self.until is None or commit.time <= self.until)
            and (self.session is None or commit.session == self.session)
        )


def walk(repo: pygit2.Repository, wanted: Filter | None = None) -> Iterator[Commit]:
    """The commits of the branch that pass the filter, newest first; none before the first commit. Reads no trees."""
    if repo.head_is_unborn:
        return
    wanted = wanted or Filter()
    floor = None if wanted.since is None else wanted.since.timestamp()
    ceiling = None if wanted.until is None else wanted.until.timestamp()
    rest = replace(wanted, since=None, until=None)
    early = 0
    for found in repo.walk(repo.head.target, SortMode.TIME):
        if floor is not None and found.commit_time < floor:
            early += 1
            if early > _OUT_OF_ORDER:
                return
            continue
        early = 0
        if ceiling is not None and found.commit_time > ceiling:
            continue
        commit = commit_of(found)
        if rest.passes(commit):
            yield commit


def read(repo: pygit2.Repository, commit_id: str) -> Commit:
    """The commit with a full id."""
    return commit_of(repo[commit_id].peel(pygit2.Commit))


def commit_of(found: pygit2.Commit) -> Commit:
    """What a git commit says, as a value."""
    subject, body, trailers = message.parse(_text(found))
    return Commit(
        id=str(found.id),
        parents=tuple(str(parent) for parent in found.parent_ids),
        time=datetime.fromtimestamp(found.commit_time, UTC),
        origin=message.origin_of(trailers),
        action=message.action_of(trailers),
        subject=subject,
        body=body,
        session=_one(trailers, message.SESSION),
        device=_one(trailers, message.DEVICE),
        trailers=trailers,
    )


def _text(found: pygit2.Commit) -> str:
    """The message; what is not valid in its encoding is shown replaced."""
    try:
        return found.message
    except (UnicodeDecodeError, LookupError):
        return found.raw_message.decode("utf-8", "replace")


def _one(trailers: dict[str, str | list[str]], key: str) -> str | None:
    found = message.values(trailers, key)
    return found[-1] if found else None
