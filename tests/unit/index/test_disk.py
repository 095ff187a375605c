from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memgit import layouts
from memgit.index import disk
from memgit.index.database import Database
from memgit.index.disk import RACY, Differences, Stamp, stamp
from memgit.index.source import Source

HERMES, LIMIT = layouts.get("hermes"), 1_000_000
MEMORY, HEAD, NOTES = "memories/MEMORY.md", "skills/cat/one/SKILL.md", "skills/cat/one/notes.md"


class Home:
    """A home, and an index that knows nothing but its stamps."""

    def __init__(self, folder: Path, db: Database) -> None:
        self.folder, self.db = folder, db
        for path in (MEMORY, HEAD, NOTES):
            self.write(path)

    def write(self, path: str, text: str = "text") -> None:
        full = self.folder / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text)

    def differences(self, *within: str) -> Differences:
        return disk.differences(self.db, Source(self.folder, HERMES, LIMIT), within or None)

    def learn(self) -> None:
        """Know the home as it is now; all of it long ago."""
        self.db.run("DELETE FROM folder; DELETE FROM file")
        found = self.differences()
        for path in found.files:
            self.db.run("INSERT INTO file VALUES (?, ?, ?, ?, ?, NULL, NULL)", (path, *self.stamp(path)))
        for path in found.folders:
            self.db.run("INSERT INTO folder VALUES (?, ?, ?, ?)", (path, *self.stamp(path)[1:]))

    def stamp(self, path: str) -> Stamp:
        found = stamp(f"{self.folder}/{path}")
        assert found is not None
        return found

    def expect(self, *files: str, gone: tuple[str, ...] = (), within: tuple[str, ...] = ()) -> Differences:
        found = self.differences(*within)
        assert (sorted(found.files), sorted(found.gone)) == (sorted(files), sorted(gone))
        return found


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Database.create(None) as db:
        home = Home(tmp_path, db)
        home.learn()
        yield home


def test_at_first_everything_is_new(tmp_path: Path) -> None:
    with Database.create(None) as db:
        found = Home(tmp_path, db).expect(MEMORY, HEAD, NOTES)
    assert sorted(found.folders) == ["memories", "skills", "skills/cat", "skills/cat/one"]


def test_nothing_differs(home: Home) -> None:
    assert not home.differences()
    assert not home.differences(MEMORY, "skills", "not/there", "")


@pytest.mark.parametrize("within", [(), (MEMORY,), ("memories",)])
def test_a_write(home: Home, within: tuple[str, ...]) -> None:
    home.write(MEMORY, "more text")
    assert not home.expect(MEMORY, within=within).folders


def test_only_what_is_asked_for(home: Home) -> None:
    home.write(MEMORY, "more")
    home.write("skills/cat/two/SKILL.md")
    assert not home.differences(HEAD, "skills/cat/one/deep/er")
    home.expect("skills/cat/two/SKILL.md", within=("skills/cat/two/SKILL.md",))
    home.expect("skills/cat/two/SKILL.md", within=("skills/cat/two",))
    home.expect("skills/cat/two/SKILL.md", within=("skills",))
    home.expect("skills/cat/two/SKILL.md", MEMORY, within=("skills/cat/two/deep/not/there.md", MEMORY))


def test_a_write_that_keeps_size_and_time(home: Home) -> None:
    before = (home.folder / MEMORY).stat()
    home.write(MEMORY, "tExt")
    os.utime(home.folder / MEMORY, ns=(before.st_atime_ns, before.st_mtime_ns))
    home.expect(MEMORY)


def test_another_file_with_the_same_stamp_but_its_inode(home: Home) -> None:
    old = home.stamp(MEMORY)
    home.db.run("UPDATE file SET inode = ? WHERE path = ?", (old.inode + 1, MEMORY))
    home.expect(MEMORY)


@pytest.mark.parametrize("within", [(), (NOTES,), ("skills/cat/one",), ("skills",)])
def test_a_file_goes(home: Home, within: tuple[str, ...]) -> None:
    (home.folder / NOTES).unlink()
    found = home.expect(gone=(NOTES,), within=within)
    assert list(found.folders) == ["skills/cat/one"]


@pytest.mark.parametrize("within", [(), ("skills/cat", "skills/dog")])
def test_a_folder_moves(home: Home, within: tuple[str, ...]) -> None:
    os.rename(home.folder / "skills/cat", home.folder / "skills/dog")
    found = home.expect("skills/dog/one/SKILL.md", "skills/dog/one/notes.md", gone=(HEAD, NOTES), within=within)
    assert {path for path, new in found.folders.items() if new is None} == {"skills/cat", "skills/cat/one"}
    assert {path for path, new in found.folders.items() if new is not None} == {
        "skills",
        "skills/dog",
        "skills/dog/one",
    }


def test_two_folders_change_places(home: Home) -> None:
    home.write("skills/dog/one/SKILL.md")
    home.learn()
    for source, target in (("cat", "aside"), ("dog", "cat"), ("aside", "dog")):
        os.rename(home.folder / "skills" / source, home.folder / "skills" / target)
    home.expect(HEAD, "skills/dog/one/SKILL.md", "skills/dog/one/notes.md", gone=(NOTES,))


