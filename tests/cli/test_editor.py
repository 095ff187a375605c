"""`memgit editor install` and `memgit lsp`: what is written, shown, left alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_DATA_HOME": str(tmp_path / "data")}


WRITTEN = {
    "neovim": ["config/nvim/plugin/memgit.lua"],
    "vim": [".vim/plugin/memgit.vim"],
    "emacs": [".emacs.d/init.el", ".emacs.d/memgit-lsp.el"],
    "helix": ["config/helix/languages.toml"],
    "kate": ["config/kate/lspclient/settings.json"],
    "vscode": [
        f"data/memgit/editors/vscode/{name}"
        for name in (".vscodeignore", "README.md", "package.json", "src/extension.ts", "tsconfig.json")
    ],
    "zed": [f"data/memgit/editors/zed/{name}" for name in ("Cargo.toml", "extension.toml", "src/lib.rs")],
}


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("name", WRITTEN)
def test_it_is_shown_and_written_and_written_once(name: str, env: dict[str, str], tmp_path: Path) -> None:
    shown = run("editor", "install", name, "--dry-run", env=env)
    assert (shown.code, files(tmp_path)) == (0, [])
    assert "would be written" in shown.stdout
    done = run("editor", "install", name, env=env)
    assert (done.code, files(tmp_path)) == (0, sorted(WRITTEN[name]))
    text = b"".join((tmp_path / path).read_bytes() for path in WRITTEN[name])
    assert b"memgit-lsp" in text
    assert b"@COMMAND@" not in text
    before = {path: (tmp_path / path).stat().st_mtime_ns for path in WRITTEN[name]}
    again = run("editor", "install", name, "--json", env=env)
    assert [one["changed"] for one in again.json["files"]] == [False] * len(WRITTEN[name])
    assert {path: (tmp_path / path).stat().st_mtime_ns for path in WRITTEN[name]} == before


def test_a_persons_lines_stay_as_they_are(env: dict[str, str], tmp_path: Path) -> None:
    init = tmp_path / ".emacs.d/init.el"
    init.parent.mkdir()
    own = b";; mine \r\n(setq caf\xe9 1)"
    init.write_bytes(own)
    init.chmod(0o600)
    assert run("editor", "install", "emacs", env=env).code == 0
    assert init.read_bytes().startswith(own + b"\n\n;; memgit: begin\n")
    assert init.stat().st_mode & 0o777 == 0o600
    init.write_bytes(init.read_bytes().replace(b"memgit-lsp", b"an older line") + b"(more)\n")
    assert run("editor", "install", "emacs", env=env).code == 0
    text = init.read_bytes()
    assert (text.startswith(own), text.endswith(b";; memgit: end\n(more)\n"), text.count(b"memgit: begin")) == (
        True,
        True,
        1,
    )


def test_what_stands_in_the_way_is_told(env: dict[str, str], tmp_path: Path) -> None:
    helix = tmp_path / "config/helix/languages.toml"
    helix.parent.mkdir(parents=True)
    helix.write_text('[[language]]\nname = "markdown"\n')
    done = run("editor", "install", "helix", env=env)
    assert done.code == 4
    assert 'add "memgit" to its language-servers' in done.stderr
    assert helix.read_text() == '[[language]]\nname = "markdown"\n'


def test_other_servers_of_kate_stay(env: dict[str, str], tmp_path: Path) -> None:
    settings = tmp_path / "config/kate/lspclient/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{\n  "servers": {\n    "python": {"command": ["pylsp"]}\n  }\n}\n')
    assert run("editor", "install", "kate", env=env).code == 0
    servers = json.loads(settings.read_text())["servers"]
    assert (servers["python"], sorted(servers)) == ({"command": ["pylsp"]}, ["markdown", "python"])
    settings.write_text('{"servers": {"markdown": {"command": ["marksman"]}}}')
    assert run("editor", "install", "kate", env=env).code == 4


def test_an_editor_that_is_not_known(env: dict[str, str]) -> None:
    done = run("editor", "install", "ed", env=env)
    assert done.code == 2
    assert "memgit editor install neovim" in done.stderr
