"""Revisions as people write them: an id or its beginning, `HEAD~2`, a tag, a branch, a date."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pygit2
from pygit2.enums import ObjectType

from memgit.clock import parse_when, rfc3339
from memgit.errors import NotFound, UsageError
from memgit.repo import history, message

_HEX = frozenset("0123456789abcdefABCDEF")
_SHORTEST = 4
"""Git takes no shorter beginning of an id."""


def resolve(repo: pygit2.Repository, text: str, now: datetime) -> pygit2.Oid:
    """The commit that a revision names.

    A date names the newest commit of the branch at that moment; a date without a time, the end of that day. Raises
    NotFound for a revision that names none, UsageError for the beginning of several ids.
    """
    found = commit_named(repo, text)
    if found is not None:
        return found
    moment = day_end(text, now)
    if moment is None:
        raise NotFound(f"'{text}' names no revision", "list them: memgit log", "or write a date: '3 days ago'")
    return _at(repo, text, moment)


def is_revision(repo: pygit2.Repository, text: str, now: datetime) -> bool:
    """Whether the words name a revision, even one of several meanings."""
    try:
        return commit_named(repo, text) is not None or parse_when(text, now) is not None
    except UsageError:
        return True


def commit_named(repo: pygit2.Repository, text: str) -> pygit2.Oid | None:
    """The commit of an id, a beginning of one, `HEAD~2`, a tag or a branch; None for other words, dates among them."""
    words = text.strip()
    if not words or words.startswith("-") or ":" in words:
        return None
    try:
        found = repo.revparse_single("HEAD" if words == "@" else words)
        return found.peel(pygit2.Commit).id
    except (KeyError, ValueError, pygit2.GitError):
        return _by_beginning(repo, words)


def day_end(text: str, now: datetime) -> datetime | None:
    """The moment of a date, included: a date without a time (`today` too) means its last second."""
    moment = parse_when(text, now)
    if moment is None:
        return None
    words = text.strip().lower()
    whole_day = words in ("today", "yesterday") or (words[:1].isdigit() and _is_date(words))
    return moment + timedelta(days=1, seconds=-1) if whole_day else moment


def _is_date(words: str) -> bool:
    try:
        return datetime.fromisoformat(words).time() == datetime.min.time() and not set(words) & set("t: ")
    except ValueError:
        return False


def _by_beginning(repo: pygit2.Repository, words: str) -> pygit2.Oid | None:
    """A commit by the beginning of its id, when other objects begin so too."""
    if len(words) < _SHORTEST or not set(words) <= _HEX:
        return None
    commits = [commit for commit in _commits(repo) if str(commit.id).startswith(words.lower())]
    if len(commits) > 1:
        raise UsageError(
            f"'{words}' is the beginning of {len(commits)} commits",
            *(_described(commit) for commit in commits),
            details={"candidates": [str(commit.id) for commit in commits]},
        )
    return commits[0].id if commits else None


def _commits(repo: pygit2.Repository) -> Iterator[pygit2.Commit]:
    for oid in repo:
        if repo.odb.read_header(oid)[0] == ObjectType.COMMIT:
            yield repo[oid].peel(pygit2.Commit)


def _described(commit: pygit2.Commit) -> str:
    subject, _, _ = message.parse(commit.message)
    when = rfc3339(datetime.fromtimestamp(commit.commit_time, UTC))
    return f"{str(commit.id)[:12]} {when} {subject}"


def _at(repo: pygit2.Repository, text: str, moment: datetime) -> pygit2.Oid:
    first: pygit2.Commit | None = None
    if not repo.head_is_unborn:
        for commit in history.by_time(repo, repo.head.peel(pygit2.Commit)):
            if commit.commit_time <= moment.timestamp():
                return commit.id
            first = commit
    hint = "memgit log" if first is None else f"the first change: memgit show {str(first.id)[:7]}"
    raise NotFound(f"nothing was recorded yet at '{text}'", hint)
