"""The `safety/*` patterns together."""

from __future__ import annotations

from memgit.rules.agent_config import AGENT_CONFIG
from memgit.rules.commands import DESTRUCTIVE, OBFUSCATION, PERSISTENCE
from memgit.rules.conceal import hidden
from memgit.rules.deception import DECEPTION
from memgit.rules.injection import INJECTION
from memgit.rules.leaks import EXFILTRATION
from memgit.rules.pattern import Pattern
from memgit.rules.roles import ROLE

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
