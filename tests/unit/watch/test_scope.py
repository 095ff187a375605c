from __future__ import annotations

import pytest

from memgit import layouts
from memgit.watch.scope import Scope

HERMES = Scope.of(layouts.get("hermes"))


@pytest.mark.parametrize("path", ["memories/MEMORY.md", "skills/a/SKILL.md", "memgit.yaml", "memories", "skills"])
def test_files_that_count(path: str) -> None:
    assert HERMES.counts(path, is_folder=False)


@pytest.mark.parametrize("path", ["skills/a", "skills/.archive/a", "skill-bundles", "memories"])
def test_folders_that_count(path: str) -> None:
    assert HERMES.counts(path, is_folder=True)
    assert HERMES.enters(path)


@pytest.mark.parametrize(
    "path",
    [
        "state.db",
        "sessions/a.jsonl",
        "memories/MEMORY.md.lock",
        "skills/a/.env",
        "skills/a/.git",
        "skills/a/.git/x",
        ".git",
        ".git/index",
        ".memgit",
        ".memgit/usage.json",
        "skills/.hub",
        "skills/a/node_modules",
    ],
)
@pytest.mark.parametrize("layout", ["hermes", "claude", "pi-hermes"])
def test_what_never_counts(path: str, layout: str) -> None:
    scope = Scope.of(layouts.get(layout))
    assert not scope.counts(path, is_folder=False)
    assert not scope.counts(path, is_folder=True)
    assert not scope.enters(path)


@pytest.mark.parametrize("layout", layouts.LAYOUTS)
def test_ours_and_gits_are_no_roots(layout: str) -> None:
    assert Scope.of(layouts.get(layout)).roots.isdisjoint({".git", ".memgit", ""})
