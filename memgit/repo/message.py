"""Commit messages: subject, reason, and the trailers that say who caused a change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from memgit.model.change import Action, Message, Origin

ORIGIN = "Memgit-Origin"
ACTION = "Memgit-Action"
SESSION = "Memgit-Session"
DEVICE = "Memgit-Device"
ABSORBED_INTO = "Memgit-Absorbed-Into"
RESTORES = "Memgit-Restores"
FROM = "Memgit-From"
USAGE = "Memgit-Usage"
"""JSON: name to usage record, of a skill that a commit deleted."""
SUBJECT_UNITS = 100

Move = dict[str, Any]
"""`{from, to, category, usage, …}`: folders relative to the home, and the usage record as it was."""

_TRAILER = re.compile(r"([A-Za-z0-9][A-Za-z0-9-]*): (.*)")


def compose(message: Message, device: str | None = None) -> str:
    """The text of a commit: subject, body, trailers; each trailer on one line, whatever its value held."""
    trailers = [(ORIGIN, message.origin.value), (ACTION, message.action.value)]
    if message.session:
        trailers.append((SESSION, message.session))
    if device:
        trailers.append((DEVICE, device))
    trailers.extend(message.trailers)
    lines = "\n".join(f"{key}: {_one_line(value)}" for key, value in trailers)
    body = message.body.replace("\0", "").strip()
    parts = [_one_line(message.subject) or "(no subject)", *([body] if body else []), lines]
    return "\n\n".join(parts) + "\n"


def quote(text: str, limit: int = 60) -> str:
    """A stretch of an entry for a subject: its first line in quotes, cut with an ellipsis."""
    line = _one_line(text)
    return f'"{line if len(line) <= limit else line[: limit - 1].rstrip() + "…"}"'


def parse(text: str) -> tuple[str, str, dict[str, str | list[str]]]:
    """Subject, body without trailers, trailers (a list where a key repeats)."""
    subject, _, rest = text.strip("\n").partition("\n")
    paragraphs = rest.strip("\n").split("\n\n") if rest.strip() else []
    trailers: dict[str, str | list[str]] = {}
    if paragraphs:
        matches = [_TRAILER.fullmatch(line) for line in paragraphs[-1].split("\n")]
        if all(matches):
            paragraphs.pop()
            for match in matches:
                assert match is not None
                _add(trailers, match[1], match[2])
    return subject.strip(), "\n\n".join(paragraphs).strip(), trailers


def origin_of(trailers: Mapping[str, str | list[str]]) -> str:
    """The origin a commit names; `user` for one made by plain git."""
    value = trailers.get(ORIGIN)
    return value if isinstance(value, str) else Origin.USER.value


def action_of(trailers: Mapping[str, str | list[str]]) -> str:
    """The action a commit names; `record` for one made by plain git."""
    value = trailers.get(ACTION)
    return value if isinstance(value, str) else Action.RECORD.value


def values(trailers: Mapping[str, str | list[str]], key: str) -> list[str]:
    """All values of a trailer."""
    value = trailers.get(key, [])
    return [value] if isinstance(value, str) else list(value)


def moves(trailers: Mapping[str, str | list[str]]) -> list[Move]:
    """The folder moves that `Memgit-From` tells of; one that cannot be read is left out."""
    import json

    found = []
    for value in values(trailers, FROM):
        with suppress(ValueError):
            move = json.loads(value)
            if isinstance(move, dict) and isinstance(move.get("from"), str) and isinstance(move.get("to"), str):
                found.append(move)
    return found


def _add(trailers: dict[str, str | list[str]], key: str, value: str) -> None:
    before = trailers.get(key)
    if before is None:
        trailers[key] = value
    elif isinstance(before, list):
        before.append(value)
    else:
        trailers[key] = [before, value]


def _one_line(text: str) -> str:
    return " ".join(text.replace("\0", "").split())
