"""A scan that starts from what the last one saw says what a scan without it says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import pygit2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.skill_home import FILES, SkillHome, skill_text

from memgit.ops.commit import EXTERNAL, commit
from memgit.repo import files, outside
from memgit.repo.outside import Scan
from memgit.repo.store import Options

MEMORY = "memories/MEMORY.md"
ALPHA = "skills/alpha/SKILL.md"
BETA = "skills/dev/beta/SKILL.md"
TICK = 0.012
"""Seconds: longer than a tick of the clock that files are stamped by."""


def made(folder: Path) -> SkillHome:
    folder.mkdir()
    home = SkillHome(folder, {**FILES, MEMORY: "one"}, {}, "hermes")
    time.sleep(TICK)
    return home


@pytest.fixture
def home(tmp_path: Path) -> SkillHome:
    home = made(tmp_path / "home")
    assert home.store.scan().edits == {}
    return home


def read_all(home: SkillHome) -> Scan:
    """The same without a cache."""
    return outside.scan(home.store.repo, home.store.layout, home.store.options.max_file_size)


def edits(home: SkillHome) -> list[str]:
    found = home.store.scan()
    assert found == read_all(home)
    return sorted(found.edits)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are read from now on."""
    found: list[str] = []
    real = files.read

    def read(home: Path, path: str, limit: int | None = None) -> files.FileState | None:
        found.append(path)
        return real(home, path, limit)

    monkeypatch.setattr("memgit.repo.files.read", read)
    return found


def test_what_did_not_change_is_not_read_again(home: SkillHome, reads: list[str]) -> None:
    listed: list[str] = []
    os_scandir = os.scandir
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.scandir", lambda path: listed.append(path) or os_scandir(path))  # type: ignore[func-returns-value]
        assert home.store.scan().edits == {}
    assert (reads, listed) == ([], [])
    home.put(MEMORY, "two")
    assert (sorted(home.store.scan().edits), reads) == ([MEMORY], [MEMORY])


def test_an_edit_stays_pending_until_it_is_recorded(home: SkillHome, reads: list[str]) -> None:
    home.put(MEMORY, "two")
    shutil.rmtree(home.folder / "skills/alpha/references")
    time.sleep(TICK)
    for _ in range(3):
        assert edits(home) == [MEMORY, "skills/alpha/references/api.md"]
    commit(home.store, EXTERNAL)
    assert edits(home) == []
    time.sleep(TICK)
    home.store.scan()
    reads.clear()
    assert (home.store.scan().edits, reads) == ({}, [])
    home.put(MEMORY, "one")
    assert edits(home) == [MEMORY]


@pytest.mark.parametrize("wait", [0, TICK])
def test_an_edit_of_the_same_size_at_once_is_seen(home: SkillHome, wait: float) -> None:
    for number in range(10):
        time.sleep(wait)
        home.put(MEMORY, f"{number:03}")
        assert edits(home) == [MEMORY]
        commit(home.store, EXTERNAL, [MEMORY])
        assert edits(home) == []
        home.put(MEMORY, f"{number:02}x")
        assert edits(home) == [MEMORY]
        assert git(home, "status", "--porcelain") == f" M {MEMORY}\n"
        commit(home.store, EXTERNAL)
        assert git(home, "--no-optional-locks", "status", "--porcelain") == ""


def test_an_edit_whose_time_is_set_back_is_seen(home: SkillHome) -> None:
    path = home.folder / MEMORY
    info = path.stat()
    path.write_bytes(b"two")
    os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))
    assert edits(home) == [MEMORY]


def test_another_file_in_its_place_is_seen(home: SkillHome) -> None:
    info = (home.folder / MEMORY).stat()
    home.put("beside", "two")
    os.utime(home.folder / "beside", ns=(info.st_atime_ns, info.st_mtime_ns))
    time.sleep(TICK)
    os.rename(home.folder / "beside", home.folder / MEMORY)
    assert edits(home) == [MEMORY]


def test_modes_and_links(home: SkillHome) -> None:
    (home.folder / ALPHA).chmod(0o755)
    assert edits(home) == [ALPHA]
    commit(home.store, EXTERNAL)
    os.symlink("notes.txt", home.folder / "skills/alpha/link.md")
    commit(home.store, EXTERNAL)
    time.sleep(TICK)
    assert edits(home) == []
    (home.folder / "skills/alpha/link.md").unlink()
    os.symlink("SKILL.md", home.folder / "skills/alpha/link.md")
    assert edits(home) == ["skills/alpha/link.md"]


def test_a_branch_that_moves_under_files_that_do_not(home: SkillHome) -> None:
    first = str(home.store.repo.head.target)
    home.put(MEMORY, "two")
    home.put("skills/new/SKILL.md", skill_text("new"))
    commit(home.store, EXTERNAL)
    time.sleep(TICK)
    assert edits(home) == []
    git(home, "reset", "-q", "--soft", first)
    assert edits(home) == [MEMORY, "skills/new/SKILL.md"]
    git(home, "reset", "-q", "--soft", "ORIG_HEAD")
    assert edits(home) == []


def test_new_files_and_folders_are_seen(home: SkillHome) -> None:
    home.put("skills/alpha/references/new.md", "new")
    assert edits(home) == ["skills/alpha/references/new.md"]
    home.put("skills/gamma/SKILL.md", skill_text("gamma"))
    home.put("skill-bundles/all.yaml", "name: all\nskills:\n- alpha\n")
    home.put("memgit.yaml", "budgets:\n  memory: 4000\n")
    found = edits(home)
    assert {"skill-bundles/all.yaml", "skills/gamma/SKILL.md", "memgit.yaml"} < set(found)
    time.sleep(TICK)
    assert edits(home) == found


