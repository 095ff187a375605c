"""What a hit says: where it is, what it is, and which of its text matches."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.search_home import WRITTEN, SearchHome

from memgit.model.hit import Hit
from memgit.text.fold import fold

SHOP = "projects-memory/shop"


@pytest.fixture
def home(tmp_path: Path) -> SearchHome:
    return SearchHome(tmp_path / "home")


@pytest.fixture
def pi(tmp_path: Path) -> SearchHome:
    return SearchHome(tmp_path / "pi", layout="pi-hermes")


def only(home: SearchHome, query: str, archived: bool = False) -> Hit:
    (hit,) = home.search(query, archived=archived).hits
    return hit


def marked(hit: Hit) -> list[str]:
    return [hit.snippet[start:end] for start, end in hit.marks]


def line(home: SearchHome, hit: Hit) -> str:
    """The line of the file that a hit leads to."""
    return (home.folder / hit.path).read_bytes().decode().split("\n")[hit.line - 1]


def test_an_entry(home: SearchHome) -> None:
    home.entries("first", "a whale\nand a dog", "third")
    assert only(home, "dog") == Hit(
        kind="memory",
        name="memory",
        path="memories/MEMORY.md",
        entry="a whale\nand a dog",
        n=1,
        section="",
        line=4,
        score=only(home, "dog").score,
        snippet="a whale and a dog",
        marks=((14, 17),),
        time=WRITTEN,
        project=None,
        archived=False,
    )
    assert only(home, "whale").line == 3


def test_a_place_in_a_skill(home: SearchHome) -> None:
    home.skill(
        "deploy", "How to", "# Deploy\n\n" + "Text. " * 80 + "\n\n## Roll back\n\nFirst\nthe whale.\n" + "More. " * 80
    )
    hit = only(home, "whale")
    assert (hit.kind, hit.name, hit.entry, hit.n) == ("skill", "deploy", None, None)
    assert (hit.path, hit.section, hit.line) == ("skills/deploy/SKILL.md", "Roll back", 13)
    assert line(home, hit) == "the whale."


def test_a_file_of_a_skill_is_told_with_the_name_of_the_skill(home: SearchHome) -> None:
    home.skill("deploy", "How to")
    home.write("skills/deploy/references/api.md", "one\ntwo whales\n")
    hit = only(home, "whale")
    assert (hit.name, hit.path, hit.line) == ("deploy", "skills/deploy/references/api.md", 2)
    home.write("skills/deploy/SKILL.md", "---\nname: release\ndescription: d\n---\n")
    assert only(home, "whale").name == "release"


def test_what_else_there_is(pi: SearchHome) -> None:
    pi.write(f"{SHOP}/MEMORY.md", "project whale <!-- created=2026-08-01, last=2026-08-09 -->")
    pi.write("pi-hermes-memory/USER.md", "user whale")
    pi.write("pi-hermes-memory/failures.md", "failed whale")
    pi.skill("old", "archived whale", folder="skills/.archive")
    pi.skill("own", "skill whale of a shop", folder=f"{SHOP}/skills")
    found = {(hit.kind, hit.name, hit.project, hit.archived) for hit in pi.search("whale", archived=True).hits}
    assert found == {
        ("project", "shop", "shop", False),
        ("user", "user", None, False),
        ("failures", "failures", None, False),
        ("skill", "old", None, True),
        ("skill", "own", "shop", False),
    }
    assert only(pi, '"project whale"').time == datetime(2026, 8, 9, tzinfo=UTC)
    assert only(pi, '"user whale"').time == WRITTEN


def test_bundles_and_categories(home: SearchHome) -> None:
    home.write("skill-bundles/review.yaml", "name: review\ndescription: of a whale\n")
    home.skill("one", "in a category", folder="skills/dev")
    home.write("skills/dev/DESCRIPTION.md", "---\ndescription: whales and more\n---\n")
    assert {(hit.kind, hit.name, hit.line) for hit in home.search("whale").hits} == {
        ("bundle", "review", 2),
        ("category", "dev", 2),
    }


def test_of_files_with_the_same_text_the_first_by_name(home: SearchHome) -> None:
    home.skill("one", "nothing")
    for name in ("c", "a", "b"):
        home.write(f"skills/one/references/{name}.md", "the same whale", WRITTEN + timedelta(days=ord(name)))
        home.refresh()
    hit = only(home, "whale")
    assert (hit.path, hit.time) == ("skills/one/references/a.md", WRITTEN + timedelta(days=ord("a")))


def test_an_enormous_entry_is_told_whole_and_its_match_found(home: SearchHome) -> None:
    long = "\n".join(f"line {n} of an entry" for n in range(2_500))
    home.entries("first", f"{long}\nthe whale\n{long}", "a dog")
    hit = only(home, "whale")
    assert hit.entry == f"{long}\nthe whale\n{long}"
    assert line(home, hit) == "the whale"
    assert line(home, only(home, "dog")) == "a dog"


def test_a_rule(pi: SearchHome) -> None:
    pi.write("pi-hermes-memory/STANDING.md", f"# Rules\n\n- a dog\n- {'word ' * 5_000}whale\n")
    hit = only(pi, "whale")
    assert (hit.kind, hit.name, hit.n, hit.line) == ("standing", "standing", 1, 4)
    assert hit.entry == f"{'word ' * 5_000}whale"
    assert only(pi, "dog").entry == "a dog"


@pytest.mark.parametrize(
    ("text", "query", "marks"),
    [
        ("先清理緩存目錄", "缓存目录", ["緩存目錄"]),
        ("先清理缓存目录", "緩存目錄", ["缓存目录"]),
        ("on ＧＰＴ－４ today", "gpt", ["ＧＰＴ"]),
        ("the café in Zu\u0308rich", "cafe zurich", ["café", "Zu\u0308rich"]),
        ("CAFE", "café", ["CAFE"]),
        ("the ﬁle of ①", "file", ["ﬁle"]),
        ("deploys, deployed", "deploying", ["deploys", "deployed"]),
        ("死锁和锁", "锁", ["锁", "锁"]),
        ("ｶﾀｶﾅ", "カタカナ", ["ｶﾀｶﾅ"]),
        ("call get_user_name", "getUserName", ["get", "user", "name"]),
        ("white\n   whale", '"white whale"', ["white whale"]),
        ("emoji 🎉 there", "🎉", ["🎉"]),
        ("𠀋𠀌", "𠀌", ["𠀌"]),
    ],
)
def test_marks_are_of_the_original_text(home: SearchHome, text: str, query: str, marks: list[str]) -> None:
    home.entries("something before", text)
    hit = only(home, query)
    assert (hit.entry, marked(hit)) == (text, marks)


LINES = st.lists(
    st.sampled_from(["", "緩存", "ＧＰＴ ﬁle", "Zu\u0308rich", "# Heading", "a line of text. " * 30, "é" * 200]),
    max_size=30,
)


@given(before=LINES, after=LINES, word=st.sampled_from(["鯨魚", "Ｗhàles", "WHALE", "ẅhale"]))
def test_the_line_is_that_of_the_match(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], after: list[str], word: str
) -> None:
    home = SearchHome(tmp_path_factory.mktemp("lines"))
    home.skill("one", "nothing", "\n".join([*before, f"x {word} y", *after]))
    home.entries("first", "\n".join(["begin", *before, f"x {word} y", *after, "end"]))
    hits = home.search("鲸鱼 OR whale", limit=0).hits
    assert {hit.kind for hit in hits} == {"skill", "memory"}
    for hit in hits:
        assert line(home, hit) == f"x {word} y"
        assert marked(hit) == [word]
        assert fold(word) in fold(hit.snippet)
