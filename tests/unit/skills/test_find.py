"""Skills by name: what a lookup costs, and that the quick reading of a name is the full one."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.skill_home import SkillHome, skill_text

from memgit.errors import UsageError
from memgit.formats.skill import SkillHead
from memgit.home import walk as home_walk
from memgit.skills import archive, fronts
from memgit.skills import find as finding
from memgit.skills.find import find, folders_of, inside
from memgit.skills.fronts import front_of
from memgit.skills.writer import DiskTree

Make = Callable[..., SkillHome]

MANY = {f"skills/area-{n % 3}/skill-{n}/SKILL.md": skill_text(f"skill-{n}") for n in range(30)}

LINES = st.sampled_from(
    [
        "name: alpha",
        "name: yes",
        "name: null",
        "name: beta # why",
        "'name': gamma",
        '"na\\u006de": delta',
        "? name",
        ": epsilon",
        "  goes on",
        "- item",
        "description: a name: b",
        'description: "open',
        'closed"',
        "tags: [a, b",
        "]",
        "---",
        "--- ",
        "----",
        "...",
        "\t",
        "",
        "<<: *name",
    ]
)


@settings(max_examples=100, deadline=None)
@given(st.lists(LINES, max_size=6), st.sampled_from(["\n", "\n", "\r\n", "\r"]), st.sampled_from(["", "\n", " \n"]))
@example(["name: alpha", "description: x", "---"], "\n", "")
@example(["name: alpha", "---"], "\n", "\n")
def test_the_quick_reading_of_a_name_is_the_full_one(lines: list[str], newline: str, end: str) -> None:
    data = (newline.join(["---", "name: plain", *lines, "---"]) + end).encode()
    assert front_of(data) == SkillHead.parse(data).name


class Counted:
    """How often folders are listed, files opened and heads parsed."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.listed: Counter[str] = Counter()
        self.parsed = 0
        walk, parse = home_walk._walk, SkillHead.parse

        def walked(home: Any, layout: Any, path: str, *others: Any) -> Any:
            self.listed[path] += 1
            return walk(home, layout, path, *others)

        def counted(data: bytes) -> SkillHead:
            self.parsed += 1
            return parse(data)

        patch.setattr(home_walk, "_walk", walked)
        patch.setattr(fronts.SkillHead, "parse", counted)


def test_a_lookup_walks_once_and_parses_no_plain_head(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    home = make(MANY)
    counted = Counted(monkeypatch)
    tree = DiskTree(home.store)
    skill = find(tree, "skill-7")
    assert (skill.folder, skill.front, skill.alias) == ("skills/area-1/skill-7", "skill-7", None)
    assert finding.files_of(tree, skill) == ["SKILL.md"]
    assert counted.listed == {"skills": 1, skill.folder: 1}
    assert counted.parsed == 0


def test_an_archive_walks_the_home_once(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    home = make(MANY)
    counted = Counted(monkeypatch)
    home.edit(lambda writer, skill: archive.archive(writer, [skill]), "skill-7")
    assert counted.listed["skills"] == 1
    assert counted.parsed == 0


def test_places_are_asked_for_once_a_category(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    home = make({**MANY, "skills/flat/SKILL.md": skill_text("flat"), "skills/.archive/old/SKILL.md": skill_text("old")})
    tree = DiskTree(home.store)
    paths = tree.files("skills")
    asked: list[str] = []
    place = home.store.layout.place
    monkeypatch.setattr(type(home.store.layout), "place", lambda self, path: asked.append(path) or place(path))
    assert len(folders_of(tree)) == 31
    assert len(asked) == 3 + 1 + 1 < len(paths)


def test_several_skills_of_one_name_are_an_error_that_lists_them(make: Make) -> None:
    home = make({**MANY, "skills/other/SKILL.md": skill_text("skill-7")})
    with pytest.raises(UsageError) as caught:
        home.find("skill-7")
    assert caught.value.details["candidates"] == ["skills/area-1/skill-7", "skills/other"]
    assert home.find("area-1/skill-7").folder == "skills/area-1/skill-7"


def test_what_is_edited_is_seen_by_the_next_lookup(make: Make) -> None:
    home = make({**MANY, "skills/area-0/skill-0/inner/SKILL.md": skill_text("inner")})
    with home.writer() as writer:
        skill = find(writer, "skill-0")
        assert inside(writer, skill) == ["skills/area-0/skill-0/inner"]
        writer.change.remove("skills/area-0/skill-0/inner/SKILL.md")
        writer.change.write("skills/area-0/new/SKILL.md", skill_text("new").encode())
        assert inside(writer, skill) == []
        assert "skills/area-0/new" in folders_of(writer)
        writer.change.move(skill.folder, "skills/.archive/skill-0")
        assert skill.folder not in folders_of(writer)
        assert writer.files("skills/.archive") == ["skills/.archive/skill-0/SKILL.md"]
        assert os.path.exists(home.folder / skill.file)
