"""`memgit blame`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from support.cli import run
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
    past.commit({MEMORY: entries("one"), "skills/x/SKILL.md": skill("x", "1")}, "init", by("import", "init"))
    past.commit(
        {MEMORY: entries("one", "两\nlines"), "skills/x/SKILL.md": skill("x", "1", "2")},
        "more",
        by("review", "add", "s1"),
    )
    past.check_out()
    past.write(MEMORY, entries("one", "new", "两\nlines"))
    return past


def test_entries(past: Past) -> None:
    done = run("blame", "memory", home=past.folder)
    assert (done.code, done.stderr) == (0, "")
    assert done.stdout == snapshot("""\
91575be  2026-09-21 14:14  import          1  one
not yet recorded                           2  new
220dd77  2026-09-21 14:15  review    s1    3  两
                                              lines
""")


def test_lines(past: Past) -> None:
    assert run("blame", "x", home=past.folder).stdout == snapshot("""\
91575be  2026-09-21 14:14  import          1  ---
91575be  2026-09-21 14:14  import          2  name: x
91575be  2026-09-21 14:14  import          3  description: does x
91575be  2026-09-21 14:14  import          4  ---
91575be  2026-09-21 14:14  import          5  1
220dd77  2026-09-21 14:15  review    s1    6  2
""")


def test_json(past: Past) -> None:
    assert run("blame", "memory", "--json", home=past.folder).json == snapshot(
        {
            "path": "memories/MEMORY.md",
            "items": [
                {
                    "n": 1,
                    "text": "one",
                    "id": "91575bec9e0fe9af254e024bf468a084648405ac",
                    "time": "2026-09-21T14:14:20Z",
                    "origin": "import",
                    "session": None,
                },
                {"n": 2, "text": "new", "id": None, "time": None, "origin": None, "session": None},
                {
                    "n": 3,
                    "text": """\
两
lines\
""",
                    "id": "220dd771e124ac75270df17aacbe0d10ed59077d",
                    "time": "2026-09-21T14:15:20Z",
                    "origin": "review",
                    "session": "s1",
                },
            ],
        }
    )


@pytest.mark.parametrize(("words", "code"), [(["nothing"], 3), ([], 2), (["skills"], 2), (["/etc/passwd"], 2)])
def test_refusals(past: Past, words: list[str], code: int) -> None:
    done = run("blame", *words, home=past.folder)
    assert (done.code, done.stdout) == (code, "")
    assert done.stderr.startswith("memgit: error: ")


def test_not_text(past: Past) -> None:
    past.write("skills/x/logo.png", b"\0")
    assert run("blame", "skills/x/logo.png", home=past.folder).code == 8