def test_what_is_left_alone_is_told_every_time(home: SkillHome, tmp_path: Path) -> None:
    home.put("skills/cloned/SKILL.md", skill_text("cloned"))
    pygit2.init_repository(str(home.folder / "skills/cloned"))
    (tmp_path / "elsewhere.md").write_text("elsewhere")
    os.symlink(tmp_path / "elsewhere.md", home.folder / "skills/alpha/out.md")
    time.sleep(TICK)
    for _ in range(3):
        assert edits(home) == []
        assert [note.path for note in home.store.scan().notes] == ["skills/alpha/out.md", "skills/cloned"]
    (home.folder / "skills/alpha/out.md").unlink()
    for _ in range(3):
        time.sleep(TICK)
        assert edits(home) == []
        assert [note.path for note in home.store.scan().notes] == ["skills/cloned"]
    shutil.rmtree(home.folder / "skills/cloned/.git")
    assert edits(home) == ["skills/cloned/SKILL.md"]


def test_what_is_refused_is_told_every_time(home: SkillHome) -> None:
    name = b"skills/alpha/\xff.md"
    (home.folder / os.fsdecode(name)).write_bytes(b"x")
    home.store.options = Options(max_file_size=100)
    home.put("skills/alpha/notes.txt", "x" * 101)
    time.sleep(TICK)
    for _ in range(3):
        assert edits(home) == []
        assert [note.path for note in home.store.scan().notes] == ["skills/alpha/?.md", "skills/alpha/notes.txt"]


def test_a_tracked_file_in_a_folder_that_became_a_repository(home: SkillHome) -> None:
    pygit2.init_repository(str(home.folder / "skills/alpha"))
    time.sleep(TICK)
    assert edits(home) == edits(home) == []
    home.put(ALPHA, skill_text("alpha", body="Other."))
    assert edits(home) == edits(home) == [ALPHA]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"version": 0}', '{"version": 1, "rules": "other"}', '{"version": 1, "tree": 5}']
)
def test_a_cache_that_cannot_be_read_is_made_anew(home: SkillHome, text: str) -> None:
    home.store.paths.seen.write_text(text)
    home.put(MEMORY, "two")
    assert edits(home) == [MEMORY]
    assert json.loads(home.store.paths.seen.read_text())["files"][MEMORY] is None


def test_a_tree_that_git_pruned(home: SkillHome) -> None:
    home.put("skills/new/SKILL.md", skill_text("new"))
    commit(home.store, EXTERNAL)
    time.sleep(TICK)
    assert edits(home) == []
    seen = json.loads(home.store.paths.seen.read_text())
    git(home, "reset", "-q", "--soft", "HEAD~1")
    home.store.paths.seen.write_text(json.dumps({**seen, "tree": "1" * 40}))
    assert edits(home) == ["skills/new/SKILL.md"]


def test_where_nothing_can_be_written(home: SkillHome) -> None:
    before = home.store.paths.seen.read_bytes()
    shutil.rmtree(home.store.paths.temps)
    home.store.paths.temps.write_text("in the way")
    home.put(MEMORY, "two")
    assert edits(home) == edits(home) == [MEMORY]
    assert home.store.paths.seen.read_bytes() == before


def test_nothing_is_left_behind(home: SkillHome) -> None:
    home.store.scan()
    assert list(home.store.paths.temps.iterdir()) == []


def git(home: SkillHome, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=home.folder, check=True, capture_output=True, text=True).stdout


FOLDERS = ["skills/alpha", "skills/dev", "skills/dev/beta", "skills/new", "memories"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["write", "write", "remove", "rename", "clone", "link", "commit", "undo", "wait"]),
        st.sampled_from(FOLDERS),
        st.sampled_from(["SKILL.md", "MEMORY.md", "references/api.md"]),
    ),
    max_size=8,
)


@settings(max_examples=40, deadline=None)
@given(steps=STEPS)
def test_any_sequence_of_events(steps: list[tuple[str, str, str]], tmp_path_factory: pytest.TempPathFactory) -> None:
    """After each event the scan says what one without a cache says, and plain git agrees on what is recorded."""
    home = made(tmp_path_factory.mktemp("any") / "home")
    home.store.scan()
    for number, (kind, folder, file) in enumerate(steps):
        _do(home, kind, folder, file, number)
        found, wanted = home.store.scan(), read_all(home)
        assert found.edits == wanted.edits
        assert set(found.notes) == set(wanted.notes)


def _do(home: SkillHome, kind: str, folder: str, file: str, number: int) -> None:
    there = home.folder / folder
    if kind == "wait":
        time.sleep(TICK)
    elif kind == "commit":
        commit(home.store, EXTERNAL)
    elif kind == "undo":
        git(home, "reset", "-q", "--soft", str(home.store.repo.revparse_single("HEAD~0").id))
        first = list(home.store.repo.walk(home.store.repo.head.target))[-1].id
        git(home, "reset", "-q", "--soft", str(first))
    elif kind == "write" and not (there / file).is_dir():
        home.put(f"{folder}/{file}", f"step {number}\n")
    elif kind == "remove" and there.is_dir():
        shutil.rmtree(there)
    elif kind == "rename" and there.is_dir():
        os.rename(there, home.folder / f"skills/moved-{number}")
    elif kind == "clone" and folder != "memories":
        pygit2.init_repository(str(there))
    elif kind == "link" and there.is_dir():
        os.symlink("SKILL.md", there / f"link-{number}.md")
