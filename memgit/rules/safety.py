"""The `safety/*` patterns together."""

from __future__ import annotations

from memgit.rules.commands import AGENT_CONFIG, DESTRUCTIVE, OBFUSCATION, PERSISTENCE
from memgit.rules.conceal import hidden
from memgit.rules.injection import INJECTION, ROLE
from memgit.rules.leaks import DECEPTION, EXFILTRATION
from memgit.rules.rule import Pattern

__all__ = ["PATTERNS", "hidden"]

PATTERNS: tuple[Pattern, ...] = (
    *INJECTION,
    *ROLE,
    *EXFILTRATION,
    *DECEPTION,
    *DESTRUCTIVE,
    *PERSISTENCE,
    *OBFUSCATION,
    *AGENT_CONFIG,
)
