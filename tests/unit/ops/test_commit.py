"""Outside edits of some files recorded, and nothing else looked at."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pygit2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.skill_home import FILES, USAGE, SkillHome, skill_text

from memgit.errors import SystemRefused
from memgit.model.change import Actor, Origin
from memgit.ops.commit import EXTERNAL, Committed, commit, pending
from memgit.repo.store import Options, Store

MEMORY = "memories/MEMORY.md"
ALPHA = "skills/alpha/SKILL.md"
BETA = "skills/dev/beta/SKILL.md"


@pytest.fixture
def home(tmp_path: Path) -> SkillHome:
    return made(tmp_path / "home")


def made(folder: Path) -> SkillHome:
    folder.mkdir()
    return SkillHome(folder, {**FILES, MEMORY: "one"}, {}, "hermes")


def record(home: SkillHome, *paths: str) -> Committed:
    return commit(home.store, EXTERNAL, paths)


def left(home: SkillHome) -> list[str]:
    return sorted(home.store.scan().edits)


def exclude(home: SkillHome) -> list[str]:
    text = (home.folder / ".git/info/exclude").read_text()
    _, _, rest = text.partition("# memgit: left alone")
    return [line for line in rest.splitlines() if line.startswith("/")]


def clone(home: SkillHome, folder: str) -> None:
    home.put(f"{folder}/SKILL.md", skill_text("cloned"))
    pygit2.init_repository(str(home.folder / folder))


def test_only_the_files_named(home: SkillHome) -> None:
    home.put(MEMORY, "one\n§\ntwo")
    home.put(ALPHA, skill_text("alpha", body="Other."))
    done = record(home, MEMORY)
    assert done.recorded.paths == (MEMORY,)
    assert done.recorded.subject == 'memory: outside edit: added "two"'
    assert left(home) == [ALPHA]
    assert record(home, MEMORY).recorded.id is None
    assert commit(home.store, EXTERNAL).recorded.paths == (ALPHA,)


def test_the_rest_of_the_home_is_not_looked_at(home: SkillHome, monkeypatch: pytest.MonkeyPatch) -> None:
    home.put(MEMORY, "two")
    monkeypatch.setattr("memgit.repo.outside.scan", lambda *_: pytest.fail("looked at everything"))
    assert record(home, MEMORY).recorded.paths == (MEMORY,)


def test_nothing_named_is_nothing(home: SkillHome) -> None:
    home.put(MEMORY, "two")
    assert record(home).recorded.id is None
    assert left(home) == [MEMORY]


def test_a_folder_is_all_that_is_tracked_in_it(home: SkillHome) -> None:
    home.put("skills/alpha/references/new.md", "new\n")
    home.put("skills/alpha/references/api.md", "edited\n")
    home.put("skills/alpha/.env", "KEY=1")
    (home.folder / "skills/alpha/notes.txt").unlink()
    home.put("skills/alpha-2/SKILL.md", skill_text("alpha-2"))
    done = record(home, "skills/alpha", "skills/alpha/references")
    assert done.recorded.paths == (
        "skills/alpha/notes.txt", "skills/alpha/references/api.md", "skills/alpha/references/new.md",
    )  # fmt: skip
    assert left(home) == ["skills/alpha-2/SKILL.md"]


@pytest.mark.parametrize("path", ["", "skills"])
def test_a_folder_above_the_roles(home: SkillHome, path: str) -> None:
    home.put(ALPHA, skill_text("alpha", body="Other."))
    home.put("notes.md", "not tracked")
    assert record(home, path).recorded.paths == (ALPHA,)


def test_a_folder_that_is_gone(home: SkillHome) -> None:
    shutil.rmtree(home.folder / "skills/alpha")
    (home.folder / BETA).unlink()
    done = record(home, "skills/alpha")
    assert done.recorded.paths == (ALPHA, "skills/alpha/notes.txt", "skills/alpha/references/api.md")
    assert left(home) == [BETA]


def test_a_folder_that_has_another_name(home: SkillHome) -> None:
    os.rename(home.folder / "skills/dev/beta", home.folder / "skills/dev/gamma")
    assert record(home, "skills/dev/beta", "skills/dev/gamma").recorded.subject == (
        "skill(gamma): moved outside, from skills/dev/beta"
    )
    assert left(home) == []


def test_a_file_where_a_folder_was_and_the_other_way_round(home: SkillHome) -> None:
    shutil.rmtree(home.folder / "skills/alpha/references")
    home.put("skills/alpha/references", "a file now\n")
    (home.folder / "skills/alpha/notes.txt").unlink()
    home.put("skills/alpha/notes.txt/a.md", "a folder now\n")
    whole = home.store.scan().edits
    assert home.store.scan(["skills/alpha/references", "skills/alpha/notes.txt"]).edits == whole
    record(home, "skills/alpha/references", "skills/alpha/notes.txt")
    assert left(home) == []


def test_what_is_not_tracked_is_no_edit(home: SkillHome) -> None:
    home.put(".env", "KEY=1")
    home.put("notes/a.md", "not ours")
    done = record(home, ".env", "notes", "notes/a.md", "nowhere/at/all", "skills/alpha/nowhere")
    assert (done.recorded.id, done.notes) == (None, ())


def test_usage_alone_is_nothing(home: SkillHome) -> None:
    home.put(USAGE, '{"alpha": {"use_count": 1}}')
    assert record(home, USAGE, "skills").recorded.id is None
    home.put(MEMORY, "two")
    assert record(home, USAGE, MEMORY).recorded.paths == (MEMORY, USAGE)


def test_the_message_and_the_actor(home: SkillHome) -> None:
    home.put(MEMORY, "two")
    done = commit(home.store, Actor(Origin.REVIEW, reason="said so"), [MEMORY])
    assert (done.recorded.subject, done.recorded.origin) == ("said so", Origin.REVIEW)


def test_a_dry_run_writes_nothing(home: SkillHome) -> None:
    home.put(MEMORY, "two")
    clone(home, "skills/cloned")
    dry = Store(home.folder, home.store.layout, home.store.repo, home.store.clock, Options(dry_run=True))
    assert commit(dry, EXTERNAL, [MEMORY, "skills/cloned"]).recorded.paths == (MEMORY,)
    assert (left(home), exclude(home)) == ([MEMORY], [])


def test_a_withheld_file_stays_out(tmp_path: Path) -> None:
    secret = "token: ghp_" + "a1B2c3D4" * 4 + "e5F6"
    (tmp_path / "home").mkdir()
    home = SkillHome(tmp_path / "home", {**FILES, MEMORY: secret}, None, "hermes")
    assert list(home.store.file.withheld) == [MEMORY]
    assert [note.path for note in record(home, MEMORY).notes] == [MEMORY]
    assert record(home, ALPHA).notes == ()
    assert exclude(home) == [f"/{MEMORY}"]
    home.put(MEMORY, "mended")
    assert record(home, MEMORY).recorded.paths == (MEMORY,)
    assert (home.store.file.withheld, exclude(home)) == ({}, [])


def test_what_cannot_be_taken_is_refused(home: SkillHome) -> None:
    home.store.options = Options(max_file_size=100)
    home.put(MEMORY, "x" * 101)
    with pytest.raises(SystemRefused):
        record(home, MEMORY)
    home.put("skills/alpha/notes.txt", "beside it\n")
    done = record(home, MEMORY, "skills/alpha/notes.txt")
    assert done.recorded.paths == ("skills/alpha/notes.txt",)
    assert [(note.path, note.refused) for note in done.notes] == [(MEMORY, True)]


def test_a_cloned_skill_is_left_alone_wherever_it_is_entered(home: SkillHome) -> None:
    clone(home, "skills/cloned")
    home.put("skills/cloned/references/a.md", "a")
    for path in ("skills/cloned", "skills/cloned/SKILL.md", "skills/cloned/references", "skills"):
        done = record(home, path)
        assert (done.recorded.id, [note.path for note in done.notes]) == (None, ["skills/cloned"]), path
        assert exclude(home) == ["/skills/cloned"]


def test_what_is_left_alone_elsewhere_stays_so(home: SkillHome) -> None:
    for folder in ("skills/cloned", "skills/other ", "skills/a[1]"):
        clone(home, folder)
    commit(home.store, EXTERNAL)
    whole = exclude(home)
    assert len(whole) == 3
    home.put(MEMORY, "two")
    record(home, MEMORY)
    assert exclude(home) == whole
    shutil.rmtree(home.folder / "skills/a[1]/.git")
    assert record(home, "skills/a[1]").recorded.paths == ("skills/a[1]/SKILL.md",)
    assert exclude(home) == ["/skills/cloned", "/skills/other\\ "]
    shutil.rmtree(home.folder / "skills/other ")
    record(home, "skills/other ")
    assert exclude(home) == ["/skills/cloned"]


def test_links_as_in_a_whole_scan(home: SkillHome, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("elsewhere")
    os.symlink(tmp_path / "outside.md", home.folder / "skills/alpha/out.md")
    os.symlink("notes.txt", home.folder / "skills/alpha/in.md")
    shutil.move(home.folder / "skills/dev", tmp_path / "dev")
    os.symlink(tmp_path / "dev", home.folder / "skills/dev")
    home.put("skills/dev/beta/new.md", "behind a link")
    paths = ["skills/alpha/out.md", "skills/alpha/in.md", "skills/dev", "skills/dev/beta/new.md", BETA]
    assert home.store.scan(paths).edits == home.store.scan().edits
    assert sorted(home.store.scan(paths).edits) == ["skills/alpha/in.md", BETA]
    assert [note.path for note in home.store.scan(["skills/alpha/out.md"]).notes] == ["skills/alpha/out.md"]


def test_before_the_first_commit(tmp_path: Path) -> None:
    home = made(tmp_path / "home")
    repo = home.store.repo
    os.unlink(home.folder / ".git" / repo.lookup_reference("HEAD").target)
    assert sorted(home.store.scan(["skills/dev"]).edits) == [BETA]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["write", "remove", "rename", "clone"]),
        st.sampled_from(["skills/alpha", "skills/dev", "skills/dev/beta", "skills/new", "memories"]),
        st.sampled_from(["SKILL.md", "MEMORY.md", "references/api.md", ".env"]),
    ),
    max_size=5,
)


@settings(max_examples=40, deadline=None)
@given(steps=STEPS)
def test_what_is_named_is_found_as_by_a_whole_scan(
    steps: list[tuple[str, str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever happened, named by the folders in which it happened: the same edits and the same notes."""
    home = made(tmp_path_factory.mktemp("any") / "home")
    named = set()
    for number, (kind, folder, file) in enumerate(steps):
        named.add(folder)
        there = home.folder / folder
        if kind == "write":
            home.put(f"{folder}/{file}", f"step {number}\n")
        elif kind == "remove" and there.is_dir():
            shutil.rmtree(there)
        elif kind == "rename" and there.is_dir():
            os.rename(there, home.folder / f"skills/moved-{number}")
            named.add(f"skills/moved-{number}")
        elif kind == "clone" and folder != "memories":
            pygit2.init_repository(str(there))
    whole, part = home.store.scan(), home.store.scan(sorted(named))
    assert part.edits == whole.edits
    assert set(part.notes) == set(whole.notes)
    assert pending(home.store, sorted(named)).edits == pending(home.store).edits
