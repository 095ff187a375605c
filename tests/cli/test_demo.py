"""`memgit demo`: the sample home and its tour."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from support.cli import run, run_process

from memgit import layouts
from memgit.cli.demo import TOUR
from memgit.clock import system_clock
from memgit.errors import Refused
from memgit.ops import demo


def _git(home: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", home, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A home after the tour, and command line to output."""
    home = tmp_path_factory.mktemp("demo") / "new" / "home"
    result = run("demo", str(home), "--json")
    assert (result.code, result.stderr) == (0, "")
    assert result.json["home"] == str(home)
    return home, {step["command"]: step["output"] for step in result.json["steps"]}


def test_it_leaves_a_sound_store_that_git_finds_clean(played: tuple[Path, dict[str, str]]) -> None:
    home, _ = played
    assert _git(home, "fsck", "--strict", "--no-dangling") == ""
    assert _git(home, "status", "--porcelain", "-uall") == ""
    assert run("doctor", home=home).code == 0


def test_every_command_of_the_tour_is_run_and_says_something(played: tuple[Path, dict[str, str]]) -> None:
    _, steps = played
    assert list(steps) == [line for _, group in TOUR for line in group]
    assert [line for line, output in steps.items() if not output] == [line for line in steps if ">>" in line]


def test_the_tour_shows_what_it_promises(played: tuple[Path, dict[str, str]]) -> None:
    _, steps = played
    assert "~ memories/MEMORY.md" in steps["memgit status"]
    assert "+ The arm64 runners have no Docker cache" in steps["memgit diff"]
    blamed = steps["memgit blame memory"].splitlines()
    assert [line.split()[3] for line in blamed] == ["import"] * 4 + ["agent", "external", "user"]
    assert "周报发到 #shop-weekly，每周五 17:00 之前" in steps["memgit search 周报"]
    assert "Staging deploys from the branch release" in steps["memgit search deploys"]
    assert "changelog-style" in steps["memgit archive --list"]
    assert "revert: curator:" in steps["memgit undo --origin curator"]


def test_after_the_tour_nothing_of_the_home_is_missing(played: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    home, _ = played
    demo.make(tmp_path / "fresh", system_clock)
    first = _git(tmp_path / "fresh", "rev-list", "--max-parents=0", "HEAD").strip()
    for path in _git(tmp_path / "fresh", "ls-tree", "-r", "--name-only", first).split():
        if path.startswith("skills/") and not path.endswith(".usage.json"):
            assert (home / path).read_text() == _git(tmp_path / "fresh", "show", f"{first}:{path}"), path


def test_the_sample_home_is_what_it_says_it_is(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert demo.make(home, system_clock) == ()
    assert [layout.name for layout in layouts.recognise(home)] == ["hermes"]
    assert len(list(home.glob("skills/[!.]*/*/SKILL.md"))) == 4
    assert len(list(home.glob("skills/.archive/*/SKILL.md"))) == 1
    assert os.stat(home / "skills/dev/pr-triage/scripts/stale.sh").st_mode & 0o777 == 0o755
    assert "\n§\nCI 跑在 arm64 上" in (home / "memories/MEMORY.md").read_text("utf-8")
    items = run("log", "--json", home=home).json["items"]
    assert [item["origin"] for item in items] == ["curator", "review", "agent", "import"]
    assert items[0]["action"] == "consolidate"
    assert items[0]["trailers"]["Memgit-Absorbed-Into"] == "release-notes"


def test_without_a_folder_it_makes_one_and_says_where(tmp_path: Path) -> None:
    result = run_process("demo", env={"TMPDIR": str(tmp_path)})
    assert (result.code, result.stderr) == (0, "")
    (home,) = tmp_path.iterdir()
    lines = result.stdout.splitlines()
    assert lines[0] == f"$ cd {home}"
    assert f"the sample home: {home}" in lines
    for _, group in TOUR:
        for command in group:
            assert f"$ {command}" in lines


def test_the_persons_settings_do_not_reach_it(tmp_path: Path) -> None:
    config = tmp_path / "config" / "memgit" / "config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text("enabled: false\nbudgets:\n  memory: 10\n")
    result = run("demo", str(tmp_path / "home"), "--json", env={"XDG_CONFIG_HOME": str(tmp_path / "config")})
    assert (result.code, result.stderr) == (0, "")


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    result = run("demo", str(tmp_path))
    assert (result.code, result.stdout) == (4, "")
    assert result.stderr.startswith(f"memgit: error: '{tmp_path}' is not empty")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    assert run("demo", str(tmp_path), "--dry-run").code == 4
    assert run("demo", str(tmp_path / "mine")).code == 2


def test_dry_run_makes_nothing(tmp_path: Path) -> None:
    result = run("demo", str(tmp_path / "home"), "--dry-run", "--json")
    assert result.code == 0
    assert result.json["dry_run"] is True
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("there", [True, False])
def test_a_demo_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    home = tmp_path / "home"
    if there:
        home.mkdir()

    def fail(*_: object) -> None:
        raise Refused("no")

    monkeypatch.setattr(demo, "_live", fail)
    with pytest.raises(Refused):
        demo.make(home, system_clock)
    assert home.exists() is there
    assert not there or not list(home.iterdir())
