"""Where memgit's own files are."""

from __future__ import annotations

from pathlib import Path

import pytest

from memgit.paths import cache_folder, crash_folder, key_folder

HOME = {"HOME": "/home/me"}


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        (HOME, "/home/me/.cache/memgit"),
        ({**HOME, "XDG_CACHE_HOME": "/var/c"}, "/var/c/memgit"),
        ({**HOME, "XDG_CACHE_HOME": "c"}, "/home/me/.cache/memgit"),
        ({**HOME, "XDG_CACHE_HOME": ""}, "/home/me/.cache/memgit"),
    ],
)
def test_the_cache_is_where_the_base_directory_specification_says(environ: dict[str, str], folder: str) -> None:
    assert cache_folder(environ) == Path(folder)


def test_state_and_keys_are_elsewhere() -> None:
    assert crash_folder(HOME) == Path("/home/me/.local/state/memgit/crashes")
    assert key_folder(HOME) == Path("/home/me/.local/share/memgit/keys")
