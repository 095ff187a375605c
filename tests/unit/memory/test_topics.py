"""Topic files together with the lines of their index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memgit.errors import NotFound, Refused, SystemRefused, UsageError
from memgit.memory import topics
from memgit.memory.topics import Draft
from memgit.model.change import Action, Actor, Origin

SHOP = "-home-dev-shop"
FOLDER = f"projects/{SHOP}/memory"
INDEX = "# Shop\n\n- [Deploys](deploys.md) — when and how\n- [Gone](gone.md) — was removed\n".encode()
DEPLOYS = b"---\nname: deploys\ndescription: when and how\ntype: project\n---\nTuesdays.\n"
KEYS = "\ufeff---\nname: the keys\nmetadata:\n  type: reference\n---\nshop:v2\n".encode()
ME = Actor()
Make = Callable[..., Any]


def claude(make: Make, **more: bytes) -> Any:
    files = {"MEMORY.md": INDEX, "deploys.md": DEPLOYS, "cache-keys.md": KEYS, **more}
    return make("claude", {f"{FOLDER}/{name}": data for name, data in files.items()})


def test_the_list_says_what_the_heads_and_the_index_say(make: Make) -> None:
    found = topics.listing(claude(make, **{"odd.md": b"caf\xe9"}).reader())
    assert [(item.name, item.project, item.topic.type, item.link and item.link.hook) for item in found] == [
        ("cache-keys", SHOP, "reference", None),
        ("deploys", SHOP, "project", "when and how"),
        ("odd", SHOP, None, None),
    ]


def test_a_topic_is_found_by_its_file_or_the_name_in_its_head(make: Make) -> None:
    reader = claude(make).reader()
    for name in ("cache-keys", "cache-keys.md", "the keys"):
        assert topics.find(reader, name).path == f"{FOLDER}/cache-keys.md"
    with pytest.raises(NotFound) as caught:
        topics.find(reader, "deploy")
    assert caught.value.hints == ("did you mean: memgit topic show deploys",)
    with pytest.raises(NotFound):
        topics.listing(reader, "other")


def test_a_new_topic_gets_a_head_and_a_line(make: Make) -> None:
    home = claude(make)
    done = home.edit(topics.write, "prices", SHOP, Draft("in cents", "how prices are kept", "project"), ME)
    assert home.read(f"{FOLDER}/prices.md").decode() == (
        "---\nname: prices\ndescription: how prices are kept\ntype: project\n---\nin cents\n"
    )
    line = "- [prices](prices.md) — how prices are kept\n"
    assert home.read(f"{FOLDER}/MEMORY.md").decode() == INDEX.decode() + line
    assert (done.subject, done.action) == ("topic(prices): new", Action.NEW)
    assert done.paths == (f"{FOLDER}/MEMORY.md", f"{FOLDER}/prices.md")


def test_a_new_body_keeps_the_head_and_the_line(make: Make) -> None:
    home = claude(make)
    done = home.edit(topics.write, "cache-keys", SHOP, Draft("shop:v3"), ME)
    assert home.read(f"{FOLDER}/cache-keys.md") == KEYS.replace(b"v2", b"v3")
    assert (done.subject, done.action) == ("topic(cache-keys): edit", Action.EDIT)
    done = home.edit(topics.write, "deploys", SHOP, Draft("Mondays."), ME)
    assert done.paths == (f"{FOLDER}/deploys.md",)
    assert home.edit(topics.write, "deploys", SHOP, Draft("Mondays."), ME).id is None


def test_a_whole_file_and_a_new_description(make: Make) -> None:
    home = claude(make)
    home.edit(topics.write, "deploys", SHOP, Draft(DEPLOYS.decode().replace("Tues", "Mon"), "when"), ME)
    text = "---\nname: deploys\ndescription: when\ntype: project\n---\nMondays.\n"
    assert home.read(f"{FOLDER}/deploys.md").decode() == text
    assert "- [Deploys](deploys.md) — when\n" in home.read(f"{FOLDER}/MEMORY.md").decode()


def test_remove_takes_file_and_line(make: Make) -> None:
    home = claude(make)
    home.edit(topics.remove, "deploys", None, ME)
    assert not (home.folder / FOLDER / "deploys.md").exists()
    assert home.read(f"{FOLDER}/MEMORY.md") == INDEX.replace("- [Deploys](deploys.md) — when and how\n".encode(), b"")


def test_removing_one_records_no_outside_edit_of_another(make: Make) -> None:
    home = claude(make)
    (home.folder / FOLDER / "cache-keys.md").write_bytes(b"changed by hand\n")
    assert home.edit(topics.remove, "deploys", SHOP, ME).external is None
    assert home.edit(topics.remove, "cache-keys", None, ME).external is not None


def test_nobody_unwatched_takes_the_last(make: Make) -> None:
    home, actor = claude(make), Actor(Origin.DREAM)
    home.edit(topics.remove, "deploys", SHOP, actor)
    with pytest.raises(Refused, match="the last topic"):
        home.edit(topics.remove, "cache-keys", SHOP, actor)


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", ".x", "MEMORY", "a\0b", "", "a\\b"])
def test_names_that_no_topic_can_have(make: Make, name: str) -> None:
    with pytest.raises(UsageError):
        claude(make).edit(topics.write, name, SHOP, Draft("x"), ME)


@pytest.mark.parametrize("project", ["../x", "a/b", "..", "", None])
def test_projects_that_cannot_be(make: Make, project: str | None) -> None:
    with pytest.raises(UsageError):
        claude(make).edit(topics.write, "x", project, Draft("x"), ME)


@pytest.mark.parametrize("draft", [Draft(), Draft("  "), Draft("x", type="mood")])
def test_drafts_that_make_no_topic(make: Make, draft: Draft) -> None:
    with pytest.raises(UsageError):
        claude(make).edit(topics.write, "x", SHOP, draft, ME)


def test_secrets_in_text_and_description(make: Make) -> None:
    home, secret = claude(make), "AKIA" + "QWERTYUIOPASDF12"
    for draft in (Draft(secret), Draft("x", secret), Draft("x", hook=secret)):
        with pytest.raises(Refused, match="secret/"):
            home.edit(topics.write, "x", SHOP, draft, ME)


def test_a_file_that_is_not_text_is_left_alone(make: Make) -> None:
    home = claude(make, **{"odd.md": b"caf\xe9"})
    with pytest.raises(SystemRefused, match=r"odd\.md"):
        home.edit(topics.write, "odd", SHOP, Draft("x"), ME)
    assert home.read(f"{FOLDER}/odd.md") == b"caf\xe9"


def test_our_own_home_has_topics_without_a_project(make: Make) -> None:
    home = make("memgit")
    home.edit(topics.write, "tools", None, Draft("use uv"), ME)
    home.edit(topics.write, "tools", "shop", Draft("use pnpm"), ME)
    assert home.read("topics/MEMORY.md") == b"- [tools](tools.md)\n"
    found = topics.listing(home.reader())
    assert [(item.name, item.project) for item in found] == [("tools", ""), ("tools", "shop")]
    with pytest.raises(UsageError) as caught:
        topics.find(home.reader(), "tools")
    assert caught.value.details["candidates"] == ["topics/tools.md", "projects/shop/topics/tools.md"]


def test_the_topic_of_no_project_can_be_named_beside_one_of_a_project(make: Make) -> None:
    home = make("memgit", {"topics/style.md": b"short\n", "projects/p/topics/style.md": b"long\n"})
    with pytest.raises(UsageError) as caught:
        topics.find(home.reader(), "style")
    assert "it could be: topics/style.md (--project '')" in caught.value.hints
    assert topics.find(home.reader(), "style", "").path == "topics/style.md"
    home.edit(topics.write, "style", "", Draft("shorter"), ME)
    assert home.read("topics/style.md") == b"shorter\n"
    home.edit(topics.remove, "style", "", ME)
    assert [item.path for item in topics.listing(home.reader())] == ["projects/p/topics/style.md"]
    with pytest.raises(NotFound) as missing:
        topics.find(home.reader(), "nowhere")
    assert missing.value.hints == ("memgit topic list",)


def test_homes_without_topics(make: Make) -> None:
    with pytest.raises(NotFound, match="has no topics"):
        topics.listing(make("hermes").reader())
