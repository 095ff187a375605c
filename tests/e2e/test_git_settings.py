"""What the person's own git settings ask for changes nothing of what memgit keeps."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run
from support.homes import sample_home
from support.snapshot import assert_clean, git

MEMORY = "memories/MEMORY.md"
SETTINGS = """
[core]
    autocrlf = true
    safecrlf = true
    splitIndex = true
    attributesFile = {attributes}
    hooksPath = {hooks}
[commit]
    gpgSign = true
[filter "upper"]
    clean = tr a-z A-Z
    required = true
"""


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with settings that convert, sign and refuse whatever git does."""
    folder = tmp_path / "person"
    hooks = folder / "hooks"
    hooks.mkdir(parents=True)
    for name in ("pre-commit", "reference-transaction", "post-index-change"):
        (hooks / name).write_text("#!/bin/sh\nexit 1\n")
        (hooks / name).chmod(0o755)
    attributes = folder / "attributes"
    attributes.write_text("*.md text eol=crlf ident filter=upper working-tree-encoding=UTF-16\n")
    (folder / ".gitconfig").write_text(SETTINGS.format(attributes=attributes, hooks=hooks))
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return folder


def test_bytes_are_kept_whatever_settings_say(person: Path, tmp_path: Path) -> None:
    home = sample_home("hermes", tmp_path / "home", store=False)
    data = b"$Id$ one\r\n\xc2\xa7\r\n$Id: 1$ two\r\n"
    (home / MEMORY).write_bytes(data)
    (home / "skills/pr-triage/.gitattributes").write_text("*.md text eol=lf ident filter=upper\n")
    assert run("init", str(home)).code == 0
    assert git(home, "show", f"HEAD:{MEMORY}").encode() == data
    assert_clean(home)
    for words in (("memory", "add", "three"), ("archive", "pr-triage"), ("restore", "pr-triage"), ("commit",)):
        git(home, "status")
        done = run(*words, home=home, env={"HOME": str(person)})
        assert done.code == 0, done.stderr
        assert_clean(home)


def test_a_split_index_is_told(tmp_path: Path) -> None:
    home = sample_home("hermes", tmp_path / "home")
    git(home, "config", "core.splitIndex", "true")
    git(home, "update-index", "--split-index")
    done = run("memory", "add", "one more", home=home)
    assert done.code == 8
    assert "split" in done.stderr
    git(home, "config", "core.splitIndex", "false")
    git(home, "update-index", "--no-split-index")
    assert run("memory", "add", "one more", home=home).code == 0
    assert_clean(home)
