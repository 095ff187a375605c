"""`memgit status`: what it says of the search index and the watcher."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from support.cli import run
from support.index_file import another_version, damage
from support.snapshot import snapshot as everything

from memgit.watch.instance import held

NOW = {"MEMGIT_NOW": "2026-10-02T09:00:00Z"}


def said(home: Path) -> str:
    (line,) = [line for line in run("status", home=home).stdout.splitlines() if line.startswith("index: ")]
    return line


def test_whole(hermes: Path) -> None:
    run("index", home=hermes)
    (hermes / "memories" / "USER.md").write_text("likes long answers")
    done = run("status", home=hermes, env=NOW)
    assert (done.code, done.stderr) == (0, "")
    first, rest = done.stdout.split("\n", 1)
    assert first.startswith(f"{hermes}  (hermes, ")
    assert rest == snapshot("""\

1 outside edit: user: "likes short answers" → "likes long answers"
  ~ memories/USER.md
record them: memgit commit

budgets
  memory  2%  53 of 2,200 code points  3 entries
  user    1%  18 of 1,375 code points  1 entry

index: 1 file behind (11 documents; the next search reads them), no watcher
""")


def test_every_state_of_the_index(hermes: Path) -> None:
    assert said(hermes) == snapshot("index: none yet (the next search makes it), no watcher")
    run("index", home=hermes)
    assert said(hermes) == snapshot("index: fresh (11 documents), no watcher")
    (hermes / "memories" / "USER.md").unlink()
    assert said(hermes) == snapshot("index: 1 file behind (11 documents; the next search reads them), no watcher")
    run("index", home=hermes)
    another_version(hermes)
    assert said(hermes) == snapshot(
        "index: written by another version of memgit (make it anew: memgit index --rebuild), no watcher"
    )
    damage(hermes)
    assert said(hermes) == snapshot("index: damaged (make it anew: memgit index --rebuild), no watcher")


def test_a_watcher_is_told(hermes: Path) -> None:
    with held(hermes / ".memgit" / "watch.lock"):
        assert said(hermes).endswith(f", watcher running (pid {os.getpid()})")
        assert run("status", "--json", home=hermes).json["index"]["watcher"] == os.getpid()
    assert said(hermes).endswith(", no watcher")


def test_json(hermes: Path) -> None:
    assert run("status", "--json", home=hermes).json["index"] == snapshot(
        {"state": "missing", "documents": 0, "files": 0, "pending": 0, "updated": None, "bytes": 0, "watcher": None}
    )
    run("index", home=hermes)
    (hermes / "skills" / "new.md").write_text("new")
    index = run("status", "--json", home=hermes).json["index"]
    assert index.pop("updated").endswith("Z")
    assert index.pop("bytes") > 0
    assert index == snapshot({"state": "stale", "documents": 11, "files": 6, "pending": 1, "watcher": None})


@pytest.mark.parametrize("indexed", [False, True])
def test_it_writes_nothing(indexed: bool, hermes: Path) -> None:
    if indexed:
        run("index", home=hermes)
    before = everything(hermes)
    assert run("status", home=hermes).code == 0
    assert everything(hermes) == before
