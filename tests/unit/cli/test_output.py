"""Where things are said, and how: streams, colour, JSON, paging, progress."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from inline_snapshot import snapshot

from memgit.cli import output
from memgit.cli.flags import Globals
from memgit.cli.output import Output, Progress, Streams
from memgit.cli.pager import pager_command
from memgit.model.change import Action, Origin, Recorded

NOW = datetime(2026, 10, 1, 12, tzinfo=UTC)


class Stream(TextIOWrapper):
    def __init__(self, terminal: bool = False) -> None:
        super().__init__(BytesIO(), encoding="utf-8", errors="backslashreplace", newline="")
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    @property
    def text(self) -> str:
        self.flush()
        data = self.buffer.getvalue()  # type: ignore[attr-defined]
        return str(data.decode())


class Screen:
    def __init__(self, flags: Globals | None = None, terminal: bool = False, env: dict[str, str] | None = None) -> None:
        self.streams = Streams(Stream(), Stream(terminal), Stream(terminal))
        self.out = Output(self.streams, flags or Globals(), {"PAGER": "", **(env or {})})

    @property
    def said(self) -> tuple[str, str]:
        return self.streams.stdout.text, self.streams.stderr.text  # type: ignore[attr-defined]


def recorded(**more: object) -> Recorded:
    values = {"id": "3f2a91c" + "0" * 33, "subject": 'memory: add "x"', "paths": ("m.md",)}
    return Recorded(time=NOW, origin=Origin.USER, action=Action.ADD, **{**values, **more})  # type: ignore[arg-type]


def test_text_and_lines() -> None:
    screen = Screen()
    screen.out.show({"a": 1}, "one\ntwo")
    screen.out.show({}, (line for line in ("three", "four\n")))
    screen.out.show({}, "")
    assert screen.said == ("one\ntwo\nthree\nfour\n", "")


def test_json_is_one_document() -> None:
    screen = Screen(Globals(json=True))
    screen.out.show({"name": "中", "paths": {"b", "a"}, "at": Path("x"), "origin": Origin.USER}, "no")
    assert screen.said == ('{"name": "中", "paths": ["a", "b"], "at": "x", "origin": "user"}\n', "")


def test_json_does_not_ask_for_the_text() -> None:
    def text() -> Iterator[str]:
        raise AssertionError
        yield ""

    Screen(Globals(json=True)).out.show({}, text())


def test_an_event_is_said_at_once_on_one_line() -> None:
    for terminal in (True, False):
        screen = Screen(Globals(json=True), terminal)
        screen.out.event({"event": "a", "paths": ["x"]}, "no")
        screen.out.event({"event": "b"}, "no")
        assert screen.said[0] == '{"event": "a", "paths": ["x"]}\n{"event": "b"}\n'
    screen = Screen(terminal=True)
    screen.out.event({}, "a\x1b[2J")
    assert screen.said[0] == "a\\x1b[2J\n"


@pytest.mark.parametrize(
    ("terminal", "env", "columns"),
    [(False, {}, None), (True, {}, 80), (True, {"COLUMNS": "132"}, 132), (True, {"COLUMNS": "4"}, 20)],
)
def test_the_width_of_the_terminal(terminal: bool, env: dict[str, str], columns: int | None) -> None:
    assert Screen(terminal=terminal, env=env).out.columns == columns
    assert Screen(Globals(json=True), terminal, env).out.columns is None


def test_names_that_are_no_text_are_valid_json() -> None:
    screen = Screen(Globals(json=True))
    screen.out.show({"path": "a\udce9"}, "")
    assert json.loads(screen.said[0]) == {"path": "a\udce9"}


def test_everything_else_goes_to_stderr() -> None:
    screen = Screen()
    screen.out.warn("w")
    screen.out.note("n")
    screen.out.error("e", ["h"])
    assert screen.said == ("", "memgit: warning: w\nmemgit: n\nmemgit: error: e\nmemgit: hint: h\n")


@pytest.mark.parametrize(
    ("flags", "terminal", "env", "colored"),
    [
        (Globals(), True, {}, True),
        (Globals(), False, {}, False),
        (Globals(), True, {"NO_COLOR": "1"}, False),
        (Globals(), True, {"NO_COLOR": ""}, True),
        (Globals(), True, {"TERM": "dumb"}, False),
        (Globals(color="never"), True, {}, False),
        (Globals(color="always"), False, {"NO_COLOR": "1"}, True),
        (Globals(json=True, color="always"), True, {}, False),
    ],
)
def test_colour(flags: Globals, terminal: bool, env: dict[str, str], colored: bool) -> None:
    assert ("\x1b" in Screen(flags, terminal, env).out.style("x", "red")) is colored


def test_a_terminal_does_not_obey_what_is_shown() -> None:
    text = "\x1b[2J\u202eabc"
    shown, piped = Screen(terminal=True), Screen()
    for screen in (shown, piped):
        screen.out.show({}, text)
        screen.out.note(text)
    assert shown.said == ("\\x1b[2J\\u202eabc\n", "memgit: \\x1b[2J\\u202eabc\n")
    assert piped.said == (f"{text}\n", f"memgit: {text}\n")


def test_bytes_are_written_as_they_are() -> None:
    screen = Screen()
    screen.out.show({}, "before")
    screen.out.raw(b"\xff\x00no newline")
    assert screen.streams.stdout.buffer.getvalue() == b"before\n\xff\x00no newline"  # type: ignore[attr-defined]


def test_a_write_says_how_to_take_it_back() -> None:
    screen = Screen()
    screen.out.recorded(recorded(warnings=("look",)))
    assert screen.said == snapshot(
        ('memory: add "x"  [3f2a91c]  undo: memgit restore 3f2a91c\n', "memgit: warning: look\n")
    )


def test_a_write_as_json() -> None:
    screen = Screen(Globals(json=True))
    screen.out.recorded(recorded(), {"n": 3})
    assert json.loads(screen.said[0]) == snapshot(
        {
            "id": "3f2a91c000000000000000000000000000000000",
            "time": "2026-10-01T12:00:00Z",
            "origin": "user",
            "action": "add",
            "subject": 'memory: add "x"',
            "paths": ["m.md"],
            "undo": "memgit restore 3f2a91c000000000000000000000000000000000",
            "n": 3,
        }
    )


def test_nothing_to_do_and_dry_run() -> None:
    screen = Screen()
    screen.out.recorded(recorded(id=None, paths=()))
    screen.out.recorded(recorded(id=None, dry_run=True))
    assert screen.said[0] == snapshot('nothing to do: memory: add "x"\nwould record: memory: add "x"\n  m.md\n')


def test_progress_is_for_a_terminal_and_for_what_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(output.time, "monotonic", lambda: now[0])
    stream = Stream()
    quick, slow, silent = (Progress(where, "indexing", 200) for where in (stream, stream, None))
    quick.advance(100)
    quick.clear()
    assert stream.text == ""
    now[0] = 1.0
    for progress in (slow, silent):
        progress.advance(50)
        progress.clear()
    assert stream.text == "\rindexing: 25% (50/200)\r\x1b[K"


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({}, ["less", "-FRX"]),
        ({"PAGER": "more -s"}, ["more", "-s"]),
        ({"PAGER": "more", "MEMGIT_PAGER": "most"}, ["most"]),
        ({"PAGER": "more", "MEMGIT_PAGER": ""}, []),
        ({"PAGER": "cat"}, []),
        ({"PAGER": "'unclosed"}, ["less", "-FRX"]),
    ],
)
def test_the_pager(env: dict[str, str], words: list[str]) -> None:
    assert pager_command(env) == words


@pytest.mark.parametrize(("count", "paged"), [(5, False), (500, True)])
def test_only_long_output_is_paged(count: int, paged: bool, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    screen = Screen(terminal=True, env={"PAGER": f"tee {seen}", "PATH": "/usr/bin:/bin"})
    screen.out.show({}, [f"line {n}" for n in range(count)])
    text = "".join(f"line {n}\n" for n in range(count))
    assert (seen.exists(), screen.said[0]) == ((True, "") if paged else (False, text))
    if paged:
        assert seen.read_text() == text


@pytest.mark.parametrize("pager", ["/nonexistent/pager", "head -n 1"])
def test_a_pager_that_is_missing_or_quits_is_no_failure(pager: str, capfd: pytest.CaptureFixture[str]) -> None:
    screen = Screen(terminal=True, env={"PAGER": pager, "PATH": "/usr/bin:/bin"})
    screen.out.show({}, (f"line {n}" for n in range(100_000)))
    assert screen.said[0].count("\n") == (100_000 if "none" in pager else 0)
    assert capfd.readouterr().out == ("" if "none" in pager else "line 0\n")


@pytest.mark.parametrize(
    ("flags", "env"), [(Globals(pager=False), {}), (Globals(json=True), {}), (Globals(), {"TERM": "dumb"})]
)
def test_paging_can_be_switched_off(flags: Globals, env: dict[str, str]) -> None:
    screen = Screen(flags, terminal=True, env={"PAGER": "/nonexistent", **env})
    screen.out.show({"n": 1}, (f"line {n}" for n in range(500)))
    assert screen.said[0]
