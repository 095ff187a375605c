"""Gates: what may not be written at all, and what only somebody who watches may do."""

from __future__ import annotations

from memgit.errors import Refused, UsageError
from memgit.formats.entries import EntryFile, contains_delimiter
from memgit.memory.targets import Target
from memgit.model.change import UNATTENDED, Actor
from memgit.rules import gate


def require_text(text: str, what: str = "an entry") -> None:
    """Raise UsageError for a text that is empty or that no file can hold."""
    if not text.strip():
        raise UsageError(f"{what} cannot be empty")
    if "\0" in text:
        raise UsageError(f"{what} cannot hold a NUL character")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise UsageError(f"{what} must be UTF-8: character {error.start + 1} is not") from None


def require_entry(text: str) -> None:
    """Raise for a text that cannot be one entry: UsageError when it is empty, Refused when it would read as several."""
    require_text(text)
    if contains_delimiter(text):
        raise Refused(
            "an entry cannot hold a line that is only '§': that is the delimiter between entries",
            "write the entries one by one, or all of them at once: memgit memory rewrite FILE",
        )


def speakable(text: str) -> bool:
    """Whether a text may be quoted in a commit message: none of it is a secret or an injected order."""
    return not gate(None, text)


def require_left(before: EntryFile, after: EntryFile, actor: Actor, target: Target) -> None:
    """Raise Refused when nobody watches and an edit would empty a store."""
    if actor.origin in UNATTENDED and before.entries and not after.entries:
        raise Refused(
            f"origin {actor.origin} may not take the last entry out of {target.area}: nobody is watching",
            f"look at what is there: memgit memory list{target.flags}",
        )


def require_attended(actor: Actor, what: str) -> None:
    """Raise Refused for an origin with nobody watching: `what` is a person's to change."""
    if actor.origin in UNATTENDED:
        raise Refused(f"origin {actor.origin} may not change {what}: only a person may, or an agent in their presence")
