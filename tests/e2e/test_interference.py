"""Another program that acts while a change lands, or after it was killed: nothing is lost, the next command goes on."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from support.cli import run
from support.disks import small_disk
from support.homes import sample_home
from support.killing import acting_at, killed_at
from support.snapshot import assert_clean, git, snapshot, tree

MEMORY = "memories/MEMORY.md"
SKILL = "skills/pr-triage"
ARCHIVED = "skills/.archive/pr-triage"
PERSON = ("-c", "user.name=person", "-c", "user.email=person@localhost")
MORE = "\n§\nedited by hand"
LANDING = ("journal-written", "moved", "file-placed", "files-placed", "index-prepared", "branch-moved")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return sample_home("hermes", tmp_path / "home")


def history(home: Path) -> str:
    return git(home, "log", "-p", "--all", "--format=%s")


def goes_on(home: Path) -> None:
    """The next commands work, and leave nothing over."""
    for words in (("memory", "add", "and on it goes"), ("commit",)):
        done = run(*words, home=home)
        assert done.code == 0, done.stderr
    assert_clean(home)
    assert not (home / ".memgit/journal.json").exists()
    assert not list((home / ".memgit/tmp").iterdir())
    assert not list((home / "skills").rglob(".memgit-*"))


def test_a_writer_that_has_the_file_open_is_heard_to_the_end(home: Path) -> None:
    """It empties the file, which is seen; then it writes into what the change has put aside by then."""
    before = (home / MEMORY).read_bytes()
    with (
        open(home / MEMORY, "r+b", buffering=0) as file,
        acting_at(
            temps_written=lambda: file.truncate(0),
            files_placed=lambda: (file.seek(0), file.write(before + MORE.encode())),
        ),
    ):
        assert run("memory", "add", "ours", home=home).code == 0
    text = (home / MEMORY).read_text(encoding="utf-8")
    assert "edited by hand" in text
    assert "ours" in text
    assert set(before.decode().split("\n§\n")) <= set(text.split("\n§\n"))
    assert_clean(home)


@pytest.mark.parametrize("step", LANDING)
def test_killed_and_the_skill_is_there_again(home: Path, step: str) -> None:
    assert killed_at(step, lambda: run("archive", "pr-triage", home=home))
    (home / SKILL).mkdir(exist_ok=True)
    (home / SKILL / "new.md").write_text("made again")
    goes_on(home)
    assert "+made again" in history(home)


@pytest.mark.parametrize("step", LANDING)
def test_killed_and_the_skill_is_moved_elsewhere(home: Path, step: str) -> None:
    files = {name: data for name, (_, data) in tree(home / SKILL).items()}
    assert killed_at(step, lambda: run("archive", "pr-triage", home=home))
    os.rename(home / SKILL if (home / SKILL).exists() else home / ARCHIVED, home / "skills/mine")
    goes_on(home)
    assert {name: data for name, (_, data) in tree(home / "skills/mine").items()} == files


@pytest.mark.parametrize("step", LANDING)
def test_killed_and_the_file_is_a_folder_now(home: Path, step: str) -> None:
    (home / SKILL / "SKILL.md").write_text("---\nname: pr-triage\ndescription: d\n---\n\nDo it. By hand.\n")
    assert killed_at(step, lambda: run("skill", "patch", "pr-triage", "Do it", "Do this", home=home))
    (home / SKILL / "SKILL.md").unlink()
    (home / SKILL / "SKILL.md").mkdir()
    (home / SKILL / "SKILL.md/in.md").write_text("inside")
    goes_on(home)
    assert "By hand" in history(home)
    assert (home / SKILL / "SKILL.md/in.md").read_text() == "inside"


@pytest.mark.parametrize("step", LANDING[:-1])
def test_killed_and_its_objects_are_pruned(home: Path, step: str) -> None:
    (home / MEMORY).write_text((home / MEMORY).read_text(encoding="utf-8") + MORE, encoding="utf-8")
    assert killed_at(step, lambda: run("memory", "add", "ours", home=home))
    git(home, "gc", "--quiet", "--prune=now")
    goes_on(home)
    assert "+edited by hand" in history(home)
    assert "edited by hand" in (home / MEMORY).read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [("branch", "-m", "mine"), ("checkout", "--quiet", "-b", "mine")])
@pytest.mark.parametrize("step", LANDING[:-2])
def test_the_branch_is_another_one_by_then(home: Path, words: tuple[str, ...], step: str) -> None:
    with acting_at(**{step.replace("-", "_"): lambda: git(home, *words)}):
        assert run("memory", "add", "ours", home=home).code == 0
    assert_clean(home)
    assert "+ours" in git(home, "log", "-p", "-1", "mine")
    assert killed_at(step, lambda: run("memory", "add", "again", home=home))
    git(home, "branch", "-m", "other")
    goes_on(home)
    assert "+again" in git(home, "log", "-p", "other")


@pytest.mark.parametrize("path", [MEMORY, f"{SKILL}/SKILL.md"])
def test_outside_edits_are_told_of_by_the_commit_they_are_in(home: Path, path: str) -> None:
    """A person commits before the branch moves: what was to be one of ours is another one then, or none."""
    (home / MEMORY).write_text((home / MEMORY).read_text(encoding="utf-8") + MORE, encoding="utf-8")
    with (home / SKILL / "SKILL.md").open("a", encoding="utf-8") as skill:
        skill.write("By hand too.\n")
    with acting_at(temps_written=lambda: git(home, *PERSON, "commit", "--quiet", "-m", "by hand", "--", path)):
        done = run("memory", "add", "ours", "--json", home=home).json
    commits = git(home, "rev-list", "HEAD").split()
    assert done["id"] == commits[0]
    assert done.get("external") == (None if path == MEMORY else commits[1])
    assert "+edited by hand" in history(home)


def test_a_folder_becomes_a_link_out_of_the_home(home: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"

    def link() -> None:
        os.rename(home / SKILL, outside)
        (home / SKILL).symlink_to(outside)

    with acting_at(temps_written=link):
        assert run("skill", "patch", "pr-triage", "Do it", "Do this", home=home).code != 0
    assert "Do it" in (outside / "SKILL.md").read_text()


def test_a_skill_is_moved_away_before_it_is_archived(home: Path) -> None:
    with acting_at(temps_written=lambda: os.rename(home / SKILL, home / "skills/mine")):
        done = run("archive", "pr-triage", home=home)
    assert done.code == 5
    assert "another program moved" in done.stderr
    assert (home / "skills/mine/SKILL.md").exists()
    goes_on(home)


def test_a_conflict_is_left_alone_until_it_is_solved(home: Path) -> None:
    """A killed change is finished after the person's merge, not in the middle of it."""
    assert killed_at("files-placed", lambda: run("memory", "add", "ours", home=home))
    (home / ".git/MERGE_HEAD").write_text(git(home, "rev-parse", "HEAD"))
    before = snapshot(home)
    assert run("memory", "add", "x y", home=home).code == 5
    assert snapshot(home) == before
    (home / ".git/MERGE_HEAD").unlink()
    goes_on(home)
    assert "+ours" in history(home)


@pytest.mark.parametrize("step", ["temps-written", *LANDING])
def test_killed_with_skills_on_another_disk(home: Path, tmp_path: Path, step: str) -> None:
    shutil.move(home / "skills", tmp_path / "skills")
    with small_disk(home / "skills", 4096):
        shutil.copytree(tmp_path / "skills", home / "skills", dirs_exist_ok=True)
        assert killed_at(step, lambda: run("skill", "patch", "pr-triage", "Do it", "Do this", home=home))
        goes_on(home)
        assert ("Do this" in (home / SKILL / "SKILL.md").read_text()) == (step != "temps-written")


def test_counters_that_are_not_in_history_yet_are_not_counted_twice(home: Path) -> None:
    usage = home / "skills/.usage.json"
    usage.write_text(json.dumps({"release": {"use_count": 5}, "pr-triage": {"use_count": 7}}))

    def used() -> None:
        usage.write_text(json.dumps({"release": {"use_count": 6}, "pr-triage": {"use_count": 8}}))

    with acting_at(temps_written=used):
        assert run("archive", "pr-triage", home=home).code == 0
    records = json.loads(usage.read_text())
    assert (records["release"]["use_count"], records["pr-triage"]["use_count"]) == (6, 8)
