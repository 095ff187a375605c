"""Each home is recognised by its files; what is unclear or unknown is not guessed."""

from __future__ import annotations

from pathlib import Path

import pytest
from contract.layouts.homes import TRACKED

from memgit import layouts
from memgit.errors import UsageError

DATED = "uses uv <!-- created=2026-08-01, last=2026-08-09 -->"
SHAPES: dict[str, tuple[str, list[str]]] = {
    "hermes with memories": ("hermes", ["memories/MEMORY.md"]),
    "hermes with empty memories": ("hermes", ["memories/", "skills/"]),
    "hermes with bundled skills": ("hermes", ["skills/.bundled_manifest", "skills/x/SKILL.md"]),
    "hermes with counted skills": ("hermes", ["skills/.usage.json", "skills/x/SKILL.md"]),
    "hermes that has only talked": ("hermes", ["SOUL.md", "state.db", ".env"]),
    "hermes with projects of its own": ("hermes", ["memories/USER.md", "skills/.usage.json", "projects/a/MEMORY.md"]),
    "memgit with memory": ("memgit", ["memory/MEMORY.md"]),
    "memgit with standing rules": ("memgit", ["memory/STANDING.md", "skills/.usage.json", "projects/a/MEMORY.md"]),
    "memgit with bundles": ("memgit", ["bundles/a.yaml", "skills/.usage.json", "skills/x/SKILL.md"]),
    "memgit with projects": ("memgit", ["projects/a/MEMORY.md", "topics/a.md"]),
    "pi with the extension": ("pi-hermes", ["pi-hermes-memory/MEMORY.md", "skills/x/SKILL.md", "settings.json"]),
    "pi with projects": ("pi-hermes", ["projects-memory/a/MEMORY.md"]),
    "pi with both extensions": ("pi-hermes", ["pi-hermes-memory/", "project-memory/projects/a/memory/MEMORY.md"]),
    "pi without the extension": ("pi-hermes", ["sessions/--home-dev--/1.jsonl", "settings.json"]),
    "claude with auto-memory": ("claude", ["projects/-home-dev-shop/memory/MEMORY.md"]),
    "claude with transcripts": ("claude", ["projects/-home-dev-shop/0a1b.jsonl", "skills/x/SKILL.md"]),
    "claude with skills": ("claude", ["skills/x/SKILL.md", "settings.json"]),
    "claude on Windows": ("claude", ["projects/C--dev-shop/memory/MEMORY.md", "settings.json", "todos/1.json"]),
    "claude with agents": ("claude", ["agent-memory/reviewer/MEMORY.md"]),
    "project-memory": ("project-memory", ["projects/a/memory/MEMORY.md"]),
    "project-memory with state": ("project-memory", ["memory-roots/0a/state.json", "projects/a/memory/x.md"]),
    "dsh with an index": ("dsh", [".memory-index.sqlite", "MEMORY.md"]),
    "dsh with failures": ("dsh", ["MEMORY.md", "failures.md"]),
    "dsh with standing rules": ("dsh", ["MEMORY.md", "STANDING.md"]),
}
USUAL = {
    ".hermes": "hermes",
    ".claude": "claude",
    ".memgit": "memgit",
    ".dsh/memory": "dsh",
    ".pi/agent": "pi-hermes",
    ".pi/agent/pi-hermes-memory": "dsh",
    ".pi/agent/project-memory": "project-memory",
}
UNKNOWN: dict[str, list[str]] = {
    "empty": [],
    "a code project": ["CLAUDE.md", "src/main.py", "projects/a/readme.md", "skills/readme.md", "topics/a.md"],
    "a home folder": [".hermes/memories/MEMORY.md", ".claude/settings.json", "projects/shop/main.py"],
    "skills alone": ["skills/x/SKILL.md"],
    "memories of an unknown dialect": ["MEMORY.md", "USER.md"],
    "a workspace of another agent": ["MEMORY.md", "USER.md", "SOUL.md", "AGENTS.md", "skills/x/SKILL.md"],
}


def make(home: Path, paths: list[str]) -> Path:
    home.mkdir(parents=True, exist_ok=True)
    for path in paths:
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        if path.endswith("/"):
            (home / path).mkdir(exist_ok=True)
        else:
            (home / path).write_text("text", encoding="utf-8")
    return home


def found(home: Path) -> list[str]:
    return [layout.name for layout in layouts.recognise(home)]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_home_is_recognised(shape: str, tmp_path: Path) -> None:
    name, paths = SHAPES[shape]
    assert found(make(tmp_path / "home", paths)) == [name]


@pytest.mark.parametrize("name", layouts.LAYOUTS)
def test_a_home_with_every_role_is_recognised(name: str, tmp_path: Path) -> None:
    assert found(make(tmp_path / "home", list(TRACKED[name]))) == [name]


@pytest.mark.parametrize("ending", USUAL)
def test_the_usual_folder_settles_what_the_files_leave_open(ending: str, tmp_path: Path) -> None:
    assert found(make(tmp_path / ending, [])) == [USUAL[ending]]
    assert found(make(tmp_path / ending, ["MEMORY.md", "USER.md"])) == [USUAL[ending]]


def test_files_win_over_the_usual_folder(tmp_path: Path) -> None:
    assert found(make(tmp_path / ".hermes", ["pi-hermes-memory/MEMORY.md"])) == ["pi-hermes"]


@pytest.mark.parametrize("kind", UNKNOWN)
def test_what_is_unknown_is_not_guessed(kind: str, tmp_path: Path) -> None:
    assert found(make(tmp_path / "home", UNKNOWN[kind])) == []


def test_a_folder_that_is_not_there_is_unknown(tmp_path: Path) -> None:
    assert found(tmp_path / "nowhere") == []


def test_two_agents_in_one_folder_are_both_named_the_best_first(tmp_path: Path) -> None:
    paths = ["memories/MEMORY.md", "skill-bundles/a.yaml", "skills/.usage.json", "agent-memory/a/MEMORY.md"]
    assert found(make(tmp_path / "home", paths)) == ["hermes", "claude"]


def test_two_agents_in_the_usual_folder_of_one(tmp_path: Path) -> None:
    paths = ["memories/MEMORY.md", "skill-bundles/a.yaml", "agent-memory/a/MEMORY.md"]
    assert found(make(tmp_path / ".claude", paths)) == ["claude"]


def test_the_dialect_tells_bare_stores_apart(tmp_path: Path) -> None:
    home = make(tmp_path / "home", ["MEMORY.md", "USER.md"])
    (home / "USER.md").write_text(DATED, encoding="utf-8")
    assert found(home) == ["dsh"]


@pytest.mark.parametrize("name", ["hermes", "pi-hermes", "claude"])
def test_the_homes_of_real_agents(name: str) -> None:
    home = Path(__file__).parents[4] / "shared/data/homes" / name
    if not home.is_dir():
        pytest.skip("no sample homes beside the checkout")
    assert found(home) == [name]


def test_an_unknown_layout_is_a_usage_error_that_names_the_nearest() -> None:
    with pytest.raises(UsageError) as caught:
        layouts.get("hermez")
    assert caught.value.message == "'hermez' is no layout"
    assert caught.value.hints == ("did you mean 'hermes'?",)
    with pytest.raises(UsageError) as caught:
        layouts.get("zzz")
    assert caught.value.hints == ("there are memgit, hermes, pi-hermes, claude, project-memory, dsh",)
