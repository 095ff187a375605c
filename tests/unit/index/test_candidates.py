"""The first round of a search: postings, and the units that they bring in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.search_home import WRITTEN, SearchHome

from memgit.clock import microseconds
from memgit.index import candidates as module
from memgit.index.areas import Area, area_of
from memgit.index.candidates import Candidate, Scope, candidates, literally, whole
from memgit.index.postings import Postings, idf, span
from memgit.text.tokens import Token

EVERYWHERE = Scope(tuple(Area))
SHOP = "projects-memory/shop/MEMORY.md"


@pytest.fixture
def home(tmp_path: Path) -> SearchHome:
    return SearchHome(tmp_path / "home")


@pytest.fixture
def pi(tmp_path: Path) -> SearchHome:
    return SearchHome(tmp_path / "pi", layout="pi-hermes")


def postings(home: SearchHome, areas: Sequence[Area] = tuple(Area), **given: Any) -> Postings:
    home.refresh()
    return Postings(home.db, areas, **given)


def texts(home: SearchHome, contents: Sequence[int]) -> list[str]:
    return [home.db.one("SELECT text FROM content WHERE id = ?", (content,)) for content in contents]


def looked_up(home: SearchHome, words: str, scope: Scope = EVERYWHERE, most: int | None = 30) -> list[Candidate]:
    home.refresh()
    return list(candidates(home.db, [Token(word) for word in words.split()], scope, most).units)


def names(home: SearchHome, units: Sequence[Candidate]) -> list[str]:
    """The best text of an entry, the name of anything else."""
    sql = "SELECT iif(n IS NULL, name, (SELECT text FROM content WHERE id = ?)) FROM unit WHERE id = ?"
    return [home.db.one(sql, (unit.contents[0], unit.unit)) for unit in units]


def found(home: SearchHome, words: str, scope: Scope = EVERYWHERE, most: int | None = 30) -> list[str]:
    units = looked_up(home, words, scope, most)
    return names(home, units)


def numbered(word: str, count: int) -> list[str]:
    return [f"{word} number{n}" for n in range(count)]


# Postings.


def test_what_has_a_token_newest_first(home: SearchHome) -> None:
    home.entries("whale one", "nothing", "whale two", "whale three")
    posting = postings(home).of(Token("whale"))
    assert texts(home, posting.contents) == ["whale three", "whale two", "whale one"]
    assert not posting.common


@pytest.mark.parametrize(("limit", "common"), [(2, True), (3, False), (None, False)])
def test_a_token_that_more_have_than_asked_for_is_common(home: SearchHome, limit: int | None, common: bool) -> None:
    home.entries("whale one", "nothing", "whale two", "whale three")
    posting = postings(home, limit=limit).of(Token("whale"))
    assert posting.common == common
    assert len(posting.contents) == min(limit or 3, 3)
    assert posting.idf == postings(home).of(Token("whale")).idf


def test_the_weight_of_a_common_prefix_is_that_of_all_it_begins(home: SearchHome) -> None:
    home.entries("缓存", "缓慢", "缓和", "other", "words")
    common = postings(home, limit=1).of(Token("缓", prefix=True))
    assert (common.common, len(common.contents)) == (True, 1)
    assert common.idf == idf(5, 3)


def test_only_in_the_areas_asked_for(home: SearchHome) -> None:
    home.entries("whale")
    home.skill("one", "about a whale", "body of a whale")
    for areas in ([Area.MEMORY], [Area.HEADS], [Area.BODIES], [Area.BODIES, Area.HEADS], list(Area)):
        found = postings(home, areas).of(Token("whale")).contents
        assert sorted(map(area_of, found)) == areas


def test_common_tokens_together_are_looked_up_in_each_area(home: SearchHome) -> None:
    home.entries(*(f"white whale {n}" for n in range(5)))
    home.skill("one", "of a white whale", "white")
    together = postings(home, limit=1).each_area([Token("white"), Token("whale")])
    assert [area_of(content) for content in together] == [Area.HEADS, Area.MEMORY, Area.MEMORY]


def test_a_common_token_beside_rare_ones(home: SearchHome) -> None:
    home.entries("whale", "white whale", "blue", "blue whale", "white")
    found = postings(home).beside(Token("whale"), [Token("white"), Token("blue")])
    assert texts(home, found) == ["blue whale", "white whale"]


@pytest.mark.parametrize("areas", [[Area.MEMORY], [Area.BODIES, Area.HEADS], [Area.HEADS, Area.BODIES], list(Area)])
def test_the_ids_of_areas(areas: list[Area]) -> None:
    first, last = span(areas)
    assert {area for area in Area if first <= area.first and area.last <= last} == set(areas)
    assert (area_of(first), area_of(last)) == (min(areas), max(areas))


@given(st.integers(1, 10**6), st.integers(0, 10**6))
def test_what_fewer_have_tells_more(size: int, count: int) -> None:
    assert idf(size, count) > 0
    if count < size:
        assert idf(size, count) > idf(size, count + 1)


# What they bring in.


def test_what_has_more_of_the_tokens_goes_first_then_what_is_newer(home: SearchHome) -> None:
    home.entries("white one", "white whale", "white two", "grey")
    assert found(home, "white whale") == ["white whale", "white two", "white one"]
    assert found(home, "white whale", most=2) == ["white whale", "white two"]
    assert found(home, "absent") == []
    assert found(home, "absent whale") == ["white whale"]


def test_a_rare_token_tells_more_than_a_common_one(home: SearchHome) -> None:
    home.entries("rare", *numbered("often", 9))
    assert found(home, "often rare")[0] == "rare"


def test_a_skill_is_one_unit_with_all_its_texts(home: SearchHome) -> None:
    home.skill("one", "about something", "a white wall")
    home.write("skills/one/references/more.md", "a whale in the white water")
    home.entries("white")
    one, other = looked_up(home, "white whale")
    assert names(home, [one, other]) == ["one", "white"]
    assert texts(home, one.contents) == ["a whale in the white water", "a white wall"]
    assert (one.tokens, other.tokens) == (3, 2)  # the rarer is the first
    assert one.weight > other.weight


@pytest.mark.parametrize("most", [30, None])
def test_the_scope(pi: SearchHome, most: int | None) -> None:
    pi.write("pi-hermes-memory/MEMORY.md", "whale of memory")
    pi.write(SHOP, "whale of the shop", WRITTEN + timedelta(days=2))
    pi.skill("old", "whale", folder="skills/.archive", at=WRITTEN + timedelta(days=1))
    pi.skill("new", "whale", at=WRITTEN - timedelta(days=1))

    def within(**scope: Any) -> set[str]:
        return set(found(pi, "whale", Scope(**{"areas": tuple(Area), **scope}), most))

    assert within() == {"whale of memory", "whale of the shop", "new"}
    assert within(archived=True) == {"whale of memory", "whale of the shop", "new", "old"}
    assert within(project="shop") == {"whale of the shop"}
    assert within(project="Shop") == set()
    assert within(areas=(Area.MEMORY,)) == {"whale of memory", "whale of the shop"}
    assert within(areas=(Area.HEADS,), archived=True) == {"new", "old"}
    assert within(areas=(Area.BODIES,)) == set()
    assert within(since=microseconds(WRITTEN)) == {"whale of memory", "whale of the shop"}
    assert within(since=microseconds(WRITTEN) + 1) == {"whale of the shop"}
    assert within(since=microseconds(WRITTEN) + 1, archived=True) == {"whale of the shop", "old"}


def test_what_is_out_of_the_scope_takes_nobodys_place(pi: SearchHome) -> None:
    pi.write(SHOP, "whale of the shop")
    pi.refresh()
    pi.write("pi-hermes-memory/MEMORY.md", "\n§\n".join(numbered("whale", 130)))
    assert found(pi, "whale", Scope(tuple(Area), project="shop"), most=1) == ["whale of the shop"]


# More than are looked at.


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens are common when more than five texts have them."""
    monkeypatch.setattr(module, "CAP", 5)


