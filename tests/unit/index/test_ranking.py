"""The order of hits: what a person would expect to be first."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from support.search_home import WRITTEN, SearchHome

from memgit.index.ranking import RERANKED

FILL = "Nothing of note is said in this sentence, and it is only here to be read. "


@pytest.fixture
def home(tmp_path: Path) -> SearchHome:
    return SearchHome(tmp_path / "home")


@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        ("white whale", "a white whale", "white walls and a blue whale"),
        ("white whale", "the white whale", "a whale that is white"),
        ("whale", "the whale, a whale", "the whale, a dog"),
        ("whale", "a whale", f"a whale. {FILL * 4}"),
        ("indexed", "it is indexed", "it is an index"),
        ("index", "the index", "the indexes"),
        ("deploys", "who deploys", "who deployed"),
        ("get_user_name", "call get_user_name", "get the name of a user"),
        ("getUserName", "call getUserName", "get the name of a user"),
        ("user name", "user name", "names of users"),
        ("缓存索引", "清理缓存索引", "索引的缓存"),
        ("缓存索引", "清理缓存索引", "缓存要清理，索引要重建"),
        ("緩存索引", "清理缓存索引", "索引的缓存"),
        ("缓存 目录", "缓存的目录", "缓存的缓存的缓存"),
        ("模型", "模型", "有模，有型"),
        ("使用GPT模型", "使用GPT模型", "GPT 使用说明，模型"),
        ("v2.1", "since v2.1", "since v2, 1 more"),
        ("what did we decide about the whale", "the whale", "we decide what the dog did"),
        ("上次讨论过的缓存是怎么定的", "缓存", "上次讨论过的是怎么定的"),
        ("find whale", "find a whale", "a whale"),
    ],
)
@pytest.mark.parametrize("first", ["better", "worse"])
def test_what_goes_before_what(home: SearchHome, query: str, better: str, worse: str, first: str) -> None:
    others = [f"something else {n}" for n in range(5)]
    home.entries(*others, *([better, worse] if first == "better" else [worse, better]))
    assert home.found(query)[0] == better


def test_what_has_all_words_goes_before_what_has_one_often(home: SearchHome) -> None:
    home.entries("white walls by a blue whale, said to be old", "whale " * 9, "white " * 9)
    assert home.found("white whale")[0].startswith("white walls")


def test_what_a_skill_says_of_itself_goes_before_what_is_said_in_it(home: SearchHome) -> None:
    home.skill("body", "Something else", "All about a whale")
    home.skill("head", "All about a whale", "Something else")
    home.skill("later", "Something else", "All about a whale")
    assert home.found("whale")[0] == "head"
    assert home.found("about whale")[0] == "head"


def test_a_skill_is_as_good_as_all_of_its_files(home: SearchHome) -> None:
    home.skill("whole", "Something else", "The whale is here.")
    home.write("skills/whole/references/more.md", "And what is white.")
    home.skill("part", "Something else", "The whale is there.")
    home.write("skills/part/references/more.md", "And what is blue.")
    assert home.found("white whale") == ["whole", "part"]


def test_a_word_as_it_is_spelt_may_stand_anywhere_in_a_skill(home: SearchHome) -> None:
    home.skill("forms", "Deploys releases", "Something else")
    home.skill("spelt", "Something else", f"# One\n\ndeploying it. {FILL * 8}\n\n# Two\n\nreleased. {FILL * 8}")
    home.skill("other", "Something else", "deploys, releases")
    assert home.found("deploying released")[0] == "spelt"


def test_scores_fall_and_the_rest_comes_after_what_was_read(home: SearchHome) -> None:
    home.entries(*(f"whale {FILL * (n % 7)}{n}" for n in range(RERANKED + 25)))
    hits = home.search("whale", limit=0).hits
    scores = [hit.score for hit in hits]
    assert len(hits) == RERANKED + 25
    assert scores == sorted(scores, reverse=True)
    assert min(scores) > 0
    assert [hit.n for hit in home.search("whale").hits] == [hit.n for hit in hits[:10]]


def test_of_equals_the_newer_goes_first(home: SearchHome) -> None:
    for name in ("MEMORY", "USER"):
        home.write(f"memories/{name}.md", f"the whale of {name[0]}")
        home.refresh()
    assert home.found("whale") == ["the whale of U", "the whale of M"]


def test_age_does_not_matter_to_what_is_better(home: SearchHome) -> None:
    home.skill("old", "About a whale", at=WRITTEN - timedelta(days=900))
    home.skill("new", "Something else", "about a whale, too")
    assert home.found("whale") == ["old", "new"]


def test_by_time_whatever_is_better(home: SearchHome) -> None:
    for days, name in enumerate(("third", "first", "fourth", "second")):
        home.skill(name, "About a whale" * (days + 1), at=WRITTEN + timedelta(days=days))
    assert home.found("whale", sort="oldest") == ["third", "first", "fourth", "second"]
    assert home.found("whale", sort="newest") == ["second", "fourth", "first", "third"]
    assert home.found("whale", sort="newest", limit=2) == ["second", "fourth"]
    assert home.found("whale", sort="oldest", limit=1) == ["third"]


@pytest.mark.parametrize("sort", ["newest", "oldest"])
def test_of_what_is_as_old_the_better_goes_first(home: SearchHome, sort: str) -> None:
    home.entries("white", "white whale", "grey")
    assert home.found("white whale", sort=sort) == ["white whale", "white"]


def test_many_by_time(home: SearchHome) -> None:
    for n in range(RERANKED + 15):
        home.skill(f"s{n:02}", "About a whale", at=WRITTEN + timedelta(minutes=n * 7 % 45))
    times = [hit.time for hit in home.search("whale", sort="oldest", limit=0).hits]
    assert len(times) == RERANKED + 15
    assert times == sorted(times)
    newest = home.search("whale", sort="newest", limit=5).hits
    assert [hit.time for hit in newest] == times[:-6:-1]


def test_the_same_texts_have_the_same_scores_wherever_they_are(home: SearchHome, tmp_path: Path) -> None:
    texts = [f"whale {FILL * (n % 3)}{n}" for n in range(40)]
    home.entries(*texts)
    other = SearchHome(tmp_path / "other")
    other.entries(*texts)
    other.refresh()
    assert home.search("whale is read", limit=0) == other.search("whale is read", limit=0)
    assert home.search("whale is read", limit=0) == home.search("whale is read", limit=0)
