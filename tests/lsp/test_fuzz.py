"""A client that makes no sense: the server answers each request once, or ends cleanly; it never writes a file."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import pytest
from support.homes import sample_home
from support.lsp_client import Client

MESSAGES = 5_000
SEEDS = 4
"""Twenty thousand in all."""

METHODS = [
    *"workspace/diagnostic workspace/symbol workspace/executeCommand initialize $/odd".split(),
    *(
        f"textDocument/{name}"
        for name in (
            "hover completion codeAction definition references documentLink prepareRename rename inlayHint codeLens"
            " documentSymbol foldingRange selectionRange semanticTokens/full formatting diagnostic odd"
        ).split()
    ),
]
TOLD = (
    "textDocument/didOpen textDocument/didChange textDocument/didClose textDocument/didSave initialized $/cancelRequest"
    " workspace/didChangeConfiguration workspace/didChangeWatchedFiles workspace/didChangeWorkspaceFolders $/setTrace"
    " window/workDoneProgress/cancel $/odd odd"
).split()
WORDS = [
    "---\n", "name: ", "deploy-check", "description: ", "\n", "\r\n", "§\n", "缓存", "🙂", "[a](b.md)", "## P\n",
    "\u2028", "- ", ": ", "\t", "*", "&x", "```\n", "<!-- ", "\x00", "\ud800", "x" * 500,
]  # fmt: skip
JUNK: list[Any] = [None, True, -1, 2**40, 1.5, "", "x", [], {}, [None], {"a": {}}]


class Chaos:
    """Makes messages, some of which make sense."""

    def __init__(self, seed: int, home: Path) -> None:
        self.chance = random.Random(seed)
        names = ("skills/deploy-check/SKILL.md", "memories/MEMORY.md", "nowhere/SKILL.md", "memgit.yaml")
        self.uris = [(home / name).as_uri() for name in names] + [
            "untitled:x",
            "http://a/b",
            "",
            "file:///%zz",
            "file://",
        ]

    def text(self) -> str:
        return "".join(self.chance.choices(WORDS, k=self.chance.randint(0, 20)))

    def place(self) -> Any:
        if self.chance.random() < 0.05:
            return self.chance.choice(JUNK)
        return {
            "line": self.chance.choice([0, 1, 2, 5, 99, 2**31 - 1]),
            "character": self.chance.choice([0, 1, 7, 999]),
        }

    def range(self) -> Any:
        return self.chance.choice(JUNK) if self.chance.random() < 0.05 else {"start": self.place(), "end": self.place()}

    def params(self) -> Any:
        if self.chance.random() < 0.1:
            return self.chance.choice(JUNK)
        uri = self.chance.choice(self.uris)
        change = self.chance.choice([{"text": self.text()}, {"range": self.range(), "text": self.text()}])
        every: dict[str, Any] = {
            "textDocument": {
                "uri": uri,
                "version": self.chance.randint(0, 9),
                "languageId": "markdown",
                "text": self.text(),
            },
            "position": self.place(),
            "range": self.range(),
            "positions": [self.place()],
            "context": {"diagnostics": [], "includeDeclaration": True},
            "newName": self.chance.choice(["fine", "Not Fine", "", "../x"]),
            "options": {"tabSize": 2, "insertSpaces": True},
            "contentChanges": [change] * self.chance.randint(0, 2),
            "previousResultIds": [],
            "query": self.text()[:30],
            "command": self.chance.choice(["memgit.log", "memgit.diff", "memgit.search", "memgit.reviewLast", "odd"]),
            "arguments": self.chance.choice([[], [uri], [{"uri": uri, "query": "x"}], [3]]),
            "settings": self.chance.choice([*JUNK, {"memgit": {"profile": self.chance.choice(JUNK)}}]),
            "changes": [{"uri": uri, "type": 1}],
            "event": {"added": [{"uri": uri, "name": "a"}], "removed": []},
            "id": self.chance.randint(0, 99),
            "value": "off",
            "token": "x",
        }
        for key in self.chance.sample(sorted(every), self.chance.choice([0, 0, 0, 1, 3])):
            every[key] = self.chance.choice(JUNK)
        return every


@pytest.mark.parametrize("seed", range(SEEDS))
def test_nothing_a_client_sends_breaks_it(seed: int, tmp_path: Path) -> None:
    home = sample_home("hermes", tmp_path / "home")
    skill = home / "skills/deploy-check/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("---\nname: deploy-check\ndescription: a\n---\n\n# A\n\nb\n")
    before = bytes_of(home)
    chaos = Chaos(seed, home)
    with Client(env={"XDG_CACHE_HOME": str(tmp_path / "cache")}) as client:
        client.initialize(home)
        asked: list[int] = []
        for _ in range(MESSAGES):
            kind = chaos.chance.random()
            if kind < 0.45:
                asked.append(client.begin(chaos.chance.choice(METHODS), chaos.params()))
            elif kind < 0.9:
                client.notify(chaos.chance.choice(TOLD), chaos.params())
            elif kind < 0.97:
                client.send(
                    chaos.chance.choice(
                        [*JUNK, {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "id": 1, "result": chaos.params()}]
                    )
                )
            else:
                body = chaos.chance.randbytes(chaos.chance.randint(0, 40))
                client.send_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            if chaos.chance.random() < 0.05 and asked:
                client.notify("$/cancelRequest", {"id": chaos.chance.choice(asked)})
        for number in asked:
            answer = client.reply(number, 60)
            assert ("result" in answer) != ("error" in answer)
            assert answer.get("error", {}).get("code") != -32603, (answer, b"".join(client.errors).decode()[-3000:])
        assert client.end() == 0
    assert bytes_of(home) == before


def bytes_of(home: Path) -> dict[str, str]:
    """All files but memgit's own state, by what is in them."""
    return {
        path.relative_to(home).as_posix(): hashlib.sha1(path.read_bytes(), usedforsecurity=False).hexdigest()
        for path in sorted(home.rglob("*"))
        if path.is_file() and ".memgit" not in path.parts and ".git" not in path.parts
    }
