"""Every layout tracks exactly its roles, never what is unwanted, and git sees the same."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest
from contract.layouts.homes import TRACKED, folders, untracked
from hypothesis import given
from hypothesis import strategies as st
from support.unwanted import FILES, FOLDERS, IN_FOLDERS, UNWANTED

from memgit import layouts
from memgit.layouts import deny
from memgit.model.layout import Layout, Role

NAMES = tuple(layouts.LAYOUTS)


@pytest.fixture(params=NAMES)
def layout(request: pytest.FixtureRequest) -> Layout:
    return layouts.get(request.param)


def test_every_layout_is_in_the_suite() -> None:
    assert set(TRACKED) == set(NAMES)


def test_the_roles_of_a_home_are_tracked(layout: Layout) -> None:
    expected = TRACKED[layout.name]
    assert {path: layout.place(path) for path in expected} == expected


def test_nothing_else_is_tracked(layout: Layout) -> None:
    assert [path for path in untracked(layout.name) if layout.place(path)] == []


@pytest.mark.parametrize("kind", UNWANTED)
def test_unwanted_files_are_tracked_nowhere(layout: Layout, kind: str) -> None:
    planted = [f"{folder}/{name}".lstrip("/") for folder in folders(layout.name) for name in UNWANTED[kind]]
    assert [path for path in planted if layout.place(path)] == []


@pytest.mark.parametrize("kind", FOLDERS)
def test_nothing_in_an_unwanted_folder_is_tracked(layout: Layout, kind: str) -> None:
    for folder in folders(layout.name):
        for name in FOLDERS[kind]:
            inside = f"{folder}/{name}".lstrip("/")
            assert not layout.enters(inside)
            assert not any(layout.place(f"{inside}/{file}") for file in ("SKILL.md", "MEMORY.md", "x/notes.md"))


@pytest.mark.parametrize(
    "path",
    [
        *(
            "",
            "/",
            ".",
            "..",
            "/etc/passwd",
            "../memgit.yaml",
            "skills/../memgit.yaml",
            "./memgit.yaml",
            "memgit.yaml/",
        ),
        *(
            "skills//x/SKILL.md",
            "skills/./x/SKILL.md",
            "skills\\x\\SKILL.md",
            "skills/x/\0",
            "skills/",
            "C:\\memgit.yaml",
        ),
    ],
)
def test_a_path_that_is_not_plain_is_no_place(layout: Layout, path: str) -> None:
    assert layout.place(path) is None


def test_a_git_folder_by_another_spelling_is_not_tracked(layout: Layout) -> None:
    for pattern in layout.skills_roots:
        root = pattern.replace("*", "shop")
        for name in (".git", ".GIT", ".Git", "git~1", ".git.", ".git ", ".g\u200cit", ".git::$INDEX_ALLOCATION"):
            assert layout.place(f"{root}/x/{name}/config") is None
            assert layout.place(f"{root}/x/{name}") is None


def test_a_walk_that_prunes_finds_everything(layout: Layout, tmp_path: Path) -> None:
    plant(tmp_path, [*TRACKED[layout.name], *untracked(layout.name), *IN_FOLDERS])
    found = set()
    for folder, inner, names in os.walk(tmp_path):
        below = "" if Path(folder) == tmp_path else Path(folder).relative_to(tmp_path).as_posix()
        found |= {f"{below}/{name}".lstrip("/") for name in names}
        inner[:] = [name for name in inner if layout.enters(f"{below}/{name}".lstrip("/"))]
    assert {path for path in found if layout.place(path)} == set(TRACKED[layout.name])


def test_roots_hold_everything(layout: Layout) -> None:
    for path in TRACKED[layout.name]:
        assert any(path == root or path.startswith(f"{root}/") for root in layout.roots)


def test_the_paths_a_layout_names_are_places_of_their_role(layout: Layout) -> None:
    for target, path in layout.files.items():
        assert layout.classify(path) is not None
        assert layout.classify(path).role.value == target  # type: ignore[union-attr]
    patterns = {
        Role.PROJECT: layout.project_file,
        Role.USAGE: layout.usage,
        Role.TOPIC: layout.topics and f"{layout.topics}/x.md",
        Role.BUNDLE: layout.bundles and f"{layout.bundles}/x.yaml",
        Role.SKILL: layout.skills_roots and f"{layout.skills_roots[0]}/x/SKILL.md",
        Role.ARCHIVE: layout.skills_roots and f"{layout.skills_roots[0]}/.archive/x/SKILL.md",
    }
    for role, pattern in patterns.items():
        if pattern:
            place = layout.place(pattern.replace("{name}", "shop"))
            assert place is not None
            assert place.role is role
    if layout.project_topics:
        place = layout.place(layout.project_topics.replace("{name}", "shop") + "/x.md")
        assert place is not None
        assert (place.role, place.name) == (Role.TOPIC, "shop")


def test_every_budget_is_of_a_store_the_home_has(layout: Layout) -> None:
    assert set(layout.budgets) <= {*layout.files, "project"}


SEGMENTS = sorted(
    {part for paths in TRACKED.values() for path in paths for part in path.split("/")}
    | {part for name in NAMES for path in untracked(name) for part in path.split("/")}
    | {*FILES, *(folder for group in FOLDERS.values() for folder in group), "..", ".", "", "a.md", "x", "Skills"}
)


def test_plain_git_sees_what_is_tracked(layout: Layout, tmp_path: Path) -> None:
    crowd = [f"{folder}/{name}".lstrip("/") for folder in folders(layout.name) for name in (*FILES, *IN_FOLDERS)]
    beside = [path for path in untracked(layout.name) if not path.startswith(".git/")]
    plant(tmp_path, [*TRACKED[layout.name], *beside, *crowd])
    assert seen_by_git(tmp_path, layout) == set(TRACKED[layout.name])


def test_plain_git_agrees_on_any_path(layout: Layout, tmp_path: Path) -> None:
    chance = random.Random(layout.name)
    names = [name for name in SEGMENTS if name not in ("", ".", "..", ".git")]
    starts = folders(layout.name)
    for _ in range(600):
        parts = [chance.choice(starts), *chance.choices(names, k=chance.randint(1, 3))]
        plant(tmp_path, ["/".join(parts).lstrip("/")])
    planted = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert seen_by_git(tmp_path, layout) == {path for path in planted if layout.place(path)}


@given(st.sampled_from(NAMES), st.lists(st.sampled_from(SEGMENTS), min_size=1, max_size=6))
def test_what_is_tracked_is_never_denied_and_always_reached(name: str, parts: list[str]) -> None:
    layout, path = layouts.get(name), "/".join(parts)
    if layout.place(path) is None:
        return
    assert not deny.unclean(path)
    assert not deny.denied(path) or path == layout.usage
    assert all(layout.enters("/".join(parts[:end])) for end in range(len(parts)))


def plant(home: Path, paths: list[str]) -> None:
    """Make every file that can be made: a name that is a folder already is left out."""
    for path in paths:
        file = home / path
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"# {path}", encoding="utf-8")
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            continue


def git(home: Path, *words: str) -> str:
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(["git", *words], cwd=home, env=environment, capture_output=True, check=True)
    return done.stdout.decode()


def seen_by_git(home: Path, layout: Layout) -> set[str]:
    """What `git add --all` takes in a new repository."""
    git(home, "init", "--quiet")
    exclude = "".join(f"{line}\n" for line in layouts.exclude_lines(layout))
    (home / ".git/info/exclude").write_text(exclude, encoding="utf-8")
    git(home, "add", "--all")
    return set(git(home, "ls-files", "-z").split("\0")) - {""}
