from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memgit import layouts
from memgit.errors import SystemRefused
from memgit.index.areas import Area, area_of
from memgit.index.documents import Draft, Unit, decode, documents

HERMES, PI, CLAUDE, OWN = (layouts.get(name) for name in ("hermes", "pi-hermes", "claude", "memgit"))
HEAD = b"---\nname: release\ndescription: Cut a release\n---\n\n# Release\n\nDo it.\n"


def drafts(layout: object, path: str, data: bytes | None, owner: str = "") -> list[Draft]:
    assert isinstance(layout, type(HERMES))
    place = layout.place(path)
    assert place is not None
    return documents(layout, path, place, data, owner)


def lines(found: list[Draft]) -> list[tuple[str, int]]:
    return [(draft.text, draft.line) for draft in found]


def test_entries() -> None:
    assert drafts(HERMES, "memories/MEMORY.md", "uses uv\n§\n答复\n用中文".encode()) == [
        Draft(Unit("memories/MEMORY.md\n0", "memory", "memory", n=0), Area.MEMORY, "uses uv", 1, "", "uses uv"),
        Draft(
            Unit("memories/MEMORY.md\n1", "memory", "memory", n=1), Area.MEMORY, "答复\n用中文", 3, "", "答复\n用中文"
        ),
    ]


def test_an_entry_that_is_a_part_of_the_one_before_has_a_line_of_its_own() -> None:
    assert lines(drafts(HERMES, "memories/USER.md", "abc\n§\nb\n§\nc".encode())) == [("abc", 1), ("b", 3), ("c", 5)]


def test_an_entry_says_its_day_and_its_project() -> None:
    data = b"prices <!-- created=2026-08-01, last=2026-08-09 -->"
    [draft] = drafts(PI, "projects-memory/shop/MEMORY.md", data)
    assert draft.unit == Unit("projects-memory/shop/MEMORY.md\n0", "project", "shop", "shop", n=0)
    assert (draft.text, draft.dated) == ("prices", datetime(2026, 8, 9, tzinfo=UTC))
    [odd] = drafts(PI, "pi-hermes-memory/MEMORY.md", b"prices <!-- created=x, last=2026-99-99 -->")
    assert odd.dated is None


def test_an_enormous_entry_is_in_pieces_of_one_thing() -> None:
    found = drafts(HERMES, "memories/MEMORY.md", b"word " * 10_000)
    assert len(found) == 3
    assert len({draft.unit for draft in found}) == 1
    assert "".join(draft.text for draft in found) == ("word " * 10_000).strip()


def test_rules() -> None:
    found = drafts(OWN, "memory/STANDING.md", b"# Rules\n\n- always test\n- never push\n")
    assert [(draft.text, draft.line, draft.unit.n) for draft in found] == [("always test", 3, 0), ("never push", 4, 1)]
    assert {draft.unit.kind for draft in found} == {"standing"}


def test_a_skill_is_what_it_says_of_itself_and_what_is_in_it() -> None:
    found = drafts(HERMES, "skills/release/SKILL.md", HEAD, "skills/release")
    assert [(draft.area, draft.text) for draft in found] == [
        (Area.HEADS, "name: release\ndescription: Cut a release"),
        (Area.BODIES, "# Release\n\nDo it."),
    ]
    assert {draft.unit for draft in found} == {Unit("skills/release", "skill", "release")}


def test_a_skill_with_another_name_is_found_by_its_folder_too() -> None:
    found = drafts(HERMES, "skills/dev/cut/SKILL.md", HEAD, "skills/dev/cut")
    assert (found[0].area, found[0].text) == (Area.HEADS, "cut")
    assert found[0].unit.name == "release"


@pytest.mark.parametrize("data", [None, b"", b"\0\0", b"---\nname: x\nnever closed", b"no front", b"\xff\xfe\0"])
def test_a_skill_always_has_something_that_gives_it_its_name(data: bytes | None) -> None:
    found = drafts(HERMES, "skills/x/SKILL.md", data, "skills/x")
    assert found
    assert all(draft.unit == Unit("skills/x", "skill", "x") for draft in found)


def test_a_file_of_a_skill_is_found_by_its_name_even_if_it_is_binary() -> None:
    for data in (None, b"a\0b"):
        [draft] = drafts(HERMES, "skills/x/scripts/run.bin", data, "skills/x")
        assert (draft.area, draft.text, draft.unit.leads) == (Area.BODIES, "scripts/run.bin", False)


def test_an_archived_skill_and_one_of_a_project() -> None:
    [first, *_] = drafts(HERMES, "skills/.archive/x/a.md", b"a", "skills/.archive/x")
    assert first.unit == Unit("skills/.archive/x", "skill", "x", archived=True, leads=False)
    path = "projects-memory/shop/skills/x/a.md"
    assert drafts(PI, path, b"a", path[:-5])[0].unit.project == "shop"


def test_topics_categories_and_bundles_are_whole() -> None:
    [topic] = drafts(CLAUDE, "projects/-home-me/memory/prices.md", b"# Prices\n\nCents.")
    assert topic.unit == Unit("projects/-home-me/memory/prices.md", "topic", "-home-me", "-home-me")
    [category] = drafts(HERMES, "skills/dev/DESCRIPTION.md", b"For developers")
    assert (category.area, category.unit.kind, category.unit.name) == (Area.HEADS, "category", "dev")
    [bundle] = drafts(HERMES, "skill-bundles/review.yaml", b"name: review")
    assert (bundle.area, bundle.unit.kind, bundle.unit.name) == (Area.HEADS, "bundle", "review")


def test_what_holds_no_knowledge() -> None:
    assert drafts(HERMES, "skills/.usage.json", b"{}") == []
    assert drafts(HERMES, "memgit.yaml", b"enabled: true") == []
    for data in (None, b"", "\n§\n".encode()):
        assert drafts(HERMES, "memories/MEMORY.md", data) == []


def test_a_stray_nul_hides_nothing() -> None:
    [entry] = drafts(HERMES, "memories/MEMORY.md", b"uses uv\0 for packages")
    assert entry.text == "uses uv  for packages"
    found = drafts(HERMES, "skills/x/SKILL.md", b"---\nname: y\n---\nbody with a \0 in it\n", "skills/x")
    assert [draft.text for draft in found if draft.area is Area.BODIES] == ["body with a   in it"]
    assert found[0].unit.name == "y"


def test_memory_that_is_no_text_is_refused() -> None:
    with pytest.raises(SystemRefused, match="binary"):
        drafts(HERMES, "memories/MEMORY.md", b"a\0b")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("缓存".encode(), "缓存"),
        (b"\xef\xbb\xbfa", "a"),
        ("缓存".encode("utf-16"), "缓存"),
        (b"\xfe\xff\x7f\x13", "缓"),
        (b"\xff\xfe\x00", "�"),
        ("\ufeffé".encode("latin-1", "ignore"), "�"),
        (b"a" * 9_000 + b"\0b", "a" * 9_000 + " b"),
        (b"", ""),
    ],
)
def test_bytes_become_text(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize("area", Area)
def test_the_id_of_a_content_tells_its_area(area: Area) -> None:
    assert area_of(area.first) == area_of(area.last) == area
    assert area_of(area.last + 1) != area if area is not Area.MEMORY else True
