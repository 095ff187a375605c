"""Real skills in an editor: the findings of the command, and an answer to every question at every place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli import run
from support.homes import shared_data
from support.lsp_client import Client

AT_A_PLACE = ("hover", "completion", "definition", "prepareRename")
OF_A_DOCUMENT = ("documentSymbol", "foldingRange", "documentLink", "codeLens", "semanticTokens/full")


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client() as client:
        client.initialize()
        yield client
        assert client.end() == 0
        assert b"".join(client.errors).decode() == ""


def skills() -> list[Path]:
    try:
        return sorted(shared_data("skills").rglob("SKILL.md"))
    except pytest.skip.Exception:
        return []


@pytest.mark.parametrize("path", skills(), ids=lambda path: path.parent.name)
def test_a_real_skill(client: Client, path: Path) -> None:
    uri = client.open(path)
    told = [(one["code"], one["range"]["start"]["line"] + 1) for one in client.diagnostics(uri)]
    listed = run("lint", str(path), "--json").json["items"]
    assert told == [(one["code"], one["line"]) for one in listed]
    document = {"textDocument": {"uri": uri}}
    lines = path.read_text("utf-8").split("\n")
    for line in sorted({0, 1, 2, 3, len(lines) // 2, len(lines) - 1}):
        for column in (0, len(lines[min(line, len(lines) - 1)])):
            place = {"line": line, "character": column}
            for method in AT_A_PLACE:
                client.ask(f"textDocument/{method}", {**document, "position": place})
            spot = {"start": place, "end": place}
            client.ask("textDocument/codeAction", {**document, "range": spot, "context": {"diagnostics": []}})
    for method in OF_A_DOCUMENT:
        client.ask(f"textDocument/{method}", document)
    whole: dict[str, Any] = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
    client.ask("textDocument/inlayHint", {**document, "range": whole})
    client.ask("textDocument/selectionRange", {**document, "positions": [whole["start"]]})
    client.ask("textDocument/formatting", {**document, "options": {"tabSize": 2, "insertSpaces": True}})
    client.notify("textDocument/didClose", document)
