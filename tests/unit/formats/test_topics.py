"""Topic files and their index."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgit.errors import Refused, SystemRefused
from memgit.formats.topics import Topic, TopicIndex, compose_topic, parse_topic, references

fast = settings(max_examples=100, deadline=None)
SHARED = Path(__file__).parents[4] / "shared" / "data" / "homes"
LINES = st.sampled_from(
    [
        "# Shop",
        "",
        "- [Deploys](deploys.md) — when",
        "* [缓存](<cache keys.md>)",
        "[A](a.md): a, see [B](b.md)",
        "see [B](b.md)",
    ]
)
PATHS = st.sampled_from(["new.md", "deploys.md", "cache keys.md", "a.md", "b.md", "odd (1).md", "100%.md"])
TITLES = st.sampled_from(["New", "新 [x]", "a\\b", ""])


@st.composite
def indexes(draw: st.DrawFn) -> str:
    newline = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    text = newline.join(draw(st.lists(LINES, max_size=6)))
    return draw(st.sampled_from(["", "\ufeff"])) + text + draw(st.sampled_from(["", newline]))


def parse(text: str) -> TopicIndex:
    return TopicIndex.parse(text.encode())


INDEX = (
    "# Shop\n\n- [Deploys](deploys.md) — when and how\n- [缓存](./cache%20keys.md#top): see [other](other.md)\n\nEnd.\n"
)


def test_links() -> None:
    file = parse(INDEX)
    assert [(link.title, link.path, link.hook, link.line, link.leads) for link in file.links] == [
        ("Deploys", "deploys.md", "when and how", 3, True),
        ("缓存", "cache keys.md", "see [other](other.md)", 4, True),
        ("other", "other.md", "", 4, False),
    ]
    span = file.links[0].span
    assert INDEX[span.start : span.end] == "[Deploys](deploys.md)"


def test_images_and_fenced_code_hold_no_links() -> None:
    assert parse("![x](x.png)\n```\n- [a](a.md)\n~~~\n```\n- [b](b.md)\n").find("a.md") is None
    assert [link.path for link in parse("````\n```\n[a](a.md)\n````\n[b](b.md)").links] == ["b.md"]


def test_add_goes_behind_the_last_line_of_a_topic() -> None:
    added = parse(INDEX).add("new.md", "New", "what is new")
    assert added.text == INDEX.replace("\n\nEnd", "\n- [New](new.md) — what is new\n\nEnd")
    assert parse("").add("a.md", "A").text == "- [A](a.md)\n"
    assert parse("# T").add("a.md", "A").text == "# T\n- [A](a.md)"
    assert parse("* [A](a.md)\r\n").add("b.md", "B").text == "* [A](a.md)\r\n* [B](b.md)\r\n"
    assert parse(INDEX).add("deploys.md", "Again").text == INDEX


def test_replace_keeps_the_bullet() -> None:
    text = INDEX.replace("- [Deploys](deploys.md) — when and how", "- [Ships](deploys.md) — on Mondays")
    assert parse(INDEX).replace("deploys.md", "Ships", "on Mondays").text == text
    assert parse("").replace("a.md", "A").text == "- [A](a.md)\n"


def test_remove_takes_its_own_line_only() -> None:
    assert parse(INDEX).remove("deploys.md").text == INDEX.replace("- [Deploys](deploys.md) — when and how\n", "")
    assert parse(INDEX).remove("other.md").text == INDEX
    assert parse("\ufeff- [A](a.md)\n").remove("a.md").data == b""


def test_line_breaks_are_refused() -> None:
    with pytest.raises(Refused):
        parse("").add("a.md", "two\nlines")


@fast
@given(indexes())
def test_any_index_round_trips(text: str) -> None:
    assert parse(text).data == text.encode()


@fast
@given(indexes(), PATHS, TITLES)
def test_an_edit_changes_one_line(text: str, path: str, title: str) -> None:
    file = parse(text)
    added = file.add(path, title, "why")
    link = added.find(path)
    assert link is not None
    assert link.leads
    if added != file:
        assert (link.title, link.hook) == (title, "why")
        rest = added.text.removeprefix("\ufeff").splitlines()
        del rest[link.line - 1]
        assert rest == text.removeprefix("\ufeff").splitlines()
    removed = added.remove(path)
    assert all(not (link.leads and link.path == path) for link in removed.links)
    others = [link for link in file.links if link.leads and link.path != path]
    assert [link.path for link in removed.links if link.leads] == [link.path for link in others]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        (
            "---\nname: deploys\ndescription: when\ntype: project\n---\nTuesdays.\n",
            Topic("deploys", "when", "project", "Tuesdays.\n"),
        ),
        (
            "\ufeff---\r\nname: c\r\ndescription: |\r\n  a\r\n  b\r\nmetadata:\r\n  type: reference\r\n---\r\nx\r\n",
            Topic("c", "a\nb\n", "reference", "x\r\n"),
        ),
        ("no frontmatter\n", Topic(None, None, None, "no frontmatter\n")),
        ("---\nname: [a]\n---\n", Topic(None, None, None, "")),
    ],
)
def test_topic(text: str, topic: Topic) -> None:
    assert parse_topic(text.encode()) == topic


@fast
@given(
    st.none() | st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1).map(str.strip),
    st.sampled_from(["user", None]),
    st.sampled_from(["", "text\n", "---\nx: 1\n---\n"]),
)
def test_composed_topics_parse(description: str | None, kind: str | None, body: str) -> None:
    topic = Topic("name", description or None, kind, body)
    assert parse_topic(compose_topic(topic)) == topic


def test_references() -> None:
    found = references("See [[cache-keys]] and [[ other |shown]], not [[a]b]].")
    assert [name for name, _ in found] == ["cache-keys", "other"]


def test_not_utf8_is_refused() -> None:
    with pytest.raises(SystemRefused):
        parse_topic(b"\xff")


def test_the_agents_files() -> None:
    if not SHARED.is_dir():
        pytest.skip("no ../shared beside the checkout")
    folder = SHARED / "claude/projects/-home-dev-shop/memory"
    index = (folder / "MEMORY.md").read_bytes()
    assert TopicIndex.parse(index).data == index
    assert [link.path for link in TopicIndex.parse(index).links] == ["deploys.md", "cache-keys.md", "gone.md"]
    assert parse_topic((folder / "cache-keys.md").read_bytes()).type == "reference"
    assert parse_topic((folder / "deploys.md").read_bytes()).type == "project"
