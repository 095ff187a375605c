"""A raw JSON-RPC client of the language server: it sends what it is told to, valid or not, and keeps all answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any

PATIENCE = 20.0


class Client:
    """A server process and what it says. answers: what the client says when it is asked, by method."""

    def __init__(self, cwd: Path | None = None, env: Mapping[str, str] | None = None, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "memgit_lsp", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env={**os.environ, "XDG_CONFIG_HOME": "/nowhere", **(env or {})},
        )
        self.answers: dict[str, Callable[[Any], Any]] = {}
        self.told: list[dict[str, Any]] = []
        self.headers: list[bytes] = []
        self.errors: list[bytes] = []
        self._replies: dict[Any, dict[str, Any]] = {}
        self._news = threading.Condition()
        self._numbers = iter(range(1, 1_000_000))
        self._over = False
        self.stray: Queue[dict[str, Any]] = Queue()
        for work in (self._listen, self._overhear):
            threading.Thread(target=work, daemon=True).start()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: Any) -> None:
        """Send a message, whatever it is."""
        body = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method: str, params: Any = None) -> int:
        """Send a request; its number."""
        number = next(self._numbers)
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return number

    def reply(self, number: Any, patience: float = PATIENCE) -> dict[str, Any]:
        """The whole answer to a request."""
        self._await(lambda: number in self._replies, patience)
        return self._replies.pop(number)

    def ask(self, method: str, params: Any = None) -> Any:
        """Send a request; its result."""
        answer = self.reply(self.begin(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def error(self, method: str, params: Any = None) -> int:
        """Send a request; the code of its error."""
        return int(self.reply(self.begin(method, params))["error"]["code"])

    def initialize(self, folder: Path | None = None, **more: Any) -> dict[str, Any]:
        """Shake hands. more: fields of the parameters besides."""
        folders = [{"uri": folder.as_uri(), "name": folder.name}] if folder else None
        params = {"processId": os.getpid(), "rootUri": None, "capabilities": {}, "workspaceFolders": folders, **more}
        result: dict[str, Any] = self.ask("initialize", params)
        self.notify("initialized", {})
        return result

    def open(self, path: Path, text: str | None = None, language: str = "markdown") -> str:
        """Open a document; its URI."""
        text = path.read_bytes().decode() if text is None else text
        item = {"uri": path.as_uri(), "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return path.as_uri()

    def change(self, uri: str, version: int, *changes: dict[str, Any]) -> None:
        """Change a document."""
        params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)}
        self.notify("textDocument/didChange", params)

    def diagnostics(self, uri: str, version: int | None = 1, *, whole: bool = True) -> list[dict[str, Any]]:
        """What the server published last for a version; whole: wait until it has read the whole body, too."""

        def seen() -> list[dict[str, Any]]:
            every = (one["params"] for one in self.told if one.get("method") == "textDocument/publishDiagnostics")
            return [one for one in every if one["uri"] == uri and one.get("version") == version]

        self._await(lambda: len(seen()) >= 1 + whole, PATIENCE)
        found: list[dict[str, Any]] = seen()[-1]["diagnostics"]
        return found

    def wait_for(self, method: str) -> dict[str, Any]:
        """The next notification or request of a method."""
        self._await(lambda: any(one.get("method") == method for one in self.told), PATIENCE)
        found = next(one for one in self.told if one.get("method") == method)
        self.told.remove(found)
        return found

    def end(self) -> int:
        """Shut down and exit; the exit code."""
        self.ask("shutdown")
        self.notify("exit", None)
        return self.process.wait(10)

    def _await(self, condition: Callable[[], bool], patience: float) -> None:
        deadline = time.monotonic() + patience
        with self._news:
            while not condition():
                left = deadline - time.monotonic()
                if left <= 0 or (self._over and not condition()):
                    raise AssertionError(f"the server said nothing: {self.told[-3:]} {b''.join(self.errors).decode()}")
                self._news.wait(min(left, 0.5))

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream
        try:
            while header := stream.readline():
                self.headers.append(header)
                if header in (b"\r\n", b"\n"):
                    continue
                size = int(header.partition(b":")[2])
                while stream.readline() not in (b"\r\n", b""):
                    pass
                self._take(json.loads(stream.read(size)))
        except (ValueError, OSError):
            pass
        with self._news:
            self._over = True
            self._news.notify_all()

    def _take(self, message: dict[str, Any]) -> None:
        with self._news:
            if "method" in message:
                self.told.append(message)
            elif message.get("id") is None:
                self.stray.put(message)
            else:
                self._replies[message["id"]] = message
            self._news.notify_all()
        if "method" in message and "id" in message:
            answer = self.answers.get(message["method"], lambda params: None)(message.get("params"))
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": answer})

    def _overhear(self) -> None:
        assert self.process.stderr
        try:
            while line := self.process.stderr.readline():
                self.errors.append(line)
        except (ValueError, OSError):
            pass


def stray(client: Client) -> int:
    """The code of the next error that answers nothing in particular."""
    try:
        return int(client.stray.get(timeout=PATIENCE)["error"]["code"])
    except Empty:
        raise AssertionError("the server said nothing") from None
