"""`memgit log`."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from support.cli import run, run_process
from support.past import MEMORY, Past, by, entries, skill


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
    past.commit(
        {MEMORY: entries("likes tea"), "skills/x/SKILL.md": skill("x", "1", "2")}, "init: hermes", by("import", "init")
    )
    past.commit(
        {MEMORY: entries("likes tea", "喜欢咖啡")},
        "memory: add “喜欢咖啡”",
        by("agent", "add", "s1"),
        body="he said so",
    )
    past.commit({"skills/x/SKILL.md": skill("x", "1", "3")}, "skill(x): patch", by("curator", "patch"))
    past.move("skills/x", "skills/.archive/x", subject="skill(x): archive")
    past.check_out()
    return past


def test_lines(past: Past) -> None:
    done = run("log", home=past.folder)
    assert (done.code, done.stderr) == (0, "")
    assert done.stdout == snapshot("""\
2026-09-21 14:17  0a63584  user      skill(x): archive
2026-09-21 14:16  8de1978  curator   skill(x): patch
2026-09-21 14:15  76406ad  agent     memory: add “喜欢咖啡”
2026-09-21 14:14  6e81efc  import    init: hermes
""")
    assert run("log", "-n", "4", home=past.folder).stdout == done.stdout
    assert run("log", "-n", "1", home=past.folder).stdout == done.stdout.splitlines(keepends=True)[0]


def test_patches(past: Past) -> None:
    assert run("log", "x", "-p", home=past.folder).stdout == snapshot("""\
2026-09-21 14:17  0a63584  user      skill(x): archive
2026-09-21 14:16  8de1978  curator   skill(x): patch

skills/x/SKILL.md
@@ -3,4 +3,4 @@ name: x
 description: does x
 ---
 1
-2
+3

2026-09-21 14:14  6e81efc  import    init: hermes

skills/x/SKILL.md (added)
@@ -0,0 +1,6 @@
+---
+name: x
+description: does x
+---
+1
+2

""")


def test_colours(past: Past) -> None:
    assert run("log", "-n", "1", "--color", home=past.folder).stdout == snapshot(
        "\x1b[2m2026-09-21 14:17\x1b[0m  \x1b[33m0a63584\x1b[0m  \x1b[36muser    \x1b[0m  skill(x): archive\n"
    )


def test_json(past: Past) -> None:
    done = run("log", "--session", "s1", "--json", home=past.folder)
    assert done.stderr == ""
    assert done.json == snapshot(
        {
            "items": [
                {
                    "id": "76406ad4f011720cb4b297f5889ca33decf87e1f",
                    "time": "2026-09-21T14:15:20Z",
                    "origin": "agent",
                    "action": "add",
                    "subject": "memory: add “喜欢咖啡”",
                    "body": "he said so",
                    "session": "s1",
                    "device": None,
                    "paths": ["memories/MEMORY.md"],
                    "trailers": {"Memgit-Origin": "agent", "Memgit-Action": "add", "Memgit-Session": "s1"},
                }
            ]
        }
    )


def test_json_with_patches(past: Past) -> None:
    (item,) = run("log", "-n", "1", "--json", "-p", "--action", "patch", home=past.folder).json["items"]
    assert [one["kind"] for one in item["diff"]] == ["changed"]


@pytest.mark.parametrize(
    ("words", "subjects"),
    [
        (["x"], ["skill(x): archive", "skill(x): patch", "init: hermes"]),
        (["memory"], ["memory: add “喜欢咖啡”", "init: hermes"]),
        (["--origin", "agent", "--origin", "import"], ["memory: add “喜欢咖啡”", "init: hermes"]),
        (["--action", "patch"], ["skill(x): patch"]),
        (["--entry", "咖啡"], ["memory: add “喜欢咖啡”"]),
        (["--entry", "no such entry"], []),
        (["--since", "2026-09-21T14:16:20Z"], ["skill(x): archive", "skill(x): patch"]),
        (["--until", "2026-09-21T14:14:20Z"], ["init: hermes"]),
        (["--until", "2026-09-21", "-n", "1"], ["skill(x): archive"]),
        (["--until", "2026-09-20"], []),
    ],
)
def test_what_is_listed(past: Past, words: list[str], subjects: list[str]) -> None:
    done = run("log", *words, "--json", home=past.folder)
    assert done.code == 0
    assert [item["subject"] for item in done.json["items"]] == subjects


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["nothing-like-it"], 3),
        (["../outside"], 2),
        (["--origin", "nobody"], 2),
        (["--action", "nothing"], 2),
        (["--since", "soon"], 2),
        (["--until", "later"], 2),
        (["--entry", " "], 2),
        (["-n", "-1"], 2),
        (["a", "b"], 2),
    ],
)
def test_refusals(past: Past, words: list[str], code: int) -> None:
    done = run("log", *words, home=past.folder)
    assert (done.code, done.stdout) == (code, "")
    assert done.stderr.startswith("memgit: error: ")


def test_before_the_first_commit(tmp_path: Path) -> None:
    past = Past(tmp_path / "home")
    assert run("log", home=past.folder).stdout == ""
    assert run("log", "-n", "3", home=past.folder).stdout == ""
    assert run("log", "--json", home=past.folder).json == {"items": []}


def test_a_short_log_loads_no_git_library(past: Past) -> None:
    script = "import sys; from memgit.cli.main import main; main(sys.argv[1:]); print([*sys.modules], file=sys.stderr)"

    words = ["--home", str(past.folder), "log", "-n", "20"]
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True)
    for heavy in ("pygit2", "sqlite3", "ruamel", "rich"):
        assert f"'{heavy}'" not in done.stderr


def test_a_real_process(past: Past) -> None:
    assert run_process("log", "x", home=past.folder).stdout == run("log", "x", home=past.folder).stdout
