from __future__ import annotations

import pytest
from support.unwanted import FILES, FOLDERS

from memgit.layouts import deny


@pytest.mark.parametrize("name", [name for name in FILES if "\\" not in name])
def test_an_unwanted_file_is_denied_at_any_depth(name: str) -> None:
    assert deny.denied(name)
    assert deny.denied(f"skills/x/{name}")


@pytest.mark.parametrize("name", [name for group in FOLDERS.values() for name in group])
def test_what_is_below_an_unwanted_folder_is_denied(name: str) -> None:
    assert deny.folder_denied(name)
    assert deny.denied(f"skills/{name}/deep/SKILL.md")


@pytest.mark.parametrize(
    "path",
    [
        *("MEMORY.md", "skills/x/SKILL.md", "skills/environment.md", "skills/x/keys.md", "skills/x/monkey.py"),
        *("skills/x/tokens/a.json", "skills/credentials/SKILL.md", "skills/x/locks.md", "skills/x/db.md", "a/tmp/b.md"),
        *("skills/x/design-tokens.css", "skills/x/.gitignore", "skills/x/.github/ci.yml", "skills/x/.gitattributes"),
    ],
)
def test_ordinary_names_are_not_denied(path: str) -> None:
    assert not deny.denied(path)


@pytest.mark.parametrize("name", deny.ALLOWED)
def test_the_lock_file_of_a_package_is_a_file_of_the_skill(name: str) -> None:
    assert not deny.denied(f"skills/x/{name}")
    assert deny.folder_denied(f"skills/x/{name}")


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        ("*.pem", "*.[pP][eE][mM]"),
        (".nfs[0-9]*", ".[nN][fF][sS][0-9]*"),
        ("#x", "\\#[xX]"),
        (".env*", ".[eE][nN][vV]*"),
    ],
)
def test_a_line_for_git_matches_any_case(pattern: str, line: str) -> None:
    assert deny.git_pattern(pattern) == line


@pytest.mark.parametrize("path", ["", "/a", "a/", "a//b", "./a", "a/./b", "a/../b", "..", ".", "a\\b", "a\0b"])
def test_paths_that_are_not_plain(path: str) -> None:
    assert deny.unclean(path)


@pytest.mark.parametrize("path", ["a", "a/b", ".a/b", "...", "a/..b", "a b/c", "文/档"])
def test_paths_that_are_plain(path: str) -> None:
    assert not deny.unclean(path)
