"""The standing commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from support.cli import run

PATH = "pi-hermes-memory/STANDING.md"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    file = tmp_path / "home" / PATH
    file.parent.mkdir(parents=True)
    file.write_text("# house rules\n- Never force-push\nRun the tests\n")
    assert run("init", str(tmp_path / "home"), "--layout", "pi-hermes").code == 0
    return tmp_path / "home"


def test_list(home: Path) -> None:
    assert run("standing", "list", home=home).stdout == snapshot("""\
1  Never force-push
2  Run the tests
""")
    assert json.loads(run("standing", "list", "--json", home=home).stdout) == snapshot(
        {"items": [{"n": 1, "text": "Never force-push"}, {"n": 2, "text": "Run the tests"}]}
    )


def test_add_remove_clear(home: Path) -> None:
    assert run("standing", "add", "Answer in Chinese", home=home).stdout.startswith(
        'standing: add "Answer in Chinese"  ['
    )
    assert run("standing", "add", "never FORCE-push", home=home).stdout == snapshot(
        'nothing to do: standing: "never FORCE-push" is there already\n'
    )
    assert run("standing", "remove", "1", home=home).code == 0
    assert (home / PATH).read_text() == "# house rules\nRun the tests\nAnswer in Chinese\n"
    assert run("standing", "clear", home=home).code == 0
    assert (home / PATH).read_text() == "# house rules\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("remove", "9"), 3),
        (("remove", "one"), 2),
        (("add", " "), 2),
        (("add", "x" * 2001), 4),
        (("add", "x", "--origin", "dream"), 4),
        (("clear", "--origin", "curator"), 4),
    ],
)
def test_refusals(home: Path, words: tuple[str, ...], code: int) -> None:
    before = (home / PATH).read_bytes()
    done = run("standing", *words, home=home)
    assert (done.code, done.stdout) == (code, "")
    assert (home / PATH).read_bytes() == before
