"""The bundle commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run
from support.skill_home import FILES

NOW = {"MEMGIT_NOW": "2026-10-01T12:00:00Z"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    assert run("init", str(folder), "--layout", "hermes", env=NOW).code == 0
    return folder


def test_a_bundle_is_made_shown_and_listed(home: Path) -> None:
    words = ("bundle", "new", "Release Day", "alpha", "beta", "--description", "Both", "--instruction", "Alpha first.")
    document = run(*words, "--json", home=home, env=NOW).json
    assert (document["action"], document["paths"]) == ("new", ["skill-bundles/release-day.yaml"])
    shown = run("bundle", "show", "release-day", "--json", home=home).json
    assert shown == {
        "name": "Release Day",
        "slug": "release-day",
        "path": "skill-bundles/release-day.yaml",
        "skills": ["alpha", "beta"],
        "missing": [],
        "description": "Both",
        "instruction": "Alpha first.",
        "shadowed": False,
        "problem": None,
    }
    assert run("bundle", "show", "Release Day", home=home).stdout == (
        "Release Day  skill-bundles/release-day.yaml\nBoth\n  alpha\n  beta\n\nAlpha first.\n"
    )
    assert run("bundle", "list", "--json", home=home).json["items"] == [shown]


def test_what_a_bundle_misses(home: Path) -> None:
    assert run("bundle", "new", "both", "alpha", "beta", home=home, env=NOW).code == 0
    done = run("archive", "alpha", home=home, env=NOW)
    assert done.stderr == "memgit: warning: the bundle 'both' names 'alpha': take it out of skill-bundles/both.yaml\n"
    assert run("bundle", "list", home=home).stdout == "both  alpha, beta  (missing: alpha)\n"
    assert run("bundle", "show", "both", home=home).stdout.splitlines()[1] == "  alpha  (no skill here)"


def test_a_home_without_bundles(tmp_path: Path) -> None:
    folder = tmp_path / "claude"
    assert run("init", str(folder), "--layout", "claude", env=NOW).code == 0
    assert run("bundle", "list", "--json", home=folder).json == {"items": []}
    assert run("bundle", "new", "x", "y", home=folder, env=NOW).code == 3


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "C:\\x", "a*", "a/b"])
def test_a_name_that_is_a_path_is_wrong_usage(name: str, hermes: Path) -> None:
    done = run("bundle", "new", name, "pr-triage", home=hermes)
    assert done.code == 2
    assert done.stderr.startswith("memgit: error: ")
