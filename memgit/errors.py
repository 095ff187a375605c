"""The error tree: what went wrong, with what, and what to do about it.

```
MemgitError            1  it ran and found problems
├── UsageError         2  the words of the command line are wrong
├── NotFound           3  no store, or the thing named does not exist
├── Refused            4  a rule forbids it (secret, budget, pinned, unattended)
├── Busy               5  another writer, a merge in progress, a conflict with another writer
├── RemoteError        6  the remote could not be reached or refused
├── KeyMissing         7  a key is missing or wrong
└── SystemRefused      8  the system refused, or a file cannot be taken as it is
```

Library code raises these and nothing else on purpose; `memgit.cli.main` alone turns them into text and an exit code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class MemgitError(Exception):
    """Something the person can act on.

    message: one line, lower case, no full stop. hints: one line each, preferably a command to run.
    details: what `--json` adds to the error object (lists, counts, both sides of a conflict).
    """

    kind = "problem"
    exit_code = 1

    def __init__(self, message: str, *hints: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hints = hints
        self.details: Mapping[str, Any] = details or {}


class UsageError(MemgitError):
    """The words of the command line are wrong; ambiguity is one of these."""

    kind = "usage"
    exit_code = 2


class NotFound(MemgitError):
    """No store here, or the thing named does not exist."""

    kind = "not-found"
    exit_code = 3


class Refused(MemgitError):
    """A rule forbids it: a secret, a budget, a pin, an unattended writer."""

    kind = "refused"
    exit_code = 4


class Busy(MemgitError):
    """Another writer holds the lock, a merge is in progress, or HEAD is not on a branch."""

    kind = "busy"
    exit_code = 5


class RemoteError(MemgitError):
    """The remote could not be reached, or refused."""

    kind = "remote"
    exit_code = 6


class KeyMissing(MemgitError):
    """A key is missing or wrong."""

    kind = "key"
    exit_code = 7


class SystemRefused(MemgitError):
    """The system refused (disk full, read-only, no permission), or a file cannot be taken as it is."""

    kind = "system"
    exit_code = 8


class DoesNotApply(MemgitError):
    """A restore that does not apply cleanly: `details["conflicts"]` holds each place with both sides."""

    kind = "conflict"
    exit_code = 1
