"""What the specification of the protocol wants, by a client that sends bytes."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.lsp_client import Client, stray

TEXT = "---\nname: one\ndescription: about\n---\n\nbody\n"


@pytest.fixture
def client() -> Iterator[Client]:
    with Client() as client:
        yield client


@pytest.fixture
def ready(client: Client) -> Client:
    client.initialize()
    return client


def test_what_it_says_of_itself(client: Client) -> None:
    result = client.initialize()
    assert result["serverInfo"]["name"] == "memgit-lsp"
    assert result["capabilities"]["textDocumentSync"]["change"] == 2
    assert result["capabilities"]["positionEncoding"] == "utf-16"
    assert result["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"] is True
    assert "notebookDocumentSync" not in result["capabilities"]
    assert client.end() == 0


@pytest.mark.parametrize(
    ("wanted", "agreed"),
    [
        (["utf-8", "utf-16"], "utf-8"),
        (["utf-32"], "utf-32"),
        (["utf-16", "utf-8"], "utf-16"),
        ([], "utf-16"),
        (["utf-7"], "utf-16"),
    ],
)
def test_what_columns_count_is_agreed_on(client: Client, wanted: list[str], agreed: str, tmp_path: Path) -> None:
    result = client.initialize(capabilities={"general": {"positionEncodings": wanted}})
    assert result["capabilities"]["positionEncoding"] == agreed
    uri = client.open(tmp_path / "SKILL.md", "---\nname: one\ndescription: é🙂 x\nplatforms: [é🙂, mac]\n---\n\nbody\n")
    found = client.diagnostics(uri)
    place = next(one["range"] for one in found if "'mac'" in one["message"])
    before = "platforms: [é🙂, "
    columns = {"utf-8": len(before.encode()), "utf-16": len(before) + 1, "utf-32": len(before)}[agreed]
    assert place == {"start": {"line": 3, "character": columns}, "end": {"line": 3, "character": columns + 3}}


def test_requests_before_the_hand_shake_are_refused(client: Client) -> None:
    assert client.error("textDocument/hover", {}) == -32002
    assert client.error("shutdown") == -32002
    client.notify("textDocument/didOpen", {"textDocument": {}})
    client.initialize()
    assert client.error("initialize", {"processId": None, "rootUri": None, "capabilities": {}}) == -32600
    assert client.end() == 0


def test_after_shutdown_there_is_only_exit(ready: Client) -> None:
    assert ready.ask("shutdown") is None
    assert ready.error("textDocument/hover", {}) == -32600
    assert ready.error("shutdown") == -32600
    ready.notify("exit", None)
    assert ready.process.wait(10) == 0


def test_exit_without_shutdown_and_a_closed_stream_are_no_success(client: Client) -> None:
    client.initialize()
    client.notify("exit", None)
    assert client.process.wait(10) == 1
    with Client() as other:
        other.initialize()
        assert other.process.stdin
        other.process.stdin.close()
        assert other.process.wait(10) == 1


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("textDocument/hover", None),
        ("textDocument/hover", {}),
        ("textDocument/hover", {"textDocument": {"uri": "file:///a"}, "position": {"line": -1, "character": 0}}),
        ("textDocument/hover", {"textDocument": {"uri": "file:///a"}, "position": {"line": "x", "character": 0}}),
        (
            "textDocument/completion",
            {
                "textDocument": {"uri": "file:///a"},
                "position": {"line": 0, "character": 0},
                "context": {"triggerKind": 99},
            },
        ),
        (
            "textDocument/codeAction",
            {
                "textDocument": {"uri": "file:///a"},
                "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
                "context": {
                    "diagnostics": [
                        {
                            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
                            "message": "x",
                            "severity": 9,
                        }
                    ]
                },
            },
        ),
        ("workspace/executeCommand", {"command": "memgit.nothing"}),
    ],
)
def test_parameters_that_cannot_be_read_are_answered(ready: Client, method: str, params: Any) -> None:
    assert ready.error(method, params) == -32602
    assert not [one for one in ready.told if one["method"] == "window/showMessage"]


def test_methods_that_are_not_there(ready: Client) -> None:
    assert ready.error("textDocument/nothing", {}) == -32601
    assert ready.error("$/nothing", {}) == -32601
    ready.notify("$/nothing", {})
    ready.notify("textDocument/nothing", {})
    assert ready.end() == 0


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[]", -32600),
        (b"1", -32600),
        (b'{"id":1}', -32600),
        (b"[" * 99_999, -32700),
    ],
)
def test_what_is_no_message_is_answered(ready: Client, body: bytes, code: int) -> None:
    ready.send_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    assert stray(ready) == code
    assert ready.end() == 0


def test_headers_as_others_write_them(client: Client) -> None:
    body = json.dumps(
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {"processId": None, "rootUri": None, "capabilities": {}},
        }
    ).encode()
    client.send_bytes(
        b"content-length:%d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n%b" % (len(body), body)
    )
    assert client.reply(1)["result"]["capabilities"]
    assert all(line.startswith(b"Content-Length: ") for line in client.headers)


def test_a_request_that_waits_is_not_begun_when_it_is_cancelled(ready: Client, tmp_path: Path) -> None:
    uri = ready.open(tmp_path / "SKILL.md", TEXT)
    numbers = [ready.begin("textDocument/documentSymbol", {"textDocument": {"uri": uri}}) for _ in range(50)]
    for number in numbers[25:]:
        ready.notify("$/cancelRequest", {"id": number})
    answers = [ready.reply(number) for number in numbers]
    assert all("result" in answer for answer in answers[:25])
    assert any(answer.get("error", {}).get("code") == -32800 for answer in answers[25:])
    ready.notify("$/cancelRequest", {"id": numbers[0]})
    ready.notify("$/cancelRequest", {"id": "never"})
    ready.notify("$/cancelRequest", None)
    assert ready.end() == 0


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x0b", "\x0c", "\x85", "\x1c", "\x1e"])
def test_only_line_ends_end_lines(ready: Client, sign: str, tmp_path: Path) -> None:
    uri = ready.open(tmp_path / "SKILL.md", f"---\nname: one\ndescription: a{sign}b\n---\n\nfirst\n")
    ready.change(uri, 2, {"range": _range(5, 0, 5, 5), "text": "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs"})
    found = ready.diagnostics(uri, 2)
    place = next(one["range"] for one in found if one["code"] == "text/conflict-marker")
    assert place["start"] == {"line": 5, "character": 0}


def test_columns_past_the_end_of_a_line_are_its_end(ready: Client, tmp_path: Path) -> None:
    uri = ready.open(tmp_path / "SKILL.md", "---\nname: one\r\ndescription: aboutx\r\n---\r\n\r\nbody\r\n")
    ready.change(uri, 2, {"range": _range(1, 99, 1, 99), "text": "1"}, {"range": _range(99, 0, 99, 9), "text": "last"})
    ready.change(uri, 3, {"range": _range(1, 9, 1, 6), "text": ""})
    symbols = ready.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [child["name"] for child in symbols[0]["children"]] == ["name", "description"]
    edits = ready.ask(
        "textDocument/formatting", {"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": True}}
    )
    assert edits == [{"range": _range(6, 4, 6, 4), "newText": "\r\n"}] or edits == [
        {"range": _range(6, 4, 6, 4), "newText": "\n"}
    ]


def test_documents_that_were_never_opened(ready: Client, tmp_path: Path) -> None:
    path = tmp_path / "SKILL.md"
    path.write_bytes(b"---\r\nname: caf\xe9\r\n---\r\n")
    uri = path.as_uri()
    ready.change(uri, 2, {"text": "x"})
    ready.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    ready.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    report = ready.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    assert "text/not-utf8" in {one["code"] for one in report["items"]}
    gone = (tmp_path / "gone/SKILL.md").as_uri()
    assert ready.ask("textDocument/documentSymbol", {"textDocument": {"uri": gone}}) is None
    assert ready.ask("textDocument/diagnostic", {"textDocument": {"uri": gone}})["items"] == []
    assert ready.end() == 0


def test_documents_that_are_no_files(ready: Client) -> None:
    item = {"uri": "untitled:SKILL.md", "languageId": "markdown", "version": 1, "text": "no frontmatter\n"}
    ready.notify("textDocument/didOpen", {"textDocument": item})
    assert "skill/frontmatter-missing" in {one["code"] for one in ready.diagnostics("untitled:SKILL.md")}


def test_a_closed_document_has_no_findings(ready: Client, tmp_path: Path) -> None:
    uri = ready.open(tmp_path / "SKILL.md", "nothing\n")
    assert ready.diagnostics(uri)
    ready.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert ready.diagnostics(uri, None, whole=False) == []


def test_what_is_printed_does_not_reach_the_stream(tmp_path: Path) -> None:
    code = (
        "import sys; from memgit_lsp import session\n"
        "old = session.Session.open\n"
        "def loud(self, item):\n"
        "    print('hello', flush=True); __import__('os').system('echo there'); old(self, item)\n"
        "session.Session.open = loud\n"
        "from memgit_lsp.main import run; run()\n"
    )
    (tmp_path / "loud.py").write_text(code)
    with Client() as client:
        client.process.kill()
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "loud.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    messages = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {
            "method": "textDocument/didOpen",
            "params": {"textDocument": {"uri": "file:///SKILL.md", "languageId": "m", "version": 1, "text": "x"}},
        },
        {"id": 2, "method": "shutdown"},
        {"method": "exit"},
    ]
    sent = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        sent += b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    out, errors = process.communicate(sent, timeout=30)
    assert b"hello" not in out
    assert b"there" not in out
    assert b"hello" in errors
    while out:
        header, _, out = out.partition(b"\r\n\r\n")
        size = int(header.removeprefix(b"Content-Length: "))
        json.loads(out[:size])
        out = out[size:]


def test_a_client_that_does_not_read_holds_up_nobody(tmp_path: Path) -> None:
    """It is served as far as it reads, and when it dies, so does the server."""
    process = subprocess.Popen([sys.executable, "-m", "memgit_lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    assert process.stdout

    def send(message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert process.stdin
        process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        process.stdin.flush()

    send({"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}})
    send({"method": "initialized", "params": {}})
    lines = "".join(f"## section {n}\n\ntext\n\n" for n in range(200))
    item = {"uri": "file:///x/SKILL.md", "languageId": "markdown", "version": 1, "text": f"{TEXT}{lines}"}
    send({"method": "textDocument/didOpen", "params": {"textDocument": item}})
    started = time.monotonic()
    for number in range(1, 200):
        send({"id": number, "method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": item["uri"]}}})
    assert time.monotonic() - started < 10
    process.stdout.close()
    process.stdin.close()
    assert process.wait(20) == 1


def test_it_ends_with_the_process_that_started_it(client: Client) -> None:
    parent = subprocess.Popen([sys.executable, "-c", "pass"])
    parent.wait()
    client.initialize(processId=parent.pid)
    assert client.process.wait(20) == 1


def test_on_a_port() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "memgit_lsp", "--tcp", str(port)], stderr=subprocess.PIPE)
    assert process.stderr
    assert str(port).encode() in process.stderr.readline()
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        body = json.dumps(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "initialize",
                "params": {"processId": None, "rootUri": None, "capabilities": {}},
            }
        ).encode()
        connection.sendall(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        assert connection.recv(15) == b"Content-Length:"
    assert process.wait(20) == 1
    process.stderr.close()


def test_the_command_is_the_server() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "memgit_lsp", "--version"], capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("memgit-lsp ")
    process = subprocess.run(
        [sys.executable, "-c", "from memgit.cli.main import run; run()", "lsp"],
        input=b"",
        capture_output=True,
        check=False,
        env=dict(os.environ),
    )
    assert process.returncode == 1
    assert process.stdout == b""


def _range(line: int, column: int, last: int, end: int) -> dict[str, Any]:
    return {"start": {"line": line, "character": column}, "end": {"line": last, "character": end}}
