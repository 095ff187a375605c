"""The index of a home: how it is found, made, brought up to date, looked at, and mended."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support import homes
from support.disks import fill, read_only_disk, small_disk
from support.index_dump import assert_as_rebuilt, contents, differing, dump, place_of
from support.index_file import another_version, execute
from support.snapshot import snapshot

from memgit.errors import NotFound
from memgit.index.comparing import Difference
from memgit.index.database import Database, Held
from memgit.ops import index
from memgit.ops.index import Where

MEMORY = "memories/MEMORY.md"
RELEASE = "skills/dev/release/SKILL.md"
LABELS = "skills/pr-triage/references/labels.md"


@pytest.fixture
def place(hermes: Path) -> Where:
    return place_of(hermes)


def write(place: Where, path: str, text: str | bytes) -> None:
    full = place.home / path
    full.parent.mkdir(parents=True, exist_ok=True)
    full.write_bytes(text if isinstance(text, bytes) else text.encode())


def settle() -> None:
    """Until what was just written is no news of the moment any more."""
    time.sleep(0.03)


# Made and brought up to date.


def test_it_is_made_where_there_is_none_then_kept(place: Where) -> None:
    made = index.refresh(place)
    assert (made.rebuilt, made.changed, made.removed, made.stale, made.files) == ("missing", 6, 0, None, 6)
    assert_as_rebuilt(place)
    write(place, MEMORY, "one\n§\ntwo")
    (place.home / RELEASE).unlink()
    done = index.refresh(place)
    assert (done.rebuilt, done.changed, done.removed, done.files) == (None, 1, 1, 5)
    assert_as_rebuilt(place)
    done = index.refresh(place)
    assert (done.changed, done.removed) == (0, 0)


def test_only_some_paths(place: Where) -> None:
    index.refresh(place)
    settle()
    index.refresh(place)
    write(place, MEMORY, "one")
    write(place, LABELS, "two")
    before = dump(place.databases[0])
    assert index.refresh(place, paths=[MEMORY]).changed == 1
    assert {line.split()[1] for line in differing(before, dump(place.databases[0]))[:-1]} == {
        f"{MEMORY}:",
        f"('{MEMORY}',",
    }
    assert index.freshness(place).pending == 1
    assert index.refresh(place, paths=["skills"]).changed == 1
    assert_as_rebuilt(place)


def test_some_paths_cost_no_look_at_the_others(place: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    index.refresh(place)
    settle()
    index.refresh(place)
    listed: list[str] = []
    scandir = os.scandir

    def listing(path: str) -> object:
        listed.append(os.path.relpath(path, place.home))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", listing)
    write(place, MEMORY, "one")
    write(place, "skills/dev/other.md", "two")
    assert index.refresh(place, paths=[MEMORY, "skills/dev/other.md"]).changed == 2
    assert listed == ["skills/dev"]


def test_a_text_that_moves_is_not_indexed_again(place: Where) -> None:
    index.refresh(place)
    before = contents(place.databases[0])
    os.renames(place.home / "skills/pr-triage", place.home / "skills/.archive/pr-triage")
    shutil.move(place.home / RELEASE, place.home / "skills/dev/SKILL.md")
    user = (place.home / "memories/USER.md").read_text()
    write(place, "memories/USER.md", (place.home / MEMORY).read_text())
    write(place, MEMORY, user)
    index.refresh(place)
    assert_as_rebuilt(place)
    after = contents(place.databases[0])
    assert {key: after.get(key) for key in before} == before


def test_of_many_entries_only_the_new_one_is_indexed(place: Where) -> None:
    texts = [f"entry number {n} of many" for n in range(10_000)]
    write(place, MEMORY, "\n§\n".join(texts))
    index.refresh(place)
    before = contents(place.databases[0])
    write(place, MEMORY, "\n§\n".join([*texts[:5_000], "a new one", *texts[5_001:]]))
    with Database.open(place.databases[0]) as db:
        first = db.one("PRAGMA data_version")
        done = index.refresh(place)
        assert db.one("PRAGMA data_version") != first
    assert done.changed == 1
    after = contents(place.databases[0])
    assert {key[1] for key in after.keys() - before.keys()} == {"a new one"}
    assert {key[1] for key in before.keys() - after.keys()} == {texts[5_000]}
    assert all(after[key] == before[key] for key in after.keys() & before.keys())


@pytest.mark.parametrize("layout", ["hermes", "pi-hermes", "claude", "memgit"])
def test_where_nothing_changed_nothing_is_written(sample_home: Callable[[str], Path], layout: str) -> None:
    place = place_of(sample_home(layout))
    (place.home / ".memgit/usage.json").write_text("{}")
    index.refresh(place)
    settle()
    index.refresh(place)
    with Database.open(place.databases[0]) as db:
        before = db.one("PRAGMA data_version")
        index.refresh(place)
        assert db.one("PRAGMA data_version") == before
    assert (index.freshness(place).state, index.check(place).differences) == ("fresh", ())


def test_links_follow_what_they_lead_to(place: Where) -> None:
    link = place.home / "skills/dev/labels.md"
    link.symlink_to("../pr-triage/references/labels.md")
    (place.home / "skills/dev/nowhere.md").symlink_to("../pr-triage/later.md")
    (place.home / "skills/dev/folder").symlink_to("../pr-triage/references")
    index.refresh(place)
    assert_as_rebuilt(place)
    write(place, LABELS, "quite new")
    write(place, "skills/pr-triage/later.md", "here by now")
    index.refresh(place, paths=[LABELS, "skills/pr-triage/later.md"])
    assert_as_rebuilt(place)
    texts = {key[0]: row[-1] for key, row in dump(place.databases[0])["docs"].items()}
    assert texts["skills/dev/labels.md"] == "quite new"
    assert texts["skills/dev/nowhere.md"] == "here by now"
    (place.home / LABELS).unlink()
    index.refresh(place, paths=[LABELS])
    assert_as_rebuilt(place)


def test_what_is_recorded_has_the_age_of_its_commit(place: Where) -> None:
    from datetime import UTC, datetime, timedelta

    from memgit import layouts
    from memgit.model.change import Actor
    from memgit.ops.commit import commit
    from memgit.repo.store import Options, Store

    def ages() -> dict[str, int]:
        return {row[-1]: row[-3] for row in dump(place.databases[0])["docs"].values()}

    write(place, MEMORY, "uses uv, never pip\n§\nnot recorded")
    index.refresh(place)
    assert ages()["uses uv, never pip"] == datetime(2026, 10, 1, 12, tzinfo=UTC).timestamp() * 1_000_000
    assert ages()["not recorded"] == (place.home / MEMORY).stat().st_mtime_ns // 1_000
    moment = datetime(2027, 1, 1, tzinfo=UTC) + timedelta(seconds=7)
    commit(Store.open(place.home, layouts.get, lambda: moment, Options()), Actor())
    assert index.refresh(place).changed == 0
    assert ages()["not recorded"] == moment.timestamp() * 1_000_000
    assert_as_rebuilt(place)
    shutil.rmtree(place.home / ".git")
    assert index.refresh(place).stale is None


def test_no_store(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        place_of(tmp_path)


# Its file.


def nothing(place: Where) -> None:
    os.unlink(place.databases[0])


def empty(place: Where) -> None:
    place.databases[0].write_bytes(b"")


def half(place: Where) -> None:
    with open(place.databases[0], "r+b") as file:
        file.truncate(place.databases[0].stat().st_size // 2)


def text(place: Where) -> None:
    place.databases[0].write_text("not a database\n" * 100)


def version(place: Where) -> None:
    another_version(place.home)


def no_schema(place: Where) -> None:
    execute(place.home, "DROP TABLE doc")


def no_tokens(place: Where) -> None:
    execute(place.home, "DROP TABLE token_data")


def not_utf8(place: Where) -> None:
    execute(place.home, "UPDATE file SET path = CAST(x'ff' AS TEXT) WHERE path = 'memories/USER.md'")


BREAKS = [nothing, empty, half, text, version, no_schema, no_tokens, not_utf8]


@pytest.mark.parametrize("do", BREAKS, ids=lambda do: do.__name__)
def test_whatever_happens_to_it_the_next_refresh_makes_it_anew(place: Where, do: Callable[[Where], None]) -> None:
    index.refresh(place)
    do(place)
    write(place, MEMORY, "another")
    done = index.refresh(place)
    assert done.rebuilt in ("missing", "schema", "corrupt")
    assert done.stale is None
    assert_as_rebuilt(place)
    assert index.refresh(place).rebuilt is None


@pytest.mark.parametrize("do", BREAKS, ids=lambda do: do.__name__)
def test_whatever_happens_to_it_it_can_be_told_and_mended(place: Where, do: Callable[[Where], None]) -> None:
    index.refresh(place)
    do(place)
    before = snapshot(place.home)
    assert index.check(place).problem or index.check(place).differences
    index.freshness(place)
    after = snapshot(place.home)
    assert {path for path in after if before.get(path) != after[path]} <= {
        ".memgit/index.db-wal",
        ".memgit/index.db-shm",
    }
    done = index.rebuild(place)
    assert (done.rebuilt, done.stale) == ("asked", None)
    assert_as_rebuilt(place)
    assert index.check(place).problem is None


@pytest.mark.parametrize("seed", range(40))
def test_random_bytes_anywhere_in_it(place: Where, seed: int) -> None:
    """It works on, and is right after it was made anew; what a refresh does not see, a check does."""
    chance = random.Random(seed)
    index.refresh(place)
    path = place.databases[0]
    for _ in range(chance.randint(1, 4)):
        data = bytearray(path.read_bytes())
        at = chance.randrange(len(data))
        length = chance.choice((1, 100, 4_096))
        data[at : at + length] = chance.randbytes(len(data[at : at + length]))
        path.write_bytes(data)
    write(place, MEMORY, "one\n§\nanother")
    found = index.refresh(place)
    if found.rebuilt is not None:
        assert_as_rebuilt(place)
    checked = index.check(place)
    try:
        assert_as_rebuilt(place)
    except Exception:
        assert checked.problem or checked.differences
    index.rebuild(place)
    assert_as_rebuilt(place)
    assert index.check(place).problem is None


def test_one_that_shows_its_damage_only_when_asked_is_made_anew(place: Where) -> None:
    index.refresh(place)
    settle()
    index.refresh(place)
    execute(place.home, "UPDATE token_data SET block = x'ffffff' WHERE id > 10")
    asked = index.asked(place, lambda db, left: db.rows("SELECT rowid FROM token WHERE token MATCH 'uv'"))
    assert len(asked.answer) == 1
    assert asked.refreshed.rebuilt == "corrupt"
    assert_as_rebuilt(place)


def test_a_folder_in_its_place(place: Where) -> None:
    place.databases[0].mkdir(parents=True)
    assert index.refresh(place).files == 6
    assert index.refresh(place).rebuilt is None
    assert place.databases[1].is_file()
    assert place.databases[0].is_dir()


def test_a_home_that_cannot_be_written_has_its_index_elsewhere(place: Where) -> None:
    with read_only_disk(place.home):
        assert index.refresh(place).rebuilt == "missing"
        assert index.refresh(place).rebuilt is None
        assert index.freshness(place).state == "fresh"
        assert index.check(place).problem is None
        assert_as_rebuilt(replace(place, databases=place.databases[1:]))
        assert index.rebuild(place).rebuilt == "asked"
    assert not place.databases[0].exists()


def test_neither_can_be_written(place: Where) -> None:
    with read_only_disk(place.home):
        elsewhere = replace(place, databases=(place.databases[0], place.home / "memories/x/index.db"))
        done = index.refresh(elsewhere)
        assert (done.files, done.rebuilt) == (6, "missing")
        assert index.asked(elsewhere, lambda db, left: db.one("SELECT count(*) FROM file")).answer == 6


def test_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 4_096) as disk:
        place = place_of(homes.sample_home("hermes", disk / "home"))
        write(place, "skills/pr-triage/big.md", "".join(f"word{n} " for n in range(20_000)))
        index.refresh(place)
        before = dump(place.databases[0])
        write(place, "skills/pr-triage/big.md", "".join(f"wort{n} " for n in range(20_000)))
        filler = fill(disk, leave=0)
        done = index.refresh(place)
        assert done.stale == "the disk is full"
        assert done.documents == len(before["docs"])
        assert index.freshness(place).state == "stale"
        assert index.rebuild(place).stale == "the disk is full"
        assert index.asked(place, lambda db, left: db.one("SELECT count(*) FROM doc")).answer == done.documents
        filler.unlink()
        assert differing(dump(place.databases[0]), before) == []
        assert index.refresh(place).stale is None
        assert_as_rebuilt(replace(place, home=place.home))


def test_another_process_writes_for_long(place: Where) -> None:
    index.refresh(place)
    write(place, MEMORY, "another")
    with Database.open(place.databases[0]) as other, other.writing(), index.opened(place, wait=1) as (db, done):
        assert done.stale == "another process is writing it"
        assert db.one("SELECT count(*) FROM file") == 6
    assert index.refresh(place).stale is None
    assert_as_rebuilt(place)


def test_a_rebuild_that_fails_leaves_the_old_one(place: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    index.refresh(place)
    before = dump(place.databases[0])
    write(place, MEMORY, "another")

    def broken(*_: object) -> None:
        raise Held("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("memgit.index.filing.writing.put", broken)
        assert index.rebuild(place).stale == "the disk is full"
    assert differing(dump(place.databases[0]), before) == []


# Looked at.


def test_freshness_tells_the_states(place: Where) -> None:
    assert index.freshness(place).state == "missing"
    index.refresh(place)
    fresh = index.freshness(place)
    assert (fresh.documents, fresh.files, fresh.watcher) == (11, 6, None)
    assert fresh.bytes > 0
    assert fresh.updated is not None
    settle()
    index.refresh(place)
    assert (index.freshness(place).state, index.freshness(place).pending) == ("fresh", 0)
    write(place, MEMORY, "another")
    (place.home / LABELS).unlink()
    write(place, "skills/new/SKILL.md", "new")
    before = snapshot(place.home)
    stale = index.freshness(place)
    assert (stale.state, stale.pending, stale.files) == ("stale", 3, 6)
    assert snapshot(place.home) == before
    another_version(place.home)
    assert index.freshness(place).state == "outdated"
    text(place)
    assert index.freshness(place).state == "corrupt"


def test_check_tells_each_kind_of_difference_and_writes_nothing(place: Where) -> None:
    assert index.check(place).problem == "missing"
    index.refresh(place)
    found = index.check(place)
    assert (found.files, found.documents, found.differences, found.problem) == (6, 11, (), None)
    write(place, MEMORY, "another")
    (place.home / LABELS).unlink()
    write(place, "skills/new/SKILL.md", "new")
    before = snapshot(place.home)
    assert index.check(place).differences == (
        Difference(MEMORY, "changed"),
        Difference("skills/new/SKILL.md", "missing"),
        Difference(LABELS, "gone"),
    )
    assert snapshot(place.home) == before


@pytest.mark.parametrize(
    ("sql", "problem"),
    [
        ("UPDATE content SET text = text || '!' WHERE id = (SELECT min(id) FROM content)", "a text is not"),
        ("DELETE FROM content WHERE id = (SELECT min(id) FROM content)", "have no content"),
        ("DELETE FROM unit WHERE id = (SELECT min(id) FROM unit)", "belong to nothing"),
        ("DELETE FROM doc WHERE path = 'memories/USER.md'", "of no part"),
        ("DELETE FROM file WHERE path = 'memories/USER.md'", "of no file"),
        ("DELETE FROM token WHERE rowid = (SELECT min(id) FROM content)", "have no tokens"),
        ("INSERT INTO token(rowid, text) VALUES (99, 'a')", "of no content"),
        ("UPDATE token_data SET block = x'00'", "there are 0 of 78 tokens"),
    ],
)
def test_check_tells_what_is_wrong_with_the_index_itself(place: Where, sql: str, problem: str) -> None:
    index.refresh(place)
    execute(place.home, sql)
    said = index.check(place).problem
    assert said is not None
    assert problem in said
    assert index.rebuild(place).rebuilt == "asked"
    assert index.check(place).problem is None
    assert_as_rebuilt(place)
