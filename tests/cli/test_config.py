"""`memgit config`, and what a home that is switched off does."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from support.cli import Result, run

from memgit.config.keys import KEYS


@pytest.fixture
def home(hermes: Path) -> Path:
    return hermes


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"XDG_CONFIG_HOME": str(tmp_path / "config"), "MEMGIT_NOW": "2026-10-02T09:00:00Z"}


def head(home: Path) -> str:
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=home, capture_output=True, text=True, check=True).stdout


def test_every_setting_is_shown(home: Path, env: dict[str, str]) -> None:
    items = run("config", "--json", home=home, env=env).json["items"]
    assert [item["key"] for item in items] == list(KEYS)
    assert {item["source"] for item in items} == {"default"}
    assert set(items[0]) == {"key", "value", "default", "source", "about"}
    assert len(run("config", home=home, env=env).stdout.splitlines()) == len(KEYS)


def test_without_a_store_ones_own_settings_are_shown(env: dict[str, str], tmp_path: Path) -> None:
    assert run("config", "history.fsync", env=env, cwd=tmp_path).stdout == "false\n"
    assert run("config", "budgets.memory", "5", env=env, cwd=tmp_path).code == 3
    assert run("config", env={**env, "MEMGIT_HOME": str(tmp_path)}, cwd=tmp_path).code == 3


def test_setting_is_a_change(home: Path, env: dict[str, str]) -> None:
    (home / "memgit.yaml").write_text("# ours\nbudgets:\n  user: 900  # short\n")
    assert run("commit", home=home, env=env).code == 0
    done = run("config", "budgets.memory", "4_000", "-m", "more room", "--json", home=home, env=env)
    assert done.code == 0
    assert (home / "memgit.yaml").read_text() == "# ours\nbudgets:\n  user: 900  # short\n  memory: 4000\n"
    document = done.json
    assert document["undo"] == f"memgit restore {document['id']}"
    assert {key: document[key] for key in ("action", "origin", "subject", "paths", "key", "value")} == snapshot(
        {
            "action": "config",
            "origin": "user",
            "subject": "config: set budgets.memory = 4000",
            "paths": ["memgit.yaml"],
            "key": "budgets.memory",
            "value": 4000,
        }
    )
    assert run("config", "budgets.memory", home=home, env=env).stdout == "4000\n"
    assert run("log", "-n", "1", "--json", home=home, env=env).json["items"][0]["body"] == "more room"
    assert run("restore", document["id"], home=home, env=env).code == 0
    assert run("config", "budgets.memory", "--json", home=home, env=env).json["value"] is None


def test_setting_the_same_again_is_nothing_to_do(home: Path, env: dict[str, str]) -> None:
    run("config", "budgets.memory", "4000", home=home, env=env)
    before = head(home)
    done = run("config", "budgets.memory", "4000", home=home, env=env)
    assert (done.code, done.stdout) == (0, "nothing to do: config: set budgets.memory = 4000\n")
    assert head(home) == before


def test_dry_run_changes_nothing(home: Path, env: dict[str, str]) -> None:
    before = head(home)
    done = run("config", "budgets.memory", "4000", "--dry-run", "--json", home=home, env=env)
    assert (done.json["dry_run"], done.json["id"]) == (True, None)
    assert run("config", "device", "laptop", "--dry-run", "--json", home=home, env=env).json["dry_run"] is True
    assert head(home) == before
    assert not (home / "memgit.yaml").exists()
    assert not Path(env["XDG_CONFIG_HOME"]).exists()


def test_what_counts_only_for_the_person_is_written_there(home: Path, env: dict[str, str]) -> None:
    before = head(home)
    done = run("config", "device", "laptop", "--json", home=home, env=env)
    own = Path(env["XDG_CONFIG_HOME"]) / "memgit" / "config.yaml"
    assert own.read_text() == "device: laptop\n"
    assert done.json["paths"] == [str(own)]
    assert done.json["undo"] == "memgit config device ''"
    assert head(home) == before
    run("memory", "add", "new", home=home, env=env)
    assert run("log", "-n", "1", "--json", home=home, env=env).json["items"][0]["device"] == "laptop"


def test_user_writes_any_setting_for_every_home(home: Path, env: dict[str, str]) -> None:
    assert run("config", "--user", "budgets.memory", "70", home=home, env=env).code == 0
    assert run("config", "budgets.memory", "--json", home=home, env=env).json["source"] == "user"
    refused = run("memory", "add", "x" * 100, home=home, env=env)
    assert refused.code == 4


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            ("bugdets.memory", "4"),
            snapshot(
                [
                    "memgit: error: there is no setting 'bugdets.memory'",
                    "memgit: hint: did you mean: memgit config budgets.memory",
                    "memgit: hint: did you mean: memgit config budgets.user",
                    "memgit: hint: memgit config",
                ]
            ),
        ),
        (
            ("budgets.memory", "lots"),
            snapshot(
                [
                    "memgit: error: budgets.memory is a whole number above 0, not 'lots'",
                    "memgit: hint: memgit config budgets.memory 5000",
                ]
            ),
        ),
        (
            ("enabled", "perhaps"),
            snapshot(
                [
                    "memgit: error: enabled is true or false, not 'perhaps'",
                    "memgit: hint: memgit config enabled true",
                ]
            ),
        ),
    ],
)
def test_wrong_keys_and_types_are_refused(
    words: tuple[str, ...], lines: list[str], home: Path, env: dict[str, str]
) -> None:
    done = run("config", *words, home=home, env=env)
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.splitlines() == lines
    assert not (home / "memgit.yaml").exists()


def test_a_secret_is_no_setting(home: Path, env: dict[str, str]) -> None:
    done = run("config", "skills.disabled", "ghp_" + "a1B2c3D4e5F6" * 3, home=home, env=env)
    assert done.code == 4
    assert not (home / "memgit.yaml").exists()


def test_what_is_wrong_in_the_file_is_a_warning(home: Path, env: dict[str, str]) -> None:
    (home / "memgit.yaml").write_text("budgets:\n  memory: lots\n  usr: 4\n")
    done = run("config", "budgets.memory", "--json", home=home, env=env)
    assert (done.code, done.json["value"]) == (0, None)
    assert [line.partition("memgit.yaml: ")[2] for line in done.stderr.splitlines()] == [
        "'budgets.memory' is a whole number above 0; its default counts",
        "there is no setting 'budgets.usr'; did you mean 'budgets.user'?",
    ]


@pytest.mark.parametrize("text", ["- a\n", "a: [\n"])
def test_a_file_that_is_no_settings_is_not_written_over(text: str, home: Path, env: dict[str, str]) -> None:
    (home / "memgit.yaml").write_text(text)
    done = run("config", "budgets.memory", "4", home=home, env=env)
    assert done.code == 8
    assert (home / "memgit.yaml").read_text() == text


def everything(home: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in home.rglob("*") if path.is_file() and ".git/" not in str(path)}


def switched_off(home: Path, env: dict[str, str], *words: str) -> Result:
    before, files = head(home), everything(home)
    done = run(*words, home=home, env=env)
    assert (head(home), everything(home)) == (before, files)
    return done


def test_a_home_that_is_switched_off_writes_nothing(home: Path, env: dict[str, str]) -> None:
    assert run("config", "enabled", "off", home=home, env=env).code == 0
    done = switched_off(home, env, "memory", "add", "new")
    assert (done.code, done.stdout) == (0, "")
    assert done.stderr.splitlines() == snapshot(
        [
            "memgit: memgit is switched off here (enabled: false): nothing was done",
            "memgit: to switch it on: memgit config enabled true",
        ]
    )
    assert json.loads(switched_off(home, env, "skill", "delete", "release", "--json").stdout)["id"] is None
    assert switched_off(home, env, "skill", "view", "release").code == 0
    assert switched_off(home, env, "memory", "list").stdout
    assert run("config", "enabled", "on", home=home, env=env).code == 0
    assert run("memory", "add", "new", "--json", home=home, env=env).json["id"]


def test_who_switched_memgit_off_makes_no_store(home: Path, env: dict[str, str], tmp_path: Path) -> None:
    new = tmp_path / "new"
    run("config", "enabled", "off", home=home, env=env)
    assert run("init", str(new), "--layout", "memgit", "--json", env=env, cwd=home).json["id"]
    run("config", "--user", "enabled", "off", env=env)
    done = run("init", str(tmp_path / "other"), "--layout", "memgit", env=env)
    assert (done.code, done.stdout) == (0, "")
    assert not (tmp_path / "other").exists()


def test_nobody_unwatched_changes_settings(hermes: Path) -> None:
    done = run("config", "budgets.memory", "9000", "--origin", "review", home=hermes)
    assert done.code == 4
    assert not (hermes / "memgit.yaml").exists()
