"""The language server beside a bare pygls server and yaml-language-server: start, key strokes, answers, a whole home.

All by one raw JSON-RPC client, in the same run. yaml-language-server is fetched by npm into a temporary folder and
checks the frontmatter as a YAML file of its own, by a schema of the keys: it reads no Markdown.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Queue
from typing import Any

from measure import MEMGIT, Figure, report, run, skills_home

EDITS = 500
SKILLS = 5_000
STARTS = 7
BARE = [sys.executable, str(Path(__file__).with_name("bare_pygls.py"))]
OURS = [sys.executable, "-m", "memgit_lsp"]
SCHEMA = {
    "type": "object",
    "required": ["name", "description"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z0-9-]{1,64}$"},
        "description": {"type": "string", "maxLength": 1024},
        "platforms": {"type": "array", "items": {"enum": ["linux", "macos", "windows"]}},
    },
}


class Peer:
    """A server and what it says, with the moment at which it says it."""

    def __init__(self, command: list[str], home: Path) -> None:
        self.started = time.perf_counter()
        env = {**os.environ, "XDG_CACHE_HOME": str(home.parent / "cache")}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env
        )
        self.home = home
        self.news: Queue[tuple[float, dict[str, Any]]] = Queue()
        self.number = 0
        threading.Thread(target=self.listen, daemon=True).start()

    def send(self, **message: Any) -> float:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin
        sent = time.perf_counter()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()
        return sent

    def listen(self) -> None:
        stream = self.process.stdout
        assert stream
        size = 0
        while line := stream.readline():
            if line == b"\r\n":
                message = json.loads(stream.read(size))
                moment = time.perf_counter()
                if "id" in message and "method" in message:
                    empty: Any = [None] if message["method"] == "workspace/configuration" else None
                    with suppress(OSError):  # it may have been killed
                        self.send(id=message["id"], result=empty)
                else:
                    self.news.put((moment, message))
            elif line.lower().startswith(b"content-length"):
                size = int(line.partition(b":")[2])

    def wait(self, fits: Callable[[dict[str, Any]], bool]) -> tuple[float, dict[str, Any]]:
        while True:
            moment, message = self.news.get(timeout=60)
            if fits(message):
                return moment, message

    def ask(self, method: str, params: Any) -> float:
        """Seconds to the answer."""
        self.number += 1
        number = self.number
        sent = self.send(id=number, method=method, params=params)
        moment, message = self.wait(lambda message: message.get("id") == number)
        assert "error" not in message, message
        return moment - sent

    def initialize(self) -> float:
        """Seconds from the start of the process to the answer."""
        folder = {"uri": self.home.as_uri(), "name": "home"}
        params = {"processId": None, "rootUri": None, "capabilities": {}, "workspaceFolders": [folder]}
        self.ask("initialize", params)
        taken = time.perf_counter() - self.started
        self.send(method="initialized", params={})
        return taken

    def open(self, uri: str, text: str, language: str) -> None:
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.send(method="textDocument/didOpen", params={"textDocument": item})
        self.published(uri, None)
        time.sleep(0.5)

    def published(self, uri: str, version: int | None) -> float:
        def fits(message: dict[str, Any]) -> bool:
            params = message.get("params") or {}
            if message.get("method") != "textDocument/publishDiagnostics" or params["uri"] != uri:
                return False
            return version is None or params.get("version", version) == version

        return self.wait(fits)[0]

    def keys(self, uri: str, text: str, edits: int, pause: float = 0.0) -> list[float]:
        """Milliseconds from a key to the findings, each key in another place of the text."""
        lines = text.split("\n")
        taken = []
        for n in range(edits):
            line = 2 if n % 5 == 0 else 6 + n * 7 % (len(lines) - 8)
            place = {"line": line, "character": min(len(lines[line]), 14)}
            change = {"range": {"start": place, "end": place}, "text": "x"}
            params = {"textDocument": {"uri": uri, "version": n + 2}, "contentChanges": [change]}
            sent = self.send(method="textDocument/didChange", params=params)
            taken.append(1000 * (self.published(uri, n + 2) - sent))
            time.sleep(pause)
        return taken

    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1000

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def skill(size: int) -> str:
    head = "---\nname: typed\ndescription: what it is for\nplatforms: [linux]\n---\n\n# Typed\n"
    section = "\n## Step {n}\n\nLook at `file_{n}` and [the list](references/list.md), then say *what* you saw 缓存.\n"
    body = ""
    n = 0
    while len(head) + len(body) < size:
        n += 1
        body += section.format(n=n)
    return head + body


def starts(command: list[str], home: Path) -> float:
    taken = []
    for _ in range(STARTS):
        peer = Peer(command, home)
        taken.append(1000 * peer.initialize())
        peer.end()
    return share(taken, 0.5)


def yaml_server(folder: Path) -> list[str] | None:
    if shutil.which("npm") is None:
        return None
    done = subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), "yaml-language-server@1.25.0"],
        capture_output=True,
        check=False,
    )
    program = folder / "node_modules/.bin/yaml-language-server"
    return [str(program), "--stdio"] if done.returncode == 0 and program.exists() else None


def yaml_keys(command: list[str], home: Path) -> tuple[float, list[float]]:
    """Its start, and its keys on the frontmatter alone, some eighty of them: it waits 200 ms for each."""
    schema = home.parent / "schema.json"
    schema.write_text(json.dumps(SCHEMA))
    started = starts(command, home)
    peer = Peer(command, home)
    peer.initialize()
    settings = {"yaml": {"schemas": {schema.as_uri(): "*.yaml"}, "schemaStore": {"enable": False}, "validate": True}}
    peer.send(method="workspace/didChangeConfiguration", params={"settings": settings})
    text = "name: typed\ndescription: what it is for\nplatforms: [linux, mac]\n"
    uri = (home / "front.yaml").as_uri()
    peer.open(uri, text, "yaml")
    taken = []
    for n in range(80):
        place = {"line": 1, "character": 14}
        change = {"range": {"start": place, "end": place}, "text": "x"}
        sent = peer.send(
            method="textDocument/didChange",
            params={"textDocument": {"uri": uri, "version": n + 2}, "contentChanges": [change]},
        )
        taken.append(1000 * (peer.published(uri, None) - sent))
    peer.end()
    return started, taken


PLACE = {"line": 2, "character": 3}
VALUE = {"line": 3, "character": 16}


def floor(home: Path, uri: str, text: str) -> tuple[list[float], list[float], list[float]]:
    """The bare server: keys, hover, completion."""
    peer = Peer(BARE, home)
    peer.initialize()
    peer.open(uri, text, "markdown")
    keys = peer.keys(uri, text, EDITS)
    place = {"textDocument": {"uri": uri}, "position": PLACE}
    hover = [1000 * peer.ask("textDocument/hover", place) for _ in range(300)]
    completion = [1000 * peer.ask("textDocument/completion", place) for _ in range(300)]
    peer.end()
    return keys, hover, completion


def whole_home(peer: Peer, uri: str, version: int) -> tuple[float, list[float]]:
    """Milliseconds until all of a home is told of, and those of keys meanwhile."""
    number = 10_000_000
    params: Any = {"previousResultIds": [], "partialResultToken": "t"}
    begun = peer.send(id=number, method="workspace/diagnostic", params=params)
    busy: list[float] = []
    done = 0.0
    while not done:
        version += 1
        change = {"range": {"start": PLACE | {"character": 14}, "end": PLACE | {"character": 14}}, "text": "x"}
        params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
        sent = peer.send(method="textDocument/didChange", params=params)
        while True:
            moment, message = peer.news.get(timeout=120)
            if message.get("id") == number:
                done = 1000 * (moment - begun)
            told = message.get("params") or {}
            if message.get("method") == "textDocument/publishDiagnostics" and told.get("version") == version:
                busy.append(1000 * (moment - sent))
                break
        time.sleep(0.02)
    return done, busy


def last_key(peer: Peer, uri: str, version: int) -> float:
    """Milliseconds from the last key to the findings of the body, which come second."""
    change = {"range": {"start": PLACE | {"character": 14}, "end": PLACE | {"character": 14}}, "text": "x"}
    params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
    sent = peer.send(method="textDocument/didChange", params=params)
    peer.published(uri, version)
    return 1000 * (peer.published(uri, version) - sent)


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        home = skills_home(folder / "home", SKILLS)
        (home / "skills/typed").mkdir(parents=True, exist_ok=True)
        run(MEMGIT, "init", str(home), "--layout", "hermes")
        uri, small, big = (home / "skills/typed/SKILL.md").as_uri(), skill(4_000), skill(100_000)
        bare_start, our_start = starts(BARE, home), starts(OURS, home)
        bare_keys, bare_hover, bare_completion = floor(home, uri, small)
        bare_big, _, _ = floor(home, uri, big)

        peer = Peer(OURS, home)
        peer.initialize()
        peer.open(uri, small, "markdown")
        time.sleep(6)  # its skills are read by then
        keys = peer.keys(uri, small, EDITS)
        place = {"textDocument": {"uri": uri}, "position": PLACE}
        hover = [1000 * peer.ask("textDocument/hover", place) for _ in range(300)]
        completion = [1000 * peer.ask("textDocument/completion", place | {"position": VALUE}) for _ in range(300)]
        names_uri = (home / "skills/names/SKILL.md").as_uri()
        peer.open(names_uri, small.replace("platforms: [linux]", "related_skills: [s]"), "markdown")
        names_place = {"textDocument": {"uri": names_uri}, "position": {"line": 3, "character": 18}}
        names = [1000 * peer.ask("textDocument/completion", names_place) for _ in range(300)]
        at_rest = peer.memory()
        every, busy = whole_home(peer, uri, EDITS + 1)
        full = peer.memory()
        peer.end()

        peer = Peer(OURS, home)
        peer.initialize()
        peer.open(uri, big, "markdown")
        time.sleep(6)
        keys_big = peer.keys(uri, big, EDITS)
        time.sleep(2)
        body = max(last_key(peer, uri, EDITS + 2 + n) for n in range(10))
        peer.end()

        yaml = yaml_server(folder / "npm")
        yaml_start, yaml_taken = yaml_keys(yaml, home) if yaml else (0.0, [0.0])
    floor_p99, other = share(bare_keys, 0.99), "yaml-language-server"
    report(
        "lsp",
        [
            Figure("start to initialize", our_start, "bare pygls", bare_start, "1.25 of it"),
            Figure("start to initialize", our_start, other, yaml_start, ""),
            Figure("key to findings, 4 KB, p50", share(keys, 0.5), "bare pygls", share(bare_keys, 0.5), "5 ms"),
            Figure("key to findings, 4 KB, p99", share(keys, 0.99), "bare pygls", floor_p99, "20 ms"),
            Figure("key to findings, 4 KB, p50", share(keys, 0.5), other, share(yaml_taken, 0.5), ""),
            Figure("key to findings, 100 KB, p99", share(keys_big, 0.99), "bare pygls", share(bare_big, 0.99), "30 ms"),
            Figure("last key to the body's, 100 KB", body, "bare pygls", share(bare_big, 0.5), "400 ms"),
            Figure("hover, p99", share(hover, 0.99), "bare pygls", share(bare_hover, 0.99), "20 ms"),
            Figure("completion, p99", share(completion, 0.99), "bare pygls", share(bare_completion, 0.99), "20 ms"),
            Figure("completion of names, p99", share(names, 0.99), "bare pygls", share(bare_completion, 0.99), "20 ms"),
            Figure(f"findings of {SKILLS:,} skills", every, "bare key", share(bare_keys, 0.5), "15,000 ms"),
            Figure("key meanwhile, p99", share(busy, 0.99), "bare pygls", floor_p99, "20 ms"),
        ],
    )
    print(f"memory with {SKILLS:,} skills: {at_rest:.0f} MB, after all were looked at {full:.0f} MB (limit 150)")
    print(f"keys meanwhile: {len(busy)}")


if __name__ == "__main__":
    main()
