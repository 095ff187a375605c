"""Packs of our own making, read back by git."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pygit2
from hypothesis import given, settings
from hypothesis import strategies as st

from memgit.repo.bulk import Bulk


@settings(max_examples=25, deadline=None)
@given(st.lists(st.binary(max_size=3000), min_size=1, max_size=30))
def test_git_reads_what_was_packed(contents: list[bytes]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        git_dir = pygit2.init_repository(folder, bare=True).path
        bulk = Bulk(git_dir)
        ids = [bulk.repo.create_blob(content) for content in contents]
        builder = bulk.repo.TreeBuilder()
        for n, oid in enumerate(ids):
            builder.insert(f"{n:03}", oid, pygit2.enums.FileMode.BLOB)
        tree = builder.write()
        bulk.write()
        repo = pygit2.Repository(git_dir)
        assert [repo[item.id].data for item in repo[tree].peel(pygit2.Tree)] == contents
        done = subprocess.run(
            ["git", "--git-dir", git_dir, "fsck", "--strict", "--no-dangling", str(tree)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_nothing_new_makes_no_pack(tmp_path: Path) -> None:
    git_dir = pygit2.init_repository(str(tmp_path), bare=True).path
    Bulk(git_dir).write()
    assert not list((Path(git_dir) / "objects" / "pack").iterdir())
