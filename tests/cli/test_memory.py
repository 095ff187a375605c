"""The memory commands: what they print, what they write, and their exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import snapshot
from support.cli import run

NOW = {"MEMGIT_NOW": "2026-10-01T12:00:00Z"}
HERMES = "memories/MEMORY.md"
PI = "pi-hermes-memory/MEMORY.md"


def make(folder: Path, layout: str, files: dict[str, str]) -> Path:
    """A home under memgit."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())
    assert run("init", str(folder), "--layout", layout, env=NOW).code == 0
    return folder


@pytest.fixture
def hermes(tmp_path: Path) -> Path:
    return make(tmp_path / "home", "hermes", {HERMES: "uses uv, never pip\n§\nCI runs on arm64 runners\n§\nuses uv"})


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    dated = "Deploys go out on Tuesdays <!-- created=2026-08-01, last=2026-08-09 -->"
    return make(
        tmp_path / "home", "pi-hermes", {PI: f"{dated}\n§\nmulti\nline 🐟", "projects-memory/shop/MEMORY.md": "x"}
    )


def ask(*args: str, home: Path, **more: Any) -> Any:
    """The JSON that a command prints; it prints nothing else."""
    done = run(*args, "--json", home=home, env=NOW, **more)
    assert (done.code, done.stderr) == (0, "")
    return json.loads(done.stdout)


def refuse(code: int, *args: str, home: Path, **more: Any) -> dict[str, Any]:
    """The error of a command that must fail and change nothing."""
    before = {path: path.read_bytes() for path in home.rglob("*.md")}
    head = ask("log", "-n", "1", home=home)
    done = run(*args, "--json", home=home, env=NOW, **more)
    assert (done.code, done.stdout) == (code, "")
    assert {path: path.read_bytes() for path in home.rglob("*.md")} == before
    assert ask("log", "-n", "1", home=home) == head
    error: dict[str, Any] = json.loads(done.stderr)
    assert error["code"] == code
    return error


def test_list(pi: Path) -> None:
    assert ask("memory", "list", home=pi) == snapshot(
        {
            "items": [
                {
                    "n": 1,
                    "text": "Deploys go out on Tuesdays",
                    "created": "2026-08-01",
                    "last": "2026-08-09",
                    "project": None,
                    "chars": 71,
                    "path": "pi-hermes-memory/MEMORY.md",
                },
                {
                    "n": 2,
                    "text": """\
multi
line 🐟\
""",
                    "created": None,
                    "last": None,
                    "project": None,
                    "chars": 13,
                    "path": "pi-hermes-memory/MEMORY.md",
                },
            ]
        }
    )
    assert run("memory", "list", home=pi).stdout == snapshot("""\
1  Deploys go out on Tuesdays  (2026-08-01, last 2026-08-09)
2  multi
   line 🐟
""")
    assert ask("memory", "list", "--target", "user", home=pi) == {"items": []}
    assert ask("memory", "list", "--target", "project", "--project", "shop", home=pi)["items"][0]["project"] == "shop"


def test_add_says_what_it_did_and_how_to_take_it_back(hermes: Path) -> None:
    done = run("memory", "add", "prefers short replies", "-m", "said so twice", home=hermes, env=NOW)
    assert (done.code, done.stderr) == (0, "")
    assert done.stdout.startswith('memory: add "prefers short replies"  [')
    (item,) = ask("log", "-n", "1", home=hermes)["items"]
    assert (item["origin"], item["action"], item["body"]) == ("user", "add", "said so twice")
    assert (hermes / HERMES).read_text().endswith("\n§\nprefers short replies")


def test_add_in_json(hermes: Path) -> None:
    document = ask("memory", "add", "--origin", "review", "--session", "s1", "-", home=hermes, stdin="from\nstdin\n")
    assert {key: document[key] for key in ("origin", "action", "paths")} == snapshot(
        {"origin": "review", "action": "add", "paths": ["memories/MEMORY.md"]}
    )
    assert len(document["id"]) == 40
    assert document["undo"]


def test_a_duplicate_is_nothing_to_do(hermes: Path) -> None:
    done = run("memory", "add", "uses uv", home=hermes, env=NOW)
    assert (done.code, done.stdout) == snapshot((0, 'nothing to do: memory: "uses uv" is there already\n'))
    assert ask("memory", "add", "uses uv", home=hermes)["id"] is None


def test_replace_and_remove_name_one_entry(hermes: Path) -> None:
    ask("memory", "replace", "arm64", "CI runs on x86", home=hermes)
    ask("memory", "remove", "uses uv", home=hermes)
    assert (hermes / HERMES).read_text() == "uses uv, never pip\n§\nCI runs on x86"
    refuse(3, "memory", "remove", "nowhere", home=hermes)


def test_ambiguity(hermes: Path) -> None:
    done = run("memory", "remove", "us", home=hermes)
    assert (done.code, done.stderr) == snapshot(
        (
            2,
            """\
memgit: error: 'us' names 2 entries of memory; say more of the one you mean
memgit: hint: it could be: 1. uses uv, never pip
memgit: hint: it could be: 3. uses uv
""",
        )
    )
    assert len(refuse(2, "memory", "remove", "us", home=hermes)["candidates"]) == 2