@pytest.mark.usefixtures("few")
def test_rare_tokens_bring_in_all_that_have_them_common_ones_only_some(home: SearchHome) -> None:
    home.entries("rare and often", "rare", *numbered("often", 19))
    brought = found(home, "often rare")
    assert brought[:2] == ["rare and often", "rare"]
    assert brought[2:] == [f"often number{n}" for n in range(18, 12, -1)]


@pytest.mark.usefixtures("few")
def test_of_common_tokens_alone_what_has_all_of_them(home: SearchHome) -> None:
    home.entries("often seldom", *numbered("often", 9), *numbered("seldom", 9))
    assert found(home, "often seldom") == ["often seldom"]
    assert len(found(home, "often")) == 6


@pytest.mark.usefixtures("few")
def test_of_common_tokens_that_nothing_has_all_of_those_that_tell_most(home: SearchHome) -> None:
    home.entries(*numbered("often", 19), *numbered("seldom", 9))
    assert {text.split()[0] for text in found(home, "often seldom")} == {"seldom"}


@pytest.mark.usefixtures("few")
def test_all_that_have_them_where_all_are_wanted(home: SearchHome) -> None:
    home.entries("rare", *numbered("often", 9))
    assert len(found(home, "rare often", most=None)) == 10


@pytest.mark.usefixtures("few")
def test_tokens_that_would_bring_in_too_many_count_as_common(home: SearchHome, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BUDGET", 4)
    home.entries(*numbered("black", 4), "white and black", *numbered("grey", 4), *numbered("white", 2))
    brought = found(home, "black grey white")
    assert brought[0] == "white and black"
    assert set(brought) == {"white and black", *numbered("white", 2), *numbered("grey", 4)}
    assert len(found(home, "black grey white", most=None)) == 11


@pytest.mark.usefixtures("few")
def test_what_a_project_has_of_a_common_word_is_found_behind_many_others(pi: SearchHome) -> None:
    pi.write(SHOP, "often in the shop")
    pi.refresh()
    pi.write("pi-hermes-memory/MEMORY.md", "\n§\n".join(numbered("often", 9)))
    assert found(pi, "often", Scope(tuple(Area), project="shop")) == ["often in the shop"]
    assert pi.found("often", project="shop") == ["often in the shop"]
    assert pi.found("often", project="shop", limit=1) == ["often in the shop"]
    assert pi.found("often", project="other") == []


@pytest.mark.usefixtures("few")
def test_what_is_not_archived_is_found_behind_many_that_are(home: SearchHome) -> None:
    home.skill("here", "often")
    home.refresh()
    for n in range(9):
        home.skill(f"old-{n}", f"often {n}", folder="skills/.archive")
    assert home.found("often") == ["here"]
    assert len(home.found("often", archived=True)) == 6


@pytest.mark.usefixtures("few")
def test_what_is_new_is_found_behind_many_that_are_not(home: SearchHome) -> None:
    home.skill("new", "often", at=WRITTEN)
    home.refresh()
    for n in range(9):
        home.skill(f"old-{n}", f"often {n}", at=datetime(2026, 1, 1, tzinfo=UTC))
    assert home.found("often", since=WRITTEN) == ["new"]


@pytest.mark.usefixtures("few")
def test_two_common_words_that_a_project_has_apart(pi: SearchHome) -> None:
    pi.write(SHOP, "often here\n§\nseldom here")
    pi.refresh()
    pi.write("pi-hermes-memory/MEMORY.md", "\n§\n".join(f"often and seldom {n}" for n in range(9)))
    assert set(pi.found("often seldom", project="shop")) == {"often here", "seldom here"}


# Without tokens, and the texts of units.


def test_a_text_of_signs_is_looked_for_as_it_is(home: SearchHome) -> None:
    home.entries("a && b", "&&&", "a & b")
    home.skill("one", "nothing", "x && y", at=WRITTEN)
    home.skill("old", "a && b", folder="skills/.archive")
    home.refresh()
    assert names(home, literally(home.db, "&&", EVERYWHERE).units) == ["&&&", "a && b", "one"]
    assert names(home, literally(home.db, "&&", Scope((Area.MEMORY,))).units) == ["&&&", "a && b"]
    assert "old" in names(home, literally(home.db, "&&", Scope(tuple(Area), archived=True)).units)
    assert literally(home.db, "%", EVERYWHERE).units == []


def test_all_that_a_unit_holds_in_one_text(home: SearchHome) -> None:
    home.skill("one", "About 緩存", "# One\n\nBody.")
    home.write("skills/one/references/more.md", "Ｍore")
    units = looked_up(home, "body")
    assert whole(home.db, [units[0].unit]) == {
        units[0].unit: "name: one\ndescription: about 缓存\n\n# one\n\nbody.\n\nreferences/more.md\n\nmore"
    }
    assert whole(home.db, []) == {}
