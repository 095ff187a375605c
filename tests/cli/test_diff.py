"""`memgit diff`."""

from __future__ import annotations

from pathlib import Path

import pytest
from inline_snapshot import snapshot
from support.cli import run
from support.past import MEMORY, Past, entries, skill


@pytest.fixture
def past(tmp_path: Path) -> Past:
    past = Past(tmp_path / "home")
    past.commit({MEMORY: entries("one", "two"), "skills/x/SKILL.md": skill("x", "1"), "skills/x/run.sh": "echo\n"})
    past.commit({MEMORY: entries("one", "two", "three")})
    past.check_out()
    return past


def test_nothing_differs(past: Past) -> None:
    done = run("diff", home=past.folder)
    assert (done.code, done.stdout, done.stderr) == (0, "", "")
    assert run("diff", "--exit-code", home=past.folder).code == 0
    assert run("diff", "--json", home=past.folder).json == {"items": []}


def test_files_on_disk(past: Past) -> None:
    past.write(MEMORY, entries("one", "zwei", "three", "四"))
    past.write("skills/x/SKILL.md", skill("x", "1", "2"))
    (past.folder / "skills/x/run.sh").chmod(0o755)
    past.write("skills/x/logo.png", b"\0")
    done = run("diff", home=past.folder)
    assert done.code == 0
    assert done.stdout == snapshot("""\
memories/MEMORY.md
- two
+ zwei
+ 四

skills/x/SKILL.md
@@ -3,3 +3,4 @@ name: x
 description: does x
 ---
 1
+2

skills/x/logo.png (added, binary)

skills/x/run.sh (mode 100644 → 100755)
""")
    assert run("diff", "--exit-code", home=past.folder).code == 1


def test_json(past: Past) -> None:
    past.write(MEMORY, entries("one", "zwei", "three", "四"))
    past.write("skills/x/SKILL.md", skill("x", "2"))
    assert run("diff", "--json", home=past.folder).json == snapshot(
        {
            "items": [
                {"path": "memories/MEMORY.md", "kind": "changed", "before": "two", "after": "zwei", "entry": 2},
                {"path": "memories/MEMORY.md", "kind": "added", "before": None, "after": "四", "entry": 4},
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
            ]
        }
    )


def test_revisions_and_names(past: Past) -> None:
    for words in (["HEAD~1"], ["HEAD~1", "HEAD"], ["HEAD~1", "memory"], ["HEAD~1", "HEAD", "memory"], ["HEAD~1..HEAD"]):
        assert run("diff", *words, home=past.folder).stdout == f"{MEMORY}\n+ three\n"
    assert run("diff", "HEAD~1", "x", home=past.folder).stdout == ""


@pytest.mark.parametrize(
    ("words", "code"), [(["nonsense"], 3), (["HEAD", "nonsense"], 3), (["HEAD", "HEAD", "memory", "user"], 2)]
)
def test_refusals(past: Past, words: list[str], code: int) -> None:
    done = run("diff", *words, home=past.folder)
    assert (done.code, done.stdout) == (code, "")
    assert done.stderr.startswith("memgit: error: ")
