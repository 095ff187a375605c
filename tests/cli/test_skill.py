"""The skill commands: what they print, what they write, and their exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.cli import Result, run
from support.skill_home import FILES, record, skill_text

NOW = {"MEMGIT_NOW": "2026-10-01T12:00:00Z"}
USAGE = {"alpha": record(use_count=2), "beta": record(created_by=None, pinned=True)}
LIST_KEYS = "name category description shown path state pinned created_by uses last_used".split()
WRITE_KEYS = {"id", "time", "origin", "action", "paths", "undo"}

Ask = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    for path, text in {**FILES, "skills/.usage.json": json.dumps(USAGE)}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    assert run("init", str(folder), "--layout", "hermes", env=NOW).code == 0
    return folder


@pytest.fixture
def ask(home: Path) -> Ask:
    def asked(*args: str, **more: Any) -> Result:
        return run(*args, home=home, env=NOW, **more)

    return asked


def usage(home: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((home / "skills/.usage.json").read_bytes())
    return loaded


def everything(home: Path) -> dict[str, bytes]:
    """The files of the home, and where the branch is."""
    return {
        str(path): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and (".git" not in path.parts or path.parent.name == "heads") and ".memgit" not in path.parts
    }


def test_list(ask: Ask) -> None:
    items = ask("skill", "list", "--json").json["items"]
    assert [list(item)[: len(LIST_KEYS)] for item in items] == [LIST_KEYS] * 2
    assert {key: items[1][key] for key in LIST_KEYS} == {
        "name": "beta",
        "category": "dev",
        "description": "Does one thing",
        "shown": "Does one thing",
        "path": "skills/dev/beta",
        "state": "active",
        "pinned": True,
        "created_by": None,
        "uses": 0,
        "last_used": None,
    }
    assert ask("skill", "list").stdout == "alpha     Does one thing\ndev/beta  Does one thing  (pinned)\n"
    assert [item["name"] for item in ask("skill", "list", "--category", "dev", "--json").json["items"]] == ["beta"]
    ask("skill", "archive", "alpha")
    assert [item["state"] for item in ask("skill", "list", "--all", "--json").json["items"]] == ["active", "archived"]


def test_view_counts_as_use_without_a_commit(ask: Ask, home: Path) -> None:
    head = ask("log", "-n", "1", "--json").json
    assert ask("skill", "view", "alpha").stdout == skill_text("alpha")
    assert ask("skill", "view", "alpha", "references/api.md").stdout == "one\ntwo\ntwo\n"
    kept = usage(home)["alpha"]
    assert (kept["use_count"], kept["view_count"], kept["last_used_at"]) == (4, 2, "2026-10-01T12:00:00+00:00")
    document = ask("skill", "view", "beta", "--peek", "--json").json
    assert (document["name"], document["category"], document["path"]) == ("beta", "dev", "skills/dev/beta")
    assert (document["file"], document["content"]) == ("SKILL.md", skill_text("beta"))
    assert document["files"] == ["SKILL.md"]
    assert usage(home)["beta"] == USAGE["beta"]
    assert ask("log", "-n", "1", "--json").json == head


def test_view_of_what_is_not_there(ask: Ask) -> None:
    assert ask("skill", "view", "alpa", "--json").error["kind"] == "not-found"
    missing = ask("skill", "view", "alpa")
    assert missing.code == 3
    assert "did you mean alpha" in missing.stderr
    assert ask("skill", "view", "alpha", "x.md").code == 3
    for name in ("../alpha", "/alpha", "c:alpha", "al*"):
        assert ask("skill", "view", name).code == 2
    assert ask("skill", "view", "alpha", "../dev/beta/SKILL.md").code == 2


def test_view_of_bytes(ask: Ask, home: Path) -> None:
    (home / "skills/alpha/assets").mkdir()
    (home / "skills/alpha/assets/x.bin").write_bytes(b"\xff\x00")
    done = subprocess.run(
        [sys.executable, "-c", "from memgit.cli.main import run; run()", "skill", "view", "alpha", "assets/x.bin"],
        env={**os.environ, "MEMGIT_HOME": str(home)},
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"\xff\x00"
    assert ask("skill", "view", "alpha", "assets/x.bin", "--json").code == 8


def test_a_loose_file_and_an_external_skill_can_be_viewed(ask: Ask, home: Path, tmp_path: Path) -> None:
    (home / "skills/flat.md").write_text("flat\n")
    assert ask("skill", "view", "flat").stdout == "flat\n"
    outside = tmp_path / "outside"
    (outside / "gamma").mkdir(parents=True)
    (outside / "gamma/SKILL.md").write_text(skill_text("gamma"))
    settings = tmp_path / "config/memgit/config.yaml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"skills:\n  external_dirs: [{outside}]\n")
    env = {**NOW, "XDG_CONFIG_HOME": str(tmp_path / "config")}
    assert run("skill", "view", "gamma", home=home, env=env).stdout == skill_text("gamma")
    assert run("skill", "patch", "gamma", "Do it.", "x", home=home, env=env).code == 3
    listed = run("skill", "list", "--json", home=home, env=env).json["items"]
    assert [item["external"] for item in listed if item["name"] == "gamma"] == [True]


def test_a_skill_that_is_a_repository_of_its_own_can_be_viewed(ask: Ask, home: Path) -> None:
    folder = home / "skills/cloned"
    (folder / ".git").mkdir(parents=True)
    (folder / "SKILL.md").write_text(skill_text("cloned"))
    assert "cloned" in [item["name"] for item in ask("skill", "list", "--json").json["items"]]
    shown = ask("skill", "view", "cloned", "--json")
    assert (shown.json["path"], shown.json["files"]) == ("skills/cloned", ["SKILL.md"])
    assert ask("skill", "view", "cloned", "../alpha/SKILL.md").code == 2
    assert ask("skill", "patch", "cloned", "Do it.", "x").code == 3


def test_new(ask: Ask, home: Path) -> None:
    done = ask("skill", "new", "gamma", "--category", "ops", "--description", "Says hi", "-m", "asked for")
    assert (done.code, done.stderr) == (0, "")
    assert done.stdout.startswith("skill(gamma): new  [")
    assert (home / "skills/ops/gamma/SKILL.md").read_text().startswith("---\nname: gamma\ndescription: Says hi\n---\n")
    item = ask("log", "-n", "1", "--json").json["items"][0]
    assert (item["action"], item["origin"], item["body"]) == ("new", "user", "asked for")
    text = skill_text("delta")
    document = ask("skill", "new", "delta", "--file", "-", "--json", stdin=text).json
    assert document.keys() >= WRITE_KEYS
    assert document["paths"] == ["skills/.usage.json", "skills/delta/SKILL.md"]
    assert (home / "skills/delta/SKILL.md").read_text() == text


def test_the_whole_of_a_skill(ask: Ask, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "new.md"
    file.write_text(skill_text("alpha", body="Better."))
    assert ask("skill", "edit", "alpha", "--file", str(file), "--json").json["action"] == "edit"
    assert ask("skill", "patch", "alpha", "Better.", "Best.", "--json").json["action"] == "patch"
    assert ask("skill", "patch", "alpha", "two", "-", "--all", "--path", "references/api.md", stdin="2\n").code == 0
    assert (home / "skills/alpha/references/api.md").read_text() == "one\n2\n2\n"
    assert ask("skill", "write-file", "alpha", "scripts/x.sh", "--file", "-", stdin="echo\n").code == 0
    assert ask("skill", "remove-file", "alpha", "scripts/x.sh", "--json").json["action"] == "remove-file"
    assert (home / "skills/alpha/SKILL.md").read_text() == skill_text("alpha", body="Best.")
    assert usage(home)["alpha"]["patch_count"] == 5
    assert ask("skill", "delete", "alpha", "--json").json["action"] == "delete"
    assert not (home / "skills/alpha").exists()
    assert ask("restore", "alpha").code == 0
    assert (home / "skills/alpha/SKILL.md").read_text() == skill_text("alpha", body="Best.")
    assert subprocess.run(["git", "status", "--porcelain"], cwd=home, capture_output=True, check=True).stdout == b""


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (2, "skill new gamma"),
        (2, "skill new ../x --description d"),
        (2, "skill new x* --description d"),
        (2, "skill new X --description d"),
        (4, "skill new alpha --description d"),
        (4, f"skill new gamma --description {'d' * 61}"),
        (3, "skill edit gamma --file -"),
        (4, "skill edit alpha --file -"),
        (2, "skill patch alpha o x"),
        (3, "skill patch alpha nowhere x"),
        (3, "skill patch alpha Do x --path references/none.md"),
        (2, "skill patch alpha Do x --path ../x"),
        (2, "skill write-file alpha notes/x.md --file -"),
        (2, "skill write-file alpha ../x.md --file -"),
        (2, "skill write-file alpha /etc/x --file -"),
        (2, "skill write-file alpha c:/x --file -"),
        (3, "skill write-file alpha references/x.md --file /nonexistent/x"),
        (3, "skill remove-file alpha references/none.md"),
        (2, "skill remove-file alpha SKILL.md"),
        (4, "skill delete beta"),
        (4, "skill delete alpha --origin curator"),
        (4, "skill delete alpha --origin curator --absorbed-into gamma"),
        (4, "skill delete alpha --origin curator --absorbed-into alpha"),
        (3, "skill delete alpha --absorbed-into gamma"),
        (4, "skill archive beta --origin curator"),
        (4, "skill patch beta Do x --origin review"),
        (4, "skill pin alpha --origin dream"),
        (3, "skill pin gamma"),
        (3, "skill archive alpha gamma"),
        (2, "archive"),
        (2, "archive alpha --list"),
        (3, "bundle show none"),
        (3, "bundle new x gamma"),
        (4, "bundle new 。。。 alpha"),
    ],
)
def test_refusals_change_nothing(ask: Ask, home: Path, code: int, words: str) -> None:
    before = everything(home)
    done = ask(*words.split(), stdin="x\n")
    assert (done.code, done.stdout) == (code, "")
    assert done.stderr.startswith("memgit: error: ")
    assert everything(home) == before


def test_ambiguity_lists_the_candidates(ask: Ask, home: Path) -> None:
    (home / "skills/ops/beta").mkdir(parents=True)
    (home / "skills/ops/beta/SKILL.md").write_text(skill_text("beta"))
    done = ask("skill", "pin", "beta", "--json")
    assert done.code == 2
    assert done.error["candidates"] == ["skills/dev/beta", "skills/ops/beta"]


def test_pin_and_usage(ask: Ask) -> None:
    assert ask("skill", "unpin", "beta", "--json").json["action"] == "unpin"
    assert ask("skill", "pin", "alpha", "--json").json["paths"] == ["skills/.usage.json"]
    alpha, beta = ask("skill", "usage", "--json").json["items"]
    assert (alpha["name"], alpha["uses"], alpha["pinned"], alpha["created_by"]) == ("alpha", 2, True, "agent")
    assert ask("skill", "usage", "beta", "--json").json["items"] == [beta]
    assert ask("skill", "usage", "gamma").code == 3


def test_odd_times_of_records_are_told_as_times_or_not_at_all(ask: Ask, home: Path) -> None:
    odd = {"last_used_at": "some day", "last_viewed_at": 1_700_000_000, "created_at": "2026-03-02T10:14:05+01:00"}
    (home / "skills/.usage.json").write_text(json.dumps({"alpha": record() | odd}))
    (item,) = ask("skill", "usage", "alpha", "--json").json["items"]
    times = item["last_used"], item["last_viewed"], item["created_at"]
    assert times == (None, "2023-11-14T22:13:20+00:00", "2026-03-02T09:14:05+00:00")


def test_dry_run_changes_nothing(ask: Ask, home: Path) -> None:
    before = everything(home)
    for words in (
        "skill delete alpha",
        "skill archive alpha",
        "skill patch alpha it. that.",
        "skill view alpha",
        "archive beta",
    ):
        done = ask(*words.split(), "--dry-run", "--json")
        assert done.code == 0
        assert words == "skill view alpha" or done.json["dry_run"] is True
    assert everything(home) == before


@pytest.mark.parametrize("damage", [b'{"alpha": ', b""])
def test_corrupt_records_are_set_aside_and_rebuilt(ask: Ask, home: Path, damage: bytes) -> None:
    ask("skill", "pin", "alpha")
    good = usage(home)
    (home / "skills/.usage.json").write_bytes(damage)
    listed = ask("skill", "list")
    assert listed.code == 0
    assert "cannot be read" in listed.stderr
    done = ask("skill", "patch", "alpha", "Do it.", "Do that.")
    assert done.code == 0
    assert "set aside as skills/.usage.json.corrupt-20261001120000" in done.stderr
    assert (home / "skills/.usage.json.corrupt-20261001120000").read_bytes() == damage
    assert usage(home)["beta"] == good["beta"]
    assert usage(home)["alpha"]["patch_count"] == good["alpha"]["patch_count"] + 1
    assert subprocess.run(["git", "status", "--porcelain"], cwd=home, capture_output=True, check=True).stdout == b""


def test_a_view_of_corrupt_records_mends_them(ask: Ask, home: Path) -> None:
    (home / "skills/.usage.json").write_bytes(b"[]")
    done = ask("skill", "view", "alpha")
    assert (done.code, done.stdout) == (0, skill_text("alpha"))
    assert "set aside" in done.stderr
    assert usage(home)["alpha"]["use_count"] == 3
    assert usage(home)["beta"] == USAGE["beta"]
