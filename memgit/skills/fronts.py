"""The names that skills give themselves, read as quickly as thousands of them need."""

from __future__ import annotations

import re

from memgit.formats import scalar
from memgit.formats.skill import SkillHead

_PLAIN_HEAD = re.compile(rb"---\nname: ([a-z][a-z0-9._-]*)\n(?=[a-z]|---\n)")
"""A head as agents write it: the name comes first, in plain letters, and does not go on in the next line."""
_NOT_PLAIN = re.compile(rb"[\r\\]|\n\?|name[\"']?[ \t]*:")
"""What may give another name further down."""


def front_of(data: bytes) -> str | None:
    """The name in the head of a SKILL.md: `SkillHead.parse(data).name`, without parsing what is written plainly."""
    plain = _PLAIN_HEAD.match(data)
    closing = data.find(b"\n---\n", plain.end() - 1) if plain else -1
    if plain and closing >= 0 and not _NOT_PLAIN.search(data, plain.end(), closing):
        name = plain[1].decode()
        if scalar.is_text(name):
            return name
    return SkillHead.parse(data).name
