"""The safe fixes of findings, put into files: in a home as one change, elsewhere in place of each file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from memgit.model.change import Action, Actor, Message, Recorded
from memgit.model.diagnostic import Diagnostic, Fix
from memgit.repo.store import Store

_ROUNDS = 50
"""A fix may uncover a finding that has a fix; more often than this nothing honest does."""

Lint = Callable[[str], Iterable[Diagnostic]]


def mended(text: str, lint: Lint) -> tuple[str, int]:
    """The text with the safe fixes of what is found in it, again and again until there are none; and how many."""
    count = 0
    for _ in range(_ROUNDS):
        fixes = _apart(fix for found in lint(text) for fix in found.fixes[:1] if fix.safe)
        after = applied(text, fixes)
        if after == text:
            break
        text, count = after, count + len(fixes)
    return text, count


def applied(text: str, fixes: Iterable[Fix]) -> str:
    """A text with fixes that do not overlap put in."""
    parts, at = [], 0
    for fix in sorted(fixes, key=lambda one: (one.span.start, one.span.end)):
        parts += [text[at : fix.span.start], fix.text]
        at = fix.span.end
    return "".join([*parts, text[at:]])


def write_home(store: Store, texts: Mapping[str, tuple[str, str]], count: int, actor: Actor) -> Recorded:
    """Write mended files of a home, path to the text before and after, as one change.

    A file that another has written meanwhile stays as it is.
    """
    with store.change() as change:
        for path, (before, after) in texts.items():
            if change.read(path) == before.encode("utf-8", "surrogateescape"):
                change.write(path, after.encode("utf-8", "surrogateescape"))
        subject = f"lint: mend {count:,} finding{'' if count == 1 else 's'}"
        return change.commit(Message(subject, actor.origin, Action.PATCH, actor.reason, actor.session))


def write_file(path: Path, before: str, after: str) -> bool:
    """Put a file outside every home in place, with its mode, through a link; False if it changed meanwhile."""
    real = Path(os.path.realpath(path))
    if real.read_bytes() != before.encode("utf-8", "surrogateescape"):
        return False
    handle, fresh = tempfile.mkstemp(prefix=f".{real.name}.", dir=real.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(after.encode("utf-8", "surrogateescape"))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(fresh, real.stat().st_mode & 0o7777)
        os.replace(fresh, real)
    except BaseException:
        os.unlink(fresh)
        raise
    return True


def _apart(fixes: Iterable[Fix]) -> list[Fix]:
    """Those of the fixes that do not touch one before them."""
    kept: list[Fix] = []
    for fix in sorted(fixes, key=lambda one: (one.span.start, one.span.end)):
        if not kept or fix.span.start > kept[-1].span.end:
            kept.append(fix)
    return kept