@pytest.mark.parametrize("within", [(), ("skills/cat",), ("skills/cat/one",)])
def test_a_folder_becomes_a_link_to_itself(home: Home, within: tuple[str, ...]) -> None:
    os.rename(home.folder / "skills/cat", home.folder / "aside")
    (home.folder / "skills/cat").symlink_to("../aside")
    found = home.expect("skills/cat", gone=(HEAD, NOTES), within=within)
    assert found.lost == {HEAD, NOTES}
    assert found.folders["skills/cat"] is found.folders["skills/cat/one"] is None


def test_a_root_becomes_a_link_to_itself(home: Home) -> None:
    os.rename(home.folder / "skills", home.folder / "aside")
    (home.folder / "skills").symlink_to("aside")
    home.db.run("UPDATE folder SET mtime = -1 WHERE path = 'skills/cat/one'")
    found = home.expect(gone=(HEAD, NOTES))
    assert set(found.folders.values()) == {None}


def test_roots_come_and_go(home: Home) -> None:
    os.rename(home.folder / "skills", home.folder / "aside")
    found = home.expect(gone=(HEAD, NOTES), within=("skills",))
    assert dict.fromkeys(["skills", "skills/cat", "skills/cat/one"]) == found.folders
    home.learn()
    os.rename(home.folder / "aside", home.folder / "skills")
    home.expect(HEAD, NOTES, within=("memories",))
    home.write("memgit.yaml", "")
    home.expect(HEAD, NOTES, "memgit.yaml")


def test_a_folder_for_a_file_and_the_reverse(home: Home) -> None:
    (home.folder / NOTES).unlink()
    home.write(f"{NOTES}/SKILL.md")
    found = home.expect(f"{NOTES}/SKILL.md", gone=(NOTES,))
    assert found.folders[NOTES] is not None
    home.learn()
    (home.folder / f"{NOTES}/SKILL.md").unlink()
    (home.folder / NOTES).rmdir()
    home.write(NOTES)
    found = home.expect(NOTES, gone=(f"{NOTES}/SKILL.md",))
    assert found.folders[NOTES] is None


@pytest.mark.parametrize("deeper", [False, True])
def test_a_folder_becomes_a_repository_of_its_own(home: Home, deeper: bool) -> None:
    (home.folder / "skills/cat/.git").mkdir()
    if deeper:
        home.write("skills/cat/one/more.md")
    found = home.expect(gone=(HEAD, NOTES))
    assert found.lost == {HEAD, NOTES}
    assert found.folders["skills/cat/one"] is None
    assert [note.path for note in found.notes] == ["skills/cat"]
    home.learn()
    (home.folder / "skills/cat/.git").rmdir()
    home.expect(HEAD, NOTES, *(["skills/cat/one/more.md"] if deeper else []))


def test_links_tell_of_their_target(home: Home) -> None:
    os.symlink("notes.md", home.folder / "skills/cat/one/link.md")
    os.symlink("later.md", home.folder / "skills/cat/one/nowhere.md")
    home.learn()
    assert home.stamp("skills/cat/one/link.md").is_link
    assert not home.stamp(NOTES).is_link
    assert not home.differences()
    home.write(NOTES, "more text")
    home.expect("skills/cat/one/link.md", within=(MEMORY,))
    home.learn()
    home.write("skills/cat/one/later.md")
    found = home.expect("skills/cat/one/later.md", "skills/cat/one/nowhere.md")
    assert not found.gone
    home.learn()
    (home.folder / "skills/cat/one/later.md").unlink()
    home.expect("skills/cat/one/nowhere.md", gone=("skills/cat/one/later.md",))


def test_a_link_out_of_the_home_is_told_of(home: Home, tmp_path: Path) -> None:
    os.symlink(tmp_path.parent, home.folder / "skills/cat/away")
    found = home.expect()
    assert [note.path for note in found.notes] == ["skills/cat/away"]


def test_what_changed_at_the_moment_it_was_seen_is_looked_at_again() -> None:
    seen = Stamp(1, 1_000, RACY, 5)
    assert seen.settled(2 * RACY + 1) == seen
    assert seen.settled(2 * RACY) == Stamp(1, -1, RACY, 5)
    assert seen.settled(0).mtime == -1


def test_a_folder_that_has_just_changed_is_seen_again(home: Home) -> None:
    time.sleep(0.03)
    home.write("skills/cat/one/new.md")
    [fresh] = [new for path, new in home.differences().folders.items() if path == "skills/cat/one"]
    assert fresh is not None
    assert fresh.mtime == -1
    time.sleep(0.03)
    assert home.differences().folders["skills/cat/one"] == home.stamp("skills/cat/one")


def test_memgits_own_folder_is_not_looked_at(tmp_path: Path) -> None:
    (tmp_path / ".memgit").mkdir()
    (tmp_path / ".memgit/usage.json").write_text("{}")
    with Database.create(None) as db:
        assert not disk.differences(db, Source(tmp_path, layouts.get("claude"), LIMIT))


def test_paths_that_are_not_utf8(home: Home) -> None:
    name = os.fsdecode(b"skills/cat/\xff/a.md")
    home.write(name)
    found = home.expect(within=(name, "skills/cat/\udcff"))
    assert [note.reason for note in found.notes] == ["its name is not UTF-8"]


def test_a_home_that_is_not_there(home: Home, tmp_path: Path) -> None:
    found = disk.differences(home.db, Source(tmp_path / "nowhere", HERMES, LIMIT))
    assert sorted(found.gone) == sorted([MEMORY, HEAD, NOTES])
    assert set(found.folders.values()) == {None}
    assert stamp(str(tmp_path / "nowhere")) is None
