"""The keys that readers of a SKILL.md know, and what may be set to them.

Sources: the Agent Skills specification (2026-08); Hermes Agent 0.20 (`skill_utils`, `skills_tool`); Claude Code's
documentation of skills; pi-hermes-memory 0.9.6.
"""

from __future__ import annotations

from memgit.formats.nodes import Tag
from memgit.rules.document import Profile

Known = dict[str, frozenset[Tag]]
"""Keys to what may be set to them."""

_TEXT = frozenset({Tag.TEXT})
_WORDS = frozenset({Tag.TEXT, Tag.LIST})
_FLAG = frozenset({Tag.BOOL})
_LIST = frozenset({Tag.LIST})
_MAP = frozenset({Tag.MAP})
_ANY = frozenset(Tag)

SPECIFIED: Known = {
    "name": _ANY,
    "description": _ANY,
    "license": _TEXT,
    "compatibility": _TEXT,
    "metadata": _MAP,
    "allowed-tools": _WORDS,
}
"""Keys of the specification. Name and description have rules of their own."""

HERMES: Known = SPECIFIED | {
    "version": _ANY,
    "author": _TEXT,
    "platforms": _WORDS,
    "environments": _WORDS,
    "tags": _WORDS,
    "category": _TEXT,
    "related_skills": _WORDS,
    "prerequisites": _MAP | _LIST,
    "required_environment_variables": _LIST,
    "required_credential_files": _LIST,
    "setup": _MAP,
    "dependencies": _WORDS,
    "triggers": _WORDS,
}
CLAUDE: Known = SPECIFIED | {
    "version": _ANY,
    "when_to_use": _TEXT,
    "argument-hint": _WORDS,
    "arguments": _WORDS,
    "disable-model-invocation": _FLAG,
    "user-invocable": _FLAG,
    "disallowed-tools": _WORDS,
    "model": _TEXT,
    "effort": _TEXT,
    "context": _TEXT,
    "agent": _TEXT,
    "hooks": _MAP,
    "paths": _WORDS,
    "shell": _TEXT,
}
PI: Known = SPECIFIED | {
    "version": _ANY,
    "created": _ANY,
    "updated": _ANY,
    "display_name": _TEXT,
}

_KNOWN = {Profile.HERMES: HERMES, Profile.CLAUDE: CLAUDE, Profile.PI: PI}
_NESTED: Known = {
    "tags": _WORDS,
    "related_skills": _WORDS,
    "category": _TEXT,
    "requires_toolsets": _WORDS,
    "requires_tools": _WORDS,
    "fallback_for_toolsets": _WORDS,
    "fallback_for_tools": _WORDS,
    "config": _LIST,
    "blueprint": _MAP,
}
"""Keys below `metadata.hermes`."""


def known(profile: Profile) -> Known:
    """The keys that a reader knows."""
    return _KNOWN.get(profile, SPECIFIED)


def nested() -> Known:
    """The keys below `metadata.hermes`, which Hermes reads in any skill."""
    return _NESTED