def test_a_budget_refusal_lists_what_is_there(hermes: Path) -> None:
    done = run("memory", "add", "x" * 2200, home=hermes)
    assert (done.code, done.stderr) == snapshot(
        (
            4,
            """\
memgit: error: memory has room for 2,200 code points, and this would make it 2,258: 58 too many
memgit: hint: make room first: memgit memory replace OLD NEW, or memgit memory remove OLD
memgit: hint: there is: 1. uses uv, never pip (18)
memgit: hint: there is: 2. CI runs on arm64 runners (24)
memgit: hint: there is: 3. uses uv (7)
""",
        )
    )
    assert len(refuse(4, "memory", "add", "x" * 2200, home=hermes)["entries"]) == 3


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_an_empty_entry(hermes: Path, text: str) -> None:
    refuse(2, "memory", "add", text, home=hermes)


def test_refusals_have_their_codes(hermes: Path) -> None:
    refuse(4, "memory", "add", "a\n§\nb", home=hermes)
    refuse(4, "memory", "add", "key AKIA" + "QWERTYUIOPASDF12", home=hermes)
    refuse(4, "memory", "rewrite", "-", "--origin", "curator", home=hermes, stdin="[]")
    refuse(2, "memory", "add", "--target", "projects", "x", home=hermes)
    refuse(2, "memory", "add", "--target", "project", "--project", "../x", "x", home=hermes)
    refuse(2, "memory", "add", "--category", "insight", "x", home=hermes)
    refuse(3, "memory", "add", "--target", "failure", "x", home=hermes)
    refuse(3, "memory", "apply", "nowhere.json", home=hermes)
    (hermes / HERMES).write_bytes(b"caf\xe9")
    refuse(8, "memory", "add", "x", home=hermes)
    refuse(8, "memory", "list", home=hermes)


def test_apply(pi: Path) -> None:
    operations = [
        {"action": "add", "content": "new"},
        {"action": "replace", "old_text": "multi", "content": "single"},
        {"action": "remove", "old_text": "Deploys"},
    ]
    assert ask("memory", "apply", "-", home=pi, stdin=json.dumps(operations))["action"] == "apply"
    assert [item["text"] for item in ask("memory", "list", home=pi)["items"]] == ["single", "new"]
    operations = [{"action": "add", "content": "more"}, {"action": "remove", "old_text": "nowhere"}]
    assert refuse(3, "memory", "apply", "-", home=pi, stdin=json.dumps(operations))["edit"] == 2


def test_rewrite_from_a_file(pi: Path, tmp_path: Path) -> None:
    (tmp_path / "all.txt").write_text("Deploys go out on Tuesdays\n§\nother\n")
    assert ask("memory", "rewrite", str(tmp_path / "all.txt"), home=pi)["action"] == "rewrite"
    assert (pi / PI).read_text() == (
        "Deploys go out on Tuesdays <!-- created=2026-08-01, last=2026-08-09 -->\n§\n"
        "other <!-- created=2026-10-01, last=2026-10-01 -->"
    )


def test_failures_and_projects(pi: Path) -> None:
    parts = ("--category", "correction", "--failed", "lockfile drift", "--corrected", "pnpm")
    ask("memory", "add", "--target", "failure", "--project", "shop", *parts, "used npm", home=pi)
    (item,) = ask("memory", "list", "--target", "failure", home=pi)["items"]
    assert item["text"] == "[correction] used npm — Failed: lockfile drift — Corrected to: pnpm"
    assert item["project"] == "shop"
    ask("memory", "add", "--project", "店铺", "uses Postgres", home=pi)
    assert (pi / "projects-memory/店铺/MEMORY.md").exists()


def test_usage(pi: Path) -> None:
    assert ask("memory", "usage", home=pi)["items"][0] == snapshot(
        {
            "target": "memory",
            "path": "pi-hermes-memory/MEMORY.md",
            "chars": 87,
            "limit": 5000,
            "percent": 1,
            "unit": "utf-16 units",
            "entries": 2,
        }
    )
    assert run("memory", "usage", home=pi).stdout == snapshot("""\
memory          1%  87/5,000 utf-16 units, 2 entries
user            0%  0/5,000 utf-16 units, 0 entries
failure         0%  0/10,000 utf-16 units, 0 entries
project:shop    0%  1/5,000 utf-16 units, 1 entry
standing        0%  0/2,000 utf-16 units, 0 entries
""")


def test_a_dry_run_changes_nothing(hermes: Path) -> None:
    before = (hermes / HERMES).read_bytes()
    document = ask("memory", "add", "new", "--dry-run", home=hermes)
    assert (document["dry_run"], document["id"]) == (True, None)
    assert (hermes / HERMES).read_bytes() == before


def test_an_outside_edit_is_recorded_before_ours(hermes: Path) -> None:
    (hermes / HERMES).write_text("by hand")
    ask("memory", "add", "by memgit", home=hermes)
    assert {item["origin"] for item in ask("log", home=hermes)["items"]} == {"user", "external", "import"}
    assert (hermes / HERMES).read_text() == "by hand\n§\nby memgit"
