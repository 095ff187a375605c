"""How the state of the search index is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memgit.ops.index import Freshness


MADE_ANEW = {
    "corrupt": "the index was made anew: its file was damaged",
    "schema": "the index was made anew: another version of memgit had written it",
}
"""Why it was made anew, where a person should know."""


def freshness_document(found: Freshness) -> dict[str, Any]:
    """The state of the index as JSON."""
    from memgit.clock import rfc3339

    return {
        "state": found.state,
        "documents": found.documents,
        "files": found.files,
        "pending": found.pending,
        "updated": None if found.updated is None else rfc3339(found.updated),
        "bytes": found.bytes,
        "watcher": found.watcher,
    }


def freshness_line(found: Freshness) -> str:
    """The state of the index and of the watcher, on one line."""
    documents = counted(found.documents, "document")
    said = {
        "fresh": f"fresh ({documents})",
        "stale": f"{counted(found.pending, 'file')} behind ({documents}; the next search reads them)",
        "missing": f"none, and none can be kept: {found.unkept}"
        if found.unkept
        else "none yet (the next search makes it)",
        "corrupt": "damaged (make it anew: memgit index --rebuild)",
        "outdated": "written by another version of memgit (make it anew: memgit index --rebuild)",
    }
    return f"index: {said[found.state]}, {watcher_words(found.watcher)}"


def watcher_words(pid: int | None) -> str:
    """Whether a watcher runs. pid: 0 when it is not known, None when none runs."""
    if pid is None:
        return "no watcher"
    return f"watcher running (pid {pid})" if pid else "watcher running"


def counted(n: int, what: str) -> str:
    """`1 file`, `1,234 files`."""
    return f"{n:,} {what}{'' if n == 1 else 's'}"
