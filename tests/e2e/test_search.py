"""A home that an editor, an agent and git change at once: what `memgit search` finds, watched, killed and read-only."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.cli import environment, run, run_process
from support.disks import read_only_disk
from support.skill_home import skill_text
from support.snapshot import assert_clean, git

SKILLS = 120
MEMORY = "memories/MEMORY.md"


@pytest.fixture
def home(hermes: Path) -> Path:
    """A store with many skills, and a branch `other` on which each tells of something else."""
    assert run("config", "history.quiet_seconds", "0.2", home=hermes).code == 0
    for n in range(SKILLS):
        write(hermes, n, f"Counts walrus{n}")
    assert run("commit", home=hermes).code == 0
    git(hermes, "checkout", "-q", "-b", "other")
    for n in range(SKILLS):
        write(hermes, n, f"Counts 海象{n} and otter{n}")
    assert run("commit", home=hermes).code == 0
    git(hermes, "checkout", "-q", "-")
    return hermes


def write(home: Path, n: int, body: str) -> None:
    file = home / "skills" / f"group-{n % 7}" / f"skill-{n}" / "SKILL.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(skill_text(f"skill-{n}", body=body), encoding="utf-8")


@contextmanager
def watcher(home: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A watcher in a process of its own, which has looked at everything."""
    code = "from memgit.cli.main import run; run()"
    words = [sys.executable, "-c", code, "--home", str(home), "watch", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment()) as running:
        try:
            assert running.stdout is not None
            while b'"passed"' not in running.stdout.readline():
                pass
            yield running
        finally:
            running.kill()


def names(home: Path, *words: str) -> list[str]:
    """What a search in a process of its own finds, by name."""
    done = run_process("search", "--json", *words, home=home)
    assert done.code in (0, 1), done.stderr
    return [item["name"] for item in done.json["items"]]


def edit(home: Path, n: int, word: str) -> None:
    """As an editor saves: another file takes the place of the skill's."""
    file = home / "skills" / f"group-{n % 7}" / f"skill-{n}" / "SKILL.md"
    fresh = file.with_name(".SKILL.md.swp")
    fresh.write_text(file.read_text("utf-8") + f"\n{word}\n", encoding="utf-8")
    fresh.replace(file)


def remember(home: Path, text: str) -> None:
    """As an agent writes: at the end of the file that is there."""
    with (home / MEMORY).open("a", encoding="utf-8") as file:
        file.write(f"\n§\n{text}")


def test_three_write_at_once_and_the_watcher_is_killed(home: Path) -> None:
    with watcher(home) as running:
        edit(home, 5, "雪豹")
        remember(home, "The narwhal build needs 独角鲸 flags")
        assert names(home, "雪豹") == ["skill-5"]
        assert names(home, "narwhal") == names(home, "独角") == ["memory"]
        git(home, "checkout", "-q", "-f", "other")
        remember(home, "Deploys wait for the heron")
        assert names(home, "海象77") == names(home, "otter77") == ["skill-77"]
        assert names(home, '"walrus77"') == []
        assert names(home, "heron") == ["memory"]
        running.send_signal(signal.SIGKILL)
    edit(home, 9, "白鲸 beluga")
    assert names(home, "白鲸") == names(home, "Belugas") == ["skill-9"]
    git(home, "checkout", "-q", "-f", "-")
    assert names(home, "beluga") == names(home, '"otter77"') == []
    assert names(home, "walrus77") == ["skill-77"]
    assert run("index", "--check", home=home).code == 0
    assert_clean(home)


def test_a_home_that_cannot_be_written_is_searched_as_it_is(home: Path) -> None:
    with read_only_disk(home):
        assert names(home, "walrus44") == ["skill-44"]
        assert names(home, "nothing of this kind") == []
    edit(home, 44, "雪豹")
    with read_only_disk(home):
        assert names(home, "雪豹") == ["skill-44"]


def test_a_home_deleted_and_made_again_is_watched_on(home: Path) -> None:
    kept = home.with_name("kept")
    with watcher(home) as running:
        home.rename(kept)
        subprocess.run(["cp", "-a", str(kept), str(home)], check=True)
        edit(home, 3, "海雀 puffin")
        assert running.stdout is not None
        while b'"recorded"' not in (line := running.stdout.readline()) or b"skill-3" not in line:
            assert line, "the watcher ended"
        assert names(home, "海雀") == ["skill-3"]
        running.send_signal(signal.SIGTERM)
        assert running.wait(20) == 0
    assert_clean(home)
