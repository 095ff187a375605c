"""The `safety/*` patterns together."""

from __future__ import annotations

from memgit.rules.conceal import hidden
from memgit.rules.injection import INJECTION, ROLE
from memgit.rules.rule import Pattern

__all__ = ["PATTERNS", "hidden"]

PATTERNS: tuple[Pattern, ...] = (*INJECTION, *ROLE)
