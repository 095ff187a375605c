from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit import layouts
from memgit.index.database import Database
from memgit.index.documents import documents
from memgit.index.times import Touch, ages, has_entries, learn

HERMES, PI = layouts.get("hermes"), layouts.get("pi-hermes")
MEMORY, SKILL, PI_MEMORY = "memories/MEMORY.md", "skills/one/SKILL.md", "pi-hermes-memory/MEMORY.md"
WRITTEN = 1_800_000_000_000_000_000
"""When the file was written, in nanoseconds."""


@pytest.fixture
def db() -> Iterator[Database]:
    with Database.create(None) as db:
        yield db


def at(hours: int) -> datetime:
    return datetime(2026, 10, 1, tzinfo=UTC) + timedelta(hours=hours)


def micro(moment: datetime) -> int:
    return int(moment.timestamp()) * 1_000_000


def entries(*texts: str) -> bytes:
    return "\n§\n".join(texts).encode()


def age(db: Database, path: str, data: bytes, blob: bytes | None = None, layout: str = "hermes") -> list[int]:
    kind = layouts.get(layout)
    place = kind.place(path)
    assert place is not None
    return ages(db, path, blob, WRITTEN, documents(kind, path, place, data, "skills/one"))


def touched(hours: int, *texts: str, before: tuple[bytes, ...] = (), path: str = MEMORY) -> Touch:
    return Touch(at(hours), path, b"blob", before, entries(*texts))


@pytest.mark.parametrize(
    ("path", "layout", "has"),
    [
        (MEMORY, "hermes", True),
        (SKILL, "hermes", False),
        ("skill-bundles/a.yaml", "hermes", False),
        ("elsewhere.md", "hermes", False),
        ("memory/STANDING.md", "memgit", True),
        ("projects/shop/MEMORY.md", "memgit", True),
        ("topics/a.md", "memgit", False),
        ("projects/-a/memory/MEMORY.md", "claude", False),
    ],
)
def test_which_files_are_made_of_entries(path: str, layout: str, has: bool) -> None:
    assert has_entries(layouts.get(layout), path) is has


def test_without_history_a_text_is_as_old_as_its_file(db: Database) -> None:
    assert age(db, MEMORY, entries("a", "b")) == [WRITTEN // 1_000] * 2
    assert set(age(db, SKILL, b"text")) == {WRITTEN // 1_000}
    assert age(db, MEMORY, b"") == []


def test_a_file_that_is_as_recorded_is_as_old_as_its_commit(db: Database) -> None:
    learn(db, HERMES, "2", [Touch(at(2), SKILL, b"new"), Touch(at(1), SKILL, b"old")], anew=False)
    assert set(age(db, SKILL, b"text", b"new")) == {micro(at(2))}
    assert set(age(db, SKILL, b"text", b"old")) == {WRITTEN // 1_000}
    learn(db, HERMES, "3", [Touch(at(3), SKILL, None)], anew=False)
    assert set(age(db, SKILL, b"text", b"new")) == set(age(db, SKILL, b"text", None)) == {WRITTEN // 1_000}
    assert db.one("SELECT head FROM history") == "3"


def test_entries_are_as_old_as_the_commit_that_brought_them(db: Database) -> None:
    first = touched(1, "a", "b")
    learn(db, HERMES, "2", [touched(2, "b", "c", before=(entries("a", "b"),)), first], anew=False)
    assert age(db, MEMORY, entries("c", "b", "new")) == [micro(at(2)), micro(at(1)), WRITTEN // 1_000]
    learn(db, HERMES, "3", [touched(3, "b", "a", before=(entries("b", "c"),))], anew=False)
    assert age(db, MEMORY, entries("a", "b")) == [micro(at(3)), micro(at(1))]


def test_what_a_merge_found_in_any_parent_is_not_new(db: Database) -> None:
    merge = touched(3, "a", "b", "c", before=(entries("a"), entries("b")))
    learn(db, HERMES, "3", [merge, touched(2, "b"), touched(1, "a")], anew=True)
    assert age(db, MEMORY, entries("a", "b", "c")) == [micro(at(1)), micro(at(2)), micro(at(3))]


def test_all_is_forgotten_when_history_is_another(db: Database) -> None:
    assert learn(db, HERMES, "1", [touched(1, "a"), Touch(at(1), SKILL, b"s")], anew=False) == {MEMORY, SKILL}
    assert learn(db, HERMES, "x", [Touch(at(2), SKILL, b"t")], anew=True) == {MEMORY, SKILL}
    assert age(db, MEMORY, entries("a")) == [WRITTEN // 1_000]
    assert learn(db, HERMES, None, [], anew=True) == {SKILL}
    assert db.one("SELECT count(*) FROM touch") == 0


def test_an_entry_that_says_its_day_is_of_that_day(db: Database) -> None:
    data = b"a <!-- created=2026-08-01, last=2026-10-01 -->"
    assert age(db, PI_MEMORY, data, layout="pi-hermes") == [micro(at(0))]
    learn(db, PI, "1", [Touch(at(5), PI_MEMORY, b"x", (), data)], anew=False)
    assert age(db, PI_MEMORY, data, layout="pi-hermes") == [micro(at(5))]
    learn(db, PI, "1", [Touch(at(24), PI_MEMORY, b"x", (), data)], anew=False)
    assert age(db, PI_MEMORY, data, layout="pi-hermes") == [micro(at(0))]


def test_what_was_no_text_brought_nothing(db: Database) -> None:
    learn(db, HERMES, "1", [Touch(at(1), MEMORY, b"x", (b"\xff\0",), b"\xff\0binary")], anew=False)
    assert db.one("SELECT count(*) FROM born") == 0


VERSIONS = st.lists(st.lists(st.sampled_from("abcd"), max_size=4, unique=True), min_size=1, max_size=8)


@given(VERSIONS, st.integers(0, 8))
def test_learnt_bit_by_bit_is_learnt_at_once(versions: list[list[str]], cut: int) -> None:
    """Of a history without merges."""
    data = [entries(*texts) for texts in versions]
    before = [(), *[(one,) for one in data]]
    touches = [Touch(at(n), MEMORY, b"%d" % n, before[n], data[n]) for n in range(len(data))][::-1]
    cut = min(cut, len(touches))
    found = []
    for parts in ([touches], [touches[cut:], touches[:cut]]):
        with Database.create(None) as db:
            for part in parts:
                learn(db, HERMES, "head", part, anew=False)
            found.append((db.rows("SELECT * FROM touch"), db.rows("SELECT * FROM born ORDER BY entry")))
    assert found[0] == found[1]
