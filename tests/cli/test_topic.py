"""The topic commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from support.cli import run

FOLDER = "projects/-home-dev-shop/memory"
PROJECT = ("--project", "-home-dev-shop")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / FOLDER
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Shop\n\n- [Deploys](deploys.md) — when and how\n")
    (folder / "deploys.md").write_text("---\nname: deploys\ndescription: when and how\ntype: project\n---\nTuesdays\n")
    (folder / "orphan.md").write_text("no head\n")
    assert run("init", str(tmp_path / "home"), "--layout", "claude").code == 0
    return tmp_path / "home"


def test_list(home: Path) -> None:
    assert run("topic", "list", home=home).stdout == snapshot("""\
-home-dev-shop
deploys  when and how  [project]
orphan   (not in the index)
""")
    assert json.loads(run("topic", "list", "--json", home=home).stdout)["items"][0] == snapshot(
        {
            "name": "deploys",
            "project": "-home-dev-shop",
            "path": "projects/-home-dev-shop/memory/deploys.md",
            "title": "Deploys",
            "description": "when and how",
            "type": "project",
            "hook": "when and how",
            "indexed": True,
        }
    )


def test_show(home: Path) -> None:
    assert run("topic", "show", "orphan", home=home).stdout == "no head\n"
    document = json.loads(run("topic", "show", "deploys", "--json", *PROJECT, home=home).stdout)
    assert (document["name"], document["text"][-9:]) == ("deploys", "Tuesdays\n")
    assert run("topic", "show", "deploy", home=home).code == 3


def test_write_and_remove(home: Path) -> None:
    done = run("topic", "write", "prices", "in cents", *PROJECT, "--description", "how prices are kept", home=home)
    assert (done.code, done.stderr) == (0, "")
    assert (home / FOLDER / "MEMORY.md").read_text().endswith("- [prices](prices.md) — how prices are kept\n")
    assert run("topic", "write", "deploys", "--file", "-", *PROJECT, home=home, stdin="Mondays\n").code == 0
    assert (home / FOLDER / "deploys.md").read_text().endswith("type: project\n---\nMondays\n")
    assert run("topic", "remove", "deploys", home=home).code == 0
    assert not (home / FOLDER / "deploys.md").exists()
    assert "deploys" not in (home / FOLDER / "MEMORY.md").read_text()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("write", "../x", "x", *PROJECT), 2),
        (("write", "x", "x", "--project", "../y"), 2),
        (("write", "x", "x"), 2),
        (("write", "x", *PROJECT), 2),
        (("write", "x", "x", "--file", "y", *PROJECT), 2),
        (("write", "x", "--file", "nowhere.md", *PROJECT), 3),
        (("remove", "nowhere"), 3),
    ],
)
def test_refusals(home: Path, words: tuple[str, ...], code: int) -> None:
    done = run("topic", *words, home=home)
    assert (done.code, done.stdout) == (code, "")
