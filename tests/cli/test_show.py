"""`memgit show`."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from support.cli import run
from support.past import MEMORY, Past, by, entries, skill

LOGO = b"\x89PNG\0\r\n\xff"


@pytest.fixture(autouse=True)
def _utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def past(tmp_path: Path) -> Past:
    past = Past(tmp_path / "home")
    files: dict[str, str | bytes | None] = {MEMORY: entries("one"), "skills/x/SKILL.md": skill("x", "1")}
    past.commit(files | {"skills/x/logo.png": LOGO}, "init: hermes", by("import", "init"))
    files = {
        MEMORY: entries("uno", "two\nlines"),
        "skills/x/SKILL.md": skill("x", "2"),
        "skills/x/run.sh": "#!/bin/sh\n",
    }
    past.commit(files, "several things", by("review", "apply", "s1"), body="Because.\n\nAnd so.")
    past.check_out()
    return past


def test_a_change(past: Past) -> None:
    done = run("show", "HEAD", home=past.folder)
    assert (done.code, done.stderr) == (0, "")
    assert done.stdout == snapshot("""\
commit deeef910328f7b38c2e777c76ed6309bbaac66e5
time:    2026-09-21 14:15:20 +0000
origin:  review
action:  apply
session: s1

    several things

    Because.

    And so.

memories/MEMORY.md
- one
+ uno
+ two
  lines

skills/x/SKILL.md
@@ -2,4 +2,4 @@
 name: x
 description: does x
 ---
-1
+2

skills/x/run.sh (added)
@@ -0,0 +1 @@
+#!/bin/sh
""")
    assert run("show", home=past.folder).stdout == done.stdout


def test_a_change_of_one_thing(past: Past) -> None:
    done = run("show", "HEAD", "memory", home=past.folder)
    assert done.stdout.splitlines()[10:] == snapshot(
        ["    And so.", "", "memories/MEMORY.md", "- one", "+ uno", "+ two", "  lines"]
    )


def test_binary_files(past: Past) -> None:
    assert "skills/x/logo.png (added, binary)" in run("show", "HEAD~1", home=past.folder).stdout


def test_json(past: Past) -> None:
    found = run("show", "HEAD", "--json", home=past.folder).json
    assert (found["session"], found["body"]) == ("s1", "Because.\n\nAnd so.")
    assert found["paths"] == [MEMORY, "skills/x/SKILL.md", "skills/x/run.sh"]
    assert found["diff"] == snapshot(
        [
            {
                "path": "memories/MEMORY.md",
                "kind": "removed",
                "before": "one",
                "after": None,
                "entry": 1,
            },
            {"path": "memories/MEMORY.md", "kind": "added", "before": None, "after": "uno", "entry": 1},
            {
                "path": "memories/MEMORY.md",
                "kind": "added",
                "before": None,
                "after": """\
two
lines\
""",
                "entry": 2,
            },
            {
                "path": "skills/x/SKILL.md",
                "kind": "changed",
                "before": """\
---
name: x
description: does x
---
1
""",
                "after": """\
---
name: x
description: does x
---
2
""",
                "entry": None,
                "binary": False,
                "patch": """\
@@ -2,4 +2,4 @@
 name: x
 description: does x
 ---
-1
+2
""",
            },
            {
                "path": "skills/x/run.sh",
                "kind": "added",
                "before": None,
                "after": "#!/bin/sh\n",
                "entry": None,
                "binary": False,
                "patch": """\
@@ -0,0 +1 @@
+#!/bin/sh
""",
            },
        ]
    )


def test_a_file_as_it_was(past: Past) -> None:
    assert run("show", "x@HEAD~1", home=past.folder).stdout == skill("x", "1")
    assert run("show", "memory@2026-09-21", home=past.folder).stdout == entries("uno", "two\nlines")
    assert run("show", "memory@HEAD~1", "--json", home=past.folder).json == snapshot(
        {
            "path": "memories/MEMORY.md",
            "id": "9301cda16160ba9a47b9e7a277651c3b038af142",
            "time": "2026-09-21T14:14:20Z",
            "mode": "100644",
            "size": 3,
            "text": "one",
            "base64": None,
        }
    )


def test_bytes_as_they_were(past: Past) -> None:

    words = ["--home", str(past.folder), "show", "skills/x/logo.png@HEAD"]
    script = "from memgit.cli.main import run; run()"
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, check=True)
    assert done.stdout == LOGO
    found = run("show", "skills/x/logo.png@HEAD", "--json", home=past.folder).json
    assert (found["text"], found["base64"], found["size"]) == (None, "iVBORwANCv8=", len(LOGO))


def test_a_folder_as_it_was(past: Past) -> None:
    assert run("show", "skills@HEAD", home=past.folder).stdout.splitlines() == [
        "skills/x/SKILL.md",
        "skills/x/logo.png",
        "skills/x/run.sh",
    ]
    items = run("show", "skills@HEAD~1", "--json", home=past.folder).json["items"]
    assert items[1] == {"path": "skills/x/logo.png", "size": len(LOGO)}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["nonsense"], 3),
        (["memory"], 3),
        (["memory@2020-01-01"], 3),
        (["nothing@HEAD"], 3),
        (["HEAD", "nothing"], 3),
        (["skills/x/run.sh@HEAD~1"], 3),
        (["HEAD", "memory", "user"], 2),
    ],
)
def test_refusals(past: Past, words: list[str], code: int) -> None:
    done = run("show", *words, home=past.folder)
    assert (done.code, done.stdout) == (code, "")
    assert done.stderr.startswith("memgit: error: ")
    assert "memgit: hint: " in done.stderr
