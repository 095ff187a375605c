"""`memgit index`: brought up to date, compared with the files, made anew."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from support.cli import Result, run
from support.index_file import another_version, damage, execute, index_file
from support.snapshot import snapshot as everything

WRONG = "UPDATE file SET blob = zeroblob(20) WHERE path = 'memories/USER.md'"


def index(home: Path, *words: str) -> Result:
    """A run, with what differs from one to the next taken out: the time it took, the size of the file."""
    done = run("index", *words, home=home)
    said = re.sub(r"\d+\.\d s\b", "TIME", re.sub(r"[\d.]+ [kM]B\b", "SIZE", done.stdout))
    return Result(said, done.stderr, done.code)


def test_a_life(hermes: Path) -> None:
    assert index(hermes) == snapshot(
        Result(
            stdout="""\
index: 11 documents in 6 files, SIZE
made: there was none, in TIME
""",
            stderr="",
            code=0,
        )
    )
    assert index(hermes) == snapshot(
        Result(
            stdout="""\
index: 11 documents in 6 files, SIZE
nothing had changed
""",
            stderr="",
            code=0,
        )
    )
    (hermes / "memories" / "USER.md").write_text("likes long answers")
    (hermes / "skills" / "dev" / "release" / "SKILL.md").unlink()
    assert index(hermes) == snapshot(
        Result(
            stdout="""\
index: 9 documents in 5 files, SIZE
read 1 changed file, dropped 1 file that went away
""",
            stderr="",
            code=0,
        )
    )
    assert index(hermes, "--rebuild") == snapshot(
        Result(
            stdout="""\
index: 9 documents in 5 files, SIZE
made anew, in TIME
""",
            stderr="",
            code=0,
        )
    )
    another_version(hermes)
    assert index(hermes) == snapshot(
        Result(
            stdout="""\
index: 9 documents in 5 files, SIZE
made anew: another version of memgit had written it, in TIME
""",
            stderr="",
            code=0,
        )
    )
    damage(hermes)
    assert index(hermes) == snapshot(
        Result(
            stdout="""\
index: 9 documents in 5 files, SIZE
made anew: its file was damaged, in TIME
""",
            stderr="",
            code=0,
        )
    )


def test_it_is_compared_with_the_files(hermes: Path) -> None:
    assert index(hermes, "--check") == snapshot(
        Result(
            stdout="index: none yet; the next search makes it\n", stderr="memgit: to mend it: memgit index\n", code=1
        )
    )
    assert not index_file(hermes).exists()
    index(hermes)
    assert index(hermes, "--check") == snapshot(
        Result(stdout="index: 11 documents in 6 files, as in the files\n", stderr="", code=0)
    )
    (hermes / "memories" / "USER.md").write_text("likes long answers")
    (hermes / "skills" / "dev" / "release" / "SKILL.md").unlink()
    (hermes / "skills" / "new.md").write_text("new")
    before = everything(hermes)
    assert index(hermes, "--check") == snapshot(
        Result(
            stdout="""\
changed  memories/USER.md
gone     skills/dev/release/SKILL.md
missing  skills/new.md
""",
            stderr="memgit: to mend it: memgit index\n",
            code=1,
        )
    )
    assert everything(hermes) == before
    time.sleep(0.05)  # what was written a moment ago is read again each time
    assert index(hermes).code == 0
    assert index(hermes, "--check").code == 0
    execute(hermes, WRONG)
    assert index(hermes, "--check") == snapshot(
        Result(stdout="changed  memories/USER.md\n", stderr="memgit: to mend it: memgit index --rebuild\n", code=1)
    )
    assert index(hermes, "--rebuild").code == 0
    assert index(hermes, "--check").code == 0
    damage(hermes)
    assert index(hermes, "--check") == snapshot(
        Result(
            stdout="index: damaged: file is not a database\n",
            stderr="memgit: to mend it: memgit index --rebuild\n",
            code=1,
        )
    )


def test_json(hermes: Path) -> None:
    done = run("index", "--json", home=hermes).json
    assert done.pop("bytes") > 0
    assert done.pop("seconds") >= 0
    assert done == snapshot(
        {"documents": 11, "files": 6, "changed": 6, "removed": 0, "rebuilt": "missing", "stale": None, "notes": []}
    )
    assert run("index", "--check", "--json", home=hermes).json == snapshot(
        {"items": [], "documents": 11, "files": 6, "problem": None}
    )
    (hermes / "memories" / "USER.md").write_text("likes long answers")
    done = run("index", "--check", "--json", home=hermes)
    assert (done.code, done.stderr) == (1, "")
    assert done.json == snapshot(
        {"items": [{"path": "memories/USER.md", "what": "changed"}], "documents": 11, "files": 6, "problem": None}
    )


@pytest.mark.parametrize("words", [["--dry-run"], ["--rebuild", "--dry-run"]])
def test_a_dry_run_makes_nothing(words: list[str], hermes: Path) -> None:
    assert run("index", *words, home=hermes).stdout == "would make the index anew\n"
    assert run("index", *words, "--json", home=hermes).json["dry_run"] is True
    assert not index_file(hermes).exists()
    index(hermes)
    (hermes / "memories" / "USER.md").write_text("likes long answers")
    before = everything(hermes)
    said = "would make the index anew\n" if "--rebuild" in words else "would read 1 file\n"
    assert run("index", *words, home=hermes).stdout == said
    assert everything(hermes) == before


def test_refusals(hermes: Path, tmp_path: Path) -> None:
    assert index(hermes, "--rebuild", "--check") == snapshot(
        Result(
            stdout="",
            stderr="""\
memgit: error: --rebuild and --check exclude each other
memgit: hint: memgit index --check
""",
            code=2,
        )
    )
    assert run("index", home=tmp_path).code == 3
    assert index(hermes, "now").code == 2


def test_what_is_left_out_is_told(hermes: Path) -> None:
    (hermes / "skills" / "pr-triage" / "away").symlink_to("/etc/hostname")
    assert index(hermes).stderr == snapshot(
        "memgit: skills/pr-triage/away is left out: it is a link out of the home, to /etc/hostname\n"
    )


def test_while_memgit_is_switched_off_it_is_still_made(hermes: Path) -> None:
    run("config", "enabled", "false", home=hermes)
    assert index(hermes).code == 0
    assert index_file(hermes).exists()
