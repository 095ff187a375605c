"""Commits as values, and which of them to tell of; needs no git library."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from memgit.model.change import Commit
from memgit.repo import message


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


def described(commit_id: str, parents: tuple[str, ...], time: int, text: str) -> Commit:
    """A commit with what its message says. time: seconds since 1970."""
    subject, body, trailers = message.parse(text)
    return Commit(
        id=commit_id,
        parents=parents,
        time=datetime.fromtimestamp(time, UTC),
        origin=message.origin_of(trailers),
        action=message.action_of(trailers),
        subject=subject,
        body=body,
        session=_one(trailers, message.SESSION),
        device=_one(trailers, message.DEVICE),
        trailers=trailers,
    )


def _one(trailers: dict[str, str | list[str]], key: str) -> str | None:
    found = message.values(trailers, key)
    return found[-1] if found else None
