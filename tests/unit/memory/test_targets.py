"""Naming targets, and how full they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memgit import layouts
from memgit.errors import NotFound, UsageError
from memgit.memory.budget import usages
from memgit.memory.targets import Kind, Target, path_of, target

Make = Callable[..., Any]


@pytest.mark.parametrize(
    ("word", "project", "wanted"),
    [
        (None, None, Target()),
        ("user", None, Target(Kind.USER)),
        ("failure", None, Target(Kind.FAILURE)),
        ("failures", "shop", Target(Kind.FAILURE, "shop")),
        ("project", "shop", Target(Kind.PROJECT, "shop")),
        (None, "shop", Target(Kind.PROJECT, "shop")),
    ],
)
def test_targets(word: str | None, project: str | None, wanted: Target) -> None:
    assert target(word, project) == wanted


@pytest.mark.parametrize(
    ("word", "project"),
    [("projects", None), ("project", None), ("memory", "shop"), ("user", "shop"), ("", None)]
    + [("project", name) for name in ("", " ", "..", "../x", "a/b", "/x", "C:x", "a\\b", ".x", "a\nb", "x" * 201)],
)
def test_words_that_name_no_target(word: str, project: str | None) -> None:
    with pytest.raises(UsageError):
        target(word, project)


@pytest.mark.parametrize(
    ("layout", "wanted", "path"),
    [
        ("hermes", Target(Kind.USER), "memories/USER.md"),
        ("pi-hermes", Target(Kind.FAILURE), "pi-hermes-memory/failures.md"),
        ("pi-hermes", Target(Kind.PROJECT, "shop"), "projects-memory/shop/MEMORY.md"),
        ("memgit", Target(Kind.PROJECT, "店铺"), "projects/店铺/MEMORY.md"),
    ],
)
def test_paths(layout: str, wanted: Target, path: str) -> None:
    assert path_of(layouts.get(layout), wanted) == path


@pytest.mark.parametrize(
    ("layout", "wanted"),
    [("hermes", Target(Kind.FAILURE)), ("hermes", Target(Kind.PROJECT, "shop")), ("claude", Target())],
)
def test_a_home_that_lacks_a_target_points_elsewhere(layout: str, wanted: Target) -> None:
    with pytest.raises(NotFound) as caught:
        path_of(layouts.get(layout), wanted)
    assert any("memgit --home ~/.memgit memory" in hint for hint in caught.value.hints)


def test_usages_count_as_each_agent_does(make: Make) -> None:
    home = make(
        "pi-hermes",
        {
            "pi-hermes-memory/MEMORY.md": "🐟\n§\n鱼".encode(),
            "pi-hermes-memory/USER.md": b"\xff\xfe",
            "pi-hermes-memory/STANDING.md": b"# rules\n- one\n- two\n",
            "projects-memory/shop/MEMORY.md": b"x" * 60,
        },
    )
    found = {item.target: item for item in usages(home.folder, home.store.layout, {"project": 50})}
    assert {name: (item.chars, item.limit, item.percent, item.entries) for name, item in found.items()} == {
        "memory": (6, 5000, 0, 2),
        "user": (2, 5000, 0, 0),
        "failure": (0, 10000, 0, 0),
        "project:shop": (60, 50, 120, 1),
        "standing": (7, 2000, 0, 2),
    }
    assert found["memory"].unit == "utf-16 units"


def test_a_free_home_has_no_budgets(make: Make) -> None:
    home = make("claude", {"projects/x/memory/MEMORY.md": b"# x\n"})
    assert usages(home.folder, home.store.layout, {}) == ()
