"""History read back: commits as values, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import heappop, heappush

import pygit2

from memgit.model.change import Commit
from memgit.repo.commits import Filter, described

_OUT_OF_ORDER = 100
"""So many commits in a row before `since` end a walk: clocks of several machines disagree by less."""


def walk(repo: pygit2.Repository, wanted: Filter | None = None) -> Iterator[Commit]:
    """The commits of the branch that pass the filter, newest first; none before the first commit. Reads no trees."""
    if repo.head_is_unborn:
        return
    wanted = wanted or Filter()
    floor = None if wanted.since is None else wanted.since.timestamp()
    ceiling = None if wanted.until is None else wanted.until.timestamp()
    rest = replace(wanted, since=None, until=None)
    early = 0
    for found in by_time(repo, repo.head.peel(pygit2.Commit)):
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


def by_time(repo: pygit2.Repository, start: pygit2.Commit) -> Iterator[pygit2.Commit]:
    """A commit and its ancestors, newest first as git does it, read as they are asked for (libgit2 reads all first)."""
    seen = {start.id}
    queue = [(-start.commit_time, 0, start)]
    while queue:
        _, _, commit = heappop(queue)
        yield commit
        for parent_id in commit.parent_ids:
            parent = None if parent_id in seen else repo.get(parent_id)
            if parent is not None:  # a shallow clone ends here
                seen.add(parent_id)
                found = parent.peel(pygit2.Commit)
                heappush(queue, (-found.commit_time, len(seen), found))


def is_ancestor(repo: pygit2.Repository, older: pygit2.Oid, newer: pygit2.Oid) -> bool:
    """Whether one commit is in the past of another; False too when git does not have it any more."""
    try:
        return repo.descendant_of(newer, older)
    except (KeyError, pygit2.GitError, ValueError):
        return False


def read(repo: pygit2.Repository, commit_id: str) -> Commit:
    """The commit with a full id."""
    return commit_of(repo[commit_id].peel(pygit2.Commit))


def commit_of(found: pygit2.Commit) -> Commit:
    """What a git commit says, as a value."""
    parents = tuple(str(parent) for parent in found.parent_ids)
    return described(str(found.id), parents, found.commit_time, _text(found))


def _text(found: pygit2.Commit) -> str:
    """The message; what is not valid in its encoding is shown replaced."""
    try:
        return found.message
    except (UnicodeDecodeError, LookupError):
        return found.raw_message.decode("utf-8", "replace")
