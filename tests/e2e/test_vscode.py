"""The extension for VS Code is type-checked, built and packaged by npm, from what `memgit editor install` writes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from support.cli import run


def test_it_is_built_and_packaged(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("no npm here")
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": ""}
    assert run("editor", "install", "vscode", env=env).code == 0
    folder = tmp_path / "data/memgit/editors/vscode"
    npm = {"cwd": folder, "env": {**os.environ, "HOME": str(tmp_path)}, "capture_output": True, "text": True}
    installed = subprocess.run(["npm", "install", "--no-audit", "--no-fund"], check=False, **npm)  # type: ignore[call-overload]
    if installed.returncode:
        pytest.skip(f"npm cannot install: {installed.stderr[-300:]}")
    packaged = subprocess.run(["npm", "run", "package"], check=False, **npm)  # type: ignore[call-overload]
    assert packaged.returncode == 0, packaged.stdout + packaged.stderr
    with zipfile.ZipFile(folder / "memgit.vsix") as vsix:
        names = set(vsix.namelist())
        manifest = json.loads(vsix.read("extension/package.json"))
        assert b"memgit" in vsix.read("extension/dist/extension.js")
    assert "extension/package.json" in names
    assert manifest["main"] == "./dist/extension.js"
    assert manifest["contributes"]["configuration"]["properties"]["memgit.command"]["default"].endswith("memgit-lsp")
