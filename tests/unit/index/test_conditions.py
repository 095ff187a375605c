"""AND, OR, NOT, phrases and prefixes, on an index: what is found is what a look at every text finds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.search_home import SearchHome

from memgit.index import conditions
from memgit.index.candidates import whole
from memgit.index.matching import satisfies
from memgit.index.query import And, Condition, Leaf, Not, Or, parse

WORDS = [
    "whale",
    "whales",
    "white",
    "wall",
    "api_user",
    "user",
    "apiUser",
    "v2.1",
    "缓存",
    "緩存",
    "索引",
    "存",
    "锁",
    "café",
]
OPERANDS = [
    *WORDS,
    "缓存索引",
    "wha*",
    "api*",
    "缓*",
    '"white whale"',
    '"whales"',
    '"缓存 索引"',
    '"user whi"*',
    "“索引，缓存”",
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> SearchHome:
    """Entries and skills of these words in all orders. Tests only read it."""
    home = SearchHome(tmp_path_factory.mktemp("conditions"))
    chance = random.Random(7)
    texts = (chance.choice([" ", "，", ""]).join(chance.choices(WORDS, k=chance.randint(1, 4))) for _ in range(200))
    home.entries(*dict.fromkeys(texts))
    for n in range(30):
        about, body, more = (" ".join(chance.choices(WORDS, k=2)) for _ in range(3))
        home.skill(f"s{n}", about, body)
        home.write(f"skills/s{n}/references/more.md", more)
    home.refresh()
    return home


def satisfying(home: SearchHome, condition: Condition) -> set[str]:
    """The keys of the units that satisfy a condition, by their texts alone."""
    keys = dict(home.db.rows("SELECT id, key FROM unit"))
    return {keys[unit] for unit, text in whole(home.db, list(keys)).items() if satisfies(condition, text)}


def hits(home: SearchHome, query: str) -> set[str]:
    found = home.search(query, limit=0).hits
    keys = [f"{hit.path}\n{hit.n}" if hit.n is not None else f"skills/{hit.name}" for hit in found]
    assert len(keys) == len(set(keys))
    return set(keys)


def needs_a_word(condition: Condition) -> bool:
    """Whether nothing satisfies a condition that has none of its words."""
    match condition:
        case Leaf():
            return True
        case And(parts):
            return any(map(needs_a_word, parts))
        case Or(parts):
            return all(map(needs_a_word, parts))
        case Not():
            return False


QUERIES = st.recursive(
    st.sampled_from(OPERANDS),
    lambda inner: st.one_of(
        st.builds("{} AND {}".format, inner, inner),
        st.builds("({} OR {})".format, inner, inner),
        st.builds("({} {})".format, inner, inner),
        st.builds("{} -{}".format, inner, inner),
    ),
    max_leaves=5,
)


@given(QUERIES)
def test_what_is_found_is_all_that_satisfies_the_condition(home: SearchHome, query: str) -> None:
    condition = parse(query).condition
    if condition is None:
        return
    if needs_a_word(condition):
        assert hits(home, query) == satisfying(home, condition)
    else:
        assert hits(home, query) <= satisfying(home, condition)


@pytest.mark.parametrize("query", OPERANDS)
def test_each_operand_alone_as_a_condition(home: SearchHome, query: str) -> None:
    condition = parse(f"{query} AND {query} -absent").condition
    assert condition
    assert hits(home, f"{query} AND {query} -absent") == satisfying(home, condition)
    condition = parse(f"absent OR {query}").condition
    assert condition
    assert hits(home, f"absent OR {query}") == satisfying(home, condition)


@pytest.fixture
def small(tmp_path: Path) -> SearchHome:
    home = SearchHome(tmp_path / "home")
    home.entries("white whale", "whale, not white", "white wall", "缓存的索引", "缓存索引")
    home.skill("head", "about a whale", "in white")
    return home


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("white AND whale", {"white whale", "whale, not white", "head"}),
        ("white AND NOT whale", {"white wall"}),
        ("white -whale", {"white wall"}),
        ("wall OR 缓存", {"white wall", "缓存的索引", "缓存索引"}),
        ('"white whale"', {"white whale"}),
        ('"whale white"', set()),
        ("“缓存索引”", {"缓存索引"}),
        ("缓存 AND 索引", {"缓存的索引", "缓存索引"}),
        ("whal* AND whit*", {"white whale", "whale, not white", "head"}),
        ('"whale not whi"*', set()),
        ('"whale, not whi"*', {"whale, not white"}),
        ("(wall OR whale) AND white -not", {"white whale", "white wall", "head"}),
        ('"white" wall', {"white whale", "whale, not white", "white wall", "head"}),
        ("-white", set()),
        ("absent AND white", set()),
    ],
)
def test_what_a_condition_finds(small: SearchHome, query: str, expected: set[str]) -> None:
    assert set(small.found(query, limit=0)) == expected


def test_plain_words_beside_a_condition_only_rank(small: SearchHome) -> None:
    assert small.found('"white" wall')[0] == "white wall"


def test_a_unit_has_what_any_of_its_files_has(small: SearchHome) -> None:
    small.write("skills/head/references/more.md", "a boat")
    assert small.found("boat AND whale AND white") == ["head"]
    assert small.found("boat -white") == []


def test_many_are_read_bit_by_bit(small: SearchHome, monkeypatch: pytest.MonkeyPatch) -> None:
    once = small.found("white -wall", limit=0)
    monkeypatch.setattr(conditions, "_AT_ONCE", 1)
    assert small.found("white -wall", limit=0) == once


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("find AND whale", {"find a whale"}),
        ("find OR boat", {"find a whale", "find it", "a boat"}),
        ('"find" whale', {"find a whale", "find it"}),
        ('"find it"', {"find it"}),
        ("whale -find", {"a whale"}),
        ("缓存 AND 最近", {"最近的缓存"}),
        ("“最近的缓存”", {"最近的缓存"}),
        ("find* AND a", {"find a whale"}),
        ("get_user AND get_user", {"get_users"}),
    ],
)
def test_words_about_remembering_are_words_in_conditions(small: SearchHome, query: str, expected: set[str]) -> None:
    small.entries("find a whale", "find it", "a whale", "a boat", "最近的缓存", "最近", "缓存", "get_users")
    small.write("skills/head/SKILL.md", "")
    assert set(small.found(query, limit=0)) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('"=>" one', {"one => two"}),
        ('"=>" AND one', {"one => two"}),
        ('"=>"', {"one => two", "=> three"}),
        ('"=>" the', {"one => two", "=> three"}),
        ("=>", {"one => two", "=> three"}),
        ("=> -one", {"=> three"}),
        ("=> absent", set()),
    ],
)
def test_signs_are_checked_on_what_is_found(small: SearchHome, query: str, expected: set[str]) -> None:
    small.entries("one => two", "one = two", "=> three")
    assert set(small.found(query)) == expected
