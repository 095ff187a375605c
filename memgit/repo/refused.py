"""What the system refuses, in one line: disk full, read-only, no permission."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import pygit2

from memgit.errors import SystemRefused

_REASONS = {
    errno.ENOSPC: ("the disk is full", "make room, then try again"),
    errno.EDQUOT: ("the disk quota is used up", "make room, then try again"),
    errno.EROFS: ("the file system is read-only", "remount it writable, then try again"),
    errno.EACCES: ("no permission", "let it be read and written: see its owner and mode with ls -ld"),
    errno.EPERM: ("the system does not permit it", "see its owner with ls -ld, its attributes with lsattr -d"),
}
_IN_GIT_MESSAGES = (
    ("No space left", errno.ENOSPC),
    ("quota", errno.EDQUOT),
    ("Read-only file system", errno.EROFS),
    ("Permission denied", errno.EACCES),
    ("Operation not permitted", errno.EPERM),
)


@contextmanager
def system_errors() -> Iterator[None]:
    """Turn errors of the system, also those that libgit2 reports as text, into `SystemRefused`."""
    try:
        yield
    except OSError as error:
        code = error.errno or _code_in(str(error))  # libgit2's own carry no number
        if code not in _REASONS:
            raise
        raise _refused(code, str(error.filename or "")) from error
    except pygit2.GitError as error:
        code = _code_in(str(error))
        if code is None:
            raise SystemRefused(
                f"git's objects or references are damaged: {error}", "see what: memgit doctor"
            ) from error
        raise _refused(code, "git's object store") from error


def _code_in(text: str) -> int | None:
    return next((code for words, code in _IN_GIT_MESSAGES if words in text), None)


def _refused(code: int, place: str) -> SystemRefused:
    reason, hint = _REASONS[code]
    return SystemRefused(f"{reason}: '{place}'" if place else reason, hint)
