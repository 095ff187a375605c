"""Settings: what a home's `memgit.yaml` and the person's own `config.yaml` say, field by field."""

from __future__ import annotations

from memgit.config.settings import History, LintSettings, Settings, SkillSettings, load

__all__ = ["History", "LintSettings", "Settings", "SkillSettings", "load"]
