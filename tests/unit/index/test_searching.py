"""Whole searches on an index in memory: what is asked for, where, in which order, how many."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.search_home import WRITTEN, SearchHome

from memgit.index import searching
from memgit.index.areas import Area as Indexed
from memgit.index.candidates import whole
from memgit.index.matching import satisfies
from memgit.index.query import parse
from memgit.index.searching import looked_up, scope_of
from memgit.model.hit import Area, Request, Sort
from memgit.text.fold import fold

HAN = "缓存索引锁清理目录緩鎖錄𠀋先再把"
ODD = st.text(alphabet='"“”「」()（）-－*＊ \n\0\ud800aZé锁的缓存上次_./&=>:^{}') | st.text()
TYPED = st.lists(
    st.sampled_from(
        'AND OR NOT ( ) " -whale -( wha* "whale" “缓存” the 上次讨论的缓存 什么 锁 c++'.split()
        + "=> ＡＮＤ －缓存 -rf * NEAR( a:b".split()
    ),
    max_size=8,
).map(" ".join)


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> SearchHome:
    """A home in Chinese and English that tests only read."""
    home = SearchHome(tmp_path_factory.mktemp("searching"))
    chance = random.Random(3)
    texts = ("".join(chance.choices(HAN, k=chance.randint(1, 12))) for _ in range(100))
    home.entries(*dict.fromkeys(texts), "a whale", "c++ => rust", "the -rf of NEAR( and a:b", "上次讨论的缓存")
    for n in range(20):
        about, body = ("，".join("".join(chance.choices(HAN, k=3)) for _ in range(5)) for _ in range(2))
        home.skill(f"whale-{n}", about, body)
    home.refresh()
    return home


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory) -> SearchHome:
    """The word `whale` in all kinds of places. Tests only read it."""
    home = SearchHome(tmp_path_factory.mktemp("places"), layout="pi-hermes")
    home.write("pi-hermes-memory/MEMORY.md", "whale of memory", WRITTEN)
    home.write("pi-hermes-memory/USER.md", "whale of the user", WRITTEN + timedelta(days=1))
    home.write("projects-memory/shop/MEMORY.md", "whale of the shop", WRITTEN + timedelta(days=2))
    home.write("projects-memory/barn/MEMORY.md", "whale of the barn", WRITTEN + timedelta(days=3))
    home.skill("plain", "a whale", at=WRITTEN + timedelta(days=4))
    home.skill("body", "nothing", "a whale", at=WRITTEN + timedelta(days=5))
    home.skill("selling", "a whale", folder="projects-memory/shop/skills", at=WRITTEN + timedelta(days=6))
    home.skill("old", "a whale", folder="skills/.archive", at=WRITTEN + timedelta(days=7))
    return home


MEMORY = {"whale of memory", "whale of the user", "whale of the shop", "whale of the barn"}
SKILLS = {"plain", "body", "selling"}


@pytest.mark.parametrize("limit", [10, 0, 50])
@pytest.mark.parametrize("query", ["whale", "whale AND whale", '"whale"', "wha*"])
@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, MEMORY | SKILLS),
        ({"archived": True}, MEMORY | SKILLS | {"old"}),
        ({"area": "memory"}, MEMORY),
        ({"area": "memory", "archived": True}, MEMORY),
        ({"area": "skills"}, SKILLS),
        ({"area": "skills", "archived": True}, {*SKILLS, "old"}),
        ({"area": "sessions"}, set()),
        ({"project": "shop"}, {"whale of the shop", "selling"}),
        ({"project": "shop", "area": "memory"}, {"whale of the shop"}),
        ({"project": "shop", "area": "skills"}, {"selling"}),
        ({"project": "none"}, set()),
        ({"project": ""}, set()),
        ({"since": WRITTEN + timedelta(days=4)}, SKILLS),
        ({"since": WRITTEN + timedelta(days=3, seconds=1), "archived": True}, {*SKILLS, "old"}),
        ({"since": WRITTEN + timedelta(days=3), "area": "memory"}, {"whale of the barn"}),
        ({"since": WRITTEN + timedelta(days=8), "archived": True}, set()),
        ({"since": WRITTEN + timedelta(days=3), "project": "shop"}, {"selling"}),
        ({"since": datetime(1970, 1, 1, tzinfo=UTC)}, MEMORY | SKILLS),
    ],
)
def test_where_it_looks(pi: SearchHome, query: str, wanted: dict[str, Any], expected: set[str], limit: int) -> None:
    for sort in Sort:
        found = pi.search(query, limit=limit, sort=sort, **wanted)
        assert {hit.entry or hit.name for hit in found.hits} == expected
        assert found.total == len(expected)


def test_the_areas_of_a_request() -> None:
    assert scope_of(Request("x", Area.SKILLS)).areas == (Indexed.BODIES, Indexed.HEADS)
    assert scope_of(Request("x")).areas == tuple(Indexed)
    assert scope_of(Request("x", since=datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC))).since == 1_000_000


def test_signs_are_looked_for_within_the_scope(tmp_path: Path) -> None:
    pi = SearchHome(tmp_path / "pi", layout="pi-hermes")
    for path in ("pi-hermes-memory/MEMORY.md", "projects-memory/shop/MEMORY.md"):
        pi.write(path, f"{path} => b")
    assert len(pi.found("=>")) == 2
    assert len(pi.found("=>", project="shop")) == 1
    assert pi.found("=>", area="skills") == []
    assert len(pi.found("=>", since=WRITTEN, limit=1)) == 1


# How many, in which order.


@pytest.mark.parametrize("query", ["whale", "缓", '"缓存"', "缓存 索引"])
def test_a_smaller_limit_cuts_the_same_list(read: SearchHome, query: str) -> None:
    everything = read.search(query, limit=0)
    assert everything.total == len(everything.hits) > 3
    for limit in (31, 1_000, 10**9):
        assert read.search(query, limit=limit) == replace_hits(everything, limit)
    for sort in ("newest", "oldest"):
        ordered = read.search(query, limit=0, sort=sort)
        assert {hit.path for hit in ordered.hits} == {hit.path for hit in everything.hits}
        for limit in (1, 10, 30, 31):
            assert read.search(query, limit=limit, sort=sort) == replace_hits(ordered, limit)
    for limit in (1, 9, 10, 30):
        few = read.search(query, limit=limit)
        assert [(hit.path, hit.n) for hit in few.hits] == [
            (hit.path, hit.n) for hit in everything.hits[: len(few.hits)]
        ]
        assert len(few.hits) == min(limit, everything.total)
        assert few.total <= everything.total


def replace_hits(found: searching.Found, limit: int) -> searching.Found:
    return searching.Found(found.hits[:limit], found.total, found.notes)


def test_what_shares_only_little_with_the_question_is_no_hit(tmp_path: Path) -> None:
    home = SearchHome(tmp_path / "home")
    home.entries("white narwhal tusk", *(f"often seen {n}" for n in range(20)))
    assert home.found("narwhal tusk white often", limit=0) == ["white narwhal tusk"]
    assert len(home.found("narwhal OR tusk OR white OR often", limit=0)) == 21


@pytest.mark.parametrize("query", ["narwhalA", "narwhal1", "is_narwhal", "1-a", "a.1"])
def test_what_has_only_the_small_change_of_a_name_is_no_hit(query: str, tmp_path: Path) -> None:
    home = SearchHome(tmp_path / "home")
    home.entries("a plan is 1 thing", "plan a: 1 is first", "1", "a")
    assert home.found(query) == []


@pytest.mark.parametrize("query", ["&&", "=>", "--", "|", '"=>"', "=> &&"])
def test_a_hit_of_signs_is_where_they_are(query: str, tmp_path: Path) -> None:
    home = SearchHome(tmp_path / "home")
    filling = "\n\n".join(["plain words " * 40] * 6)
    signs = query.strip('"')
    home.skill("one", "what it is", f"# One\n\n{filling}\n\n# Two\n\nhere {signs} stands\n\n# Three\n\n{filling}")
    home.refresh()
    (hit,) = home.search(query).hits
    assert hit.section == "Two"
    assert [hit.snippet[slice(*mark)] for mark in hit.marks] == [signs]
    lines = (home.folder / hit.path).read_text().splitlines()
    assert signs in lines[hit.line - 1]


def test_what_is_left_to_a_watcher_is_not_shown(pi: SearchHome) -> None:
    pi.refresh()
    with pi.db.reading():
        found = searching.search(pi.db, Request("whale"), frozenset({"pi-hermes-memory/USER.md", "absent.md"}))
    assert {hit.entry or hit.name for hit in found.hits} == (MEMORY | SKILLS) - {"whale of the user"}


# What is typed.


@pytest.mark.parametrize("han", sorted(set(HAN)))
def test_one_character_finds_everything_that_has_it(read: SearchHome, han: str) -> None:
    texts = whole(read.db, [row[0] for row in read.db.rows("SELECT id FROM unit")])
    expected = sum(fold(han) in text for text in texts.values())
    assert expected
    for query in (han, f'"{han}"', f"{han}*", f"{han} AND {han}"):
        found = read.search(query, limit=0)
        assert found.total == expected
        assert all(fold(han) in fold(hit.snippet) and hit.marks for hit in found.hits)


def test_the_form_of_a_character_does_not_matter(read: SearchHome) -> None:
    for query in ("緩存", "清理目錄", "鎖"):
        found, simple = read.search(query, limit=0), read.search(fold(query), limit=0)
        assert [hit.entry for hit in found.hits] == [hit.entry for hit in simple.hits] != []


@given(ODD | TYPED, st.sampled_from(Sort), st.sampled_from([0, 1, 10, 40]))
def test_whatever_is_typed_is_answered(read: SearchHome, text: str, sort: Sort, limit: int) -> None:
    with read.db.reading():
        found = searching.search(read.db, Request(text, sort=sort, limit=limit))
        again = searching.search(read.db, Request(text, sort=sort, limit=limit))
    assert found == again
    assert len(found.hits) == (min(limit, found.total) if limit else found.total)
    for hit in found.hits:
        assert hit.line >= 1
        last = 0
        for start, end in hit.marks:
            assert last <= start < end <= len(hit.snippet)
            last = end


@given(TYPED)
def test_every_hit_satisfies_the_condition(read: SearchHome, text: str) -> None:
    condition = parse(text).condition
    if condition is None:
        return
    with read.db.reading():
        found = searching.search(read.db, Request(text, limit=0))
        units = dict(
            read.db.rows("SELECT coalesce(path || '#' || n, name), unit.id FROM unit JOIN doc ON unit = unit.id")
        )
        for hit in found.hits:
            unit = units[hit.name if hit.n is None else f"{hit.path}#{hit.n}"]
            assert satisfies(condition, whole(read.db, [unit])[unit])


@pytest.mark.parametrize(
    ("query", "tokens"),
    [
        ("whales", "whale whales"),
        ("the whales", "whale whales"),
        ('"whales"', "whales"),
        ("缓存索引", "缓存 存索 索引"),
        ("缓存 缓存", "缓存"),
        ("锁", "锁*"),
        ("wha*", "wha*"),
        ("whale -dog", "whale"),
        ("-dog", ""),
        ("=>", ""),
        ("", ""),
    ],
)
def test_what_is_looked_up(query: str, tokens: str) -> None:
    assert " ".join(token.text + "*" * token.prefix for token in looked_up(parse(query))) == tokens


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("whale AND", "AND joins nothing here: taken as a word"),
        ('"=>" rust', '"=>" is only checked on what else is found: signs are not indexed'),
        ("whale", None),
    ],
)
def test_how_a_query_was_understood_is_said(read: SearchHome, query: str, note: str | None) -> None:
    assert read.search(query).notes == (() if note is None else (note,))


@pytest.mark.parametrize("query", ["", " ", "-whale", "NOT 缓存", "absent", "“没有这样的话”", "***", "()", '""'])
def test_nothing_is_found_of_what_is_not_there(read: SearchHome, query: str) -> None:
    found = read.search(query)
    assert (found.hits, found.total) == ((), 0)


def test_a_question_finds_what_it_is_about(tmp_path: Path) -> None:
    home = SearchHome(tmp_path / "home")
    home.entries("部署用蓝绿发布", "we use blue-green deployment", "讨论要简短", "decide quickly", "上次的会在周五")
    assert home.found("上次讨论过的部署是怎么定的") == ["部署用蓝绿发布"]
    assert home.found("what did we decide about the deployment?") == ["we use blue-green deployment"]
    assert home.found("讨论")[0] == "讨论要简短"
    assert home.found("decided") == ["decide quickly"]
    assert home.found("decided whale") == ["decide quickly"]


def test_an_empty_index(tmp_path: Path) -> None:
    home = SearchHome(tmp_path / "home")
    for query in ("whale", "锁", "=>", "whale -dog", "wha*"):
        assert home.found(query) == []
