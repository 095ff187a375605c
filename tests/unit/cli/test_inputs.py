"""Texts, files, stdin, and the home a command works on."""

from __future__ import annotations

from contextlib import chdir
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from memgit.cli.context import App
from memgit.cli.flags import Globals
from memgit.cli.homes import find_home
from memgit.cli.inputs import read_file, read_text
from memgit.cli.options import actor
from memgit.cli.output import Output, Streams
from memgit.errors import NotFound, Refused, SystemRefused, UsageError
from memgit.model.change import Actor, Origin


def app(stdin: bytes = b"", env: dict[str, str] | None = None) -> App:
    streams = Streams(*(TextIOWrapper(BytesIO(data), encoding="utf-8") for data in (stdin, b"", b"")))
    return App(Globals(), streams, Output(streams, Globals(), {}), env or {})


@pytest.mark.parametrize(
    ("value", "stdin", "text"),
    [("as it is\n", b"", "as it is\n"), ("-", "中\nb\n".encode(), "中\nb"), ("-", b"a\r\n", "a"), ("-", b"", "")],
)
def test_text(value: str, stdin: bytes, text: str) -> None:
    assert read_text(app(stdin), value) == text


@pytest.mark.parametrize(("value", "stdin"), [("-", b"\xff"), ("\udcff", b"")])
def test_what_is_not_utf8_is_refused(value: str, stdin: bytes) -> None:
    with pytest.raises(SystemRefused, match="not UTF-8"):
        read_text(app(stdin), value)


@pytest.mark.parametrize("place", ["session", "reason"])
def test_history_holds_no_secret_in_a_session_or_reason(place: str) -> None:
    def who(text: str) -> Actor:
        return actor(Origin.USER, text if place == "session" else None, text if place == "reason" else "")

    assert text_of(who("因为 it was asked for"), place) == "因为 it was asked for"
    with pytest.raises(Refused, match="GitHub token"):
        who("ghp_" + "Zx8Kq2Lm9Vb4Nc7Wd1Rf5Tg3Yh6Uj0Pa4Se8")
    with pytest.raises(SystemRefused, match="not UTF-8"):
        who("\udcff")


def text_of(who: Actor, place: str) -> str | None:
    return who.session if place == "session" else who.reason


def test_a_closed_stdin_is_told() -> None:
    closed = app()
    closed.stdin = None
    with pytest.raises(UsageError, match="closed"):
        read_text(closed, "-")


def test_files(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"\xff\n")
    assert read_file(app(), str(tmp_path / "f")) == b"\xff\n"
    assert read_file(app(b"\xff\n"), "-") == b"\xff\n"
    with pytest.raises(NotFound):
        read_file(app(), str(tmp_path / "none"))
    with pytest.raises(UsageError):
        read_file(app(), str(tmp_path))


def store(folder: Path) -> Path:
    (folder / ".memgit").mkdir(parents=True)
    (folder / ".memgit" / "store.json").touch()
    return folder


def test_the_home_is_found_in_order(tmp_path: Path) -> None:
    flag, named, near, person = (store(tmp_path / name) for name in ("flag", "named", "near", "me/.memgit"))
    (near / "a" / "b").mkdir(parents=True)
    env = {"HOME": str(person.parent)}
    with chdir(near / "a" / "b"):
        assert find_home(str(flag), {**env, "MEMGIT_HOME": str(named)}) == flag
        assert find_home(None, {**env, "MEMGIT_HOME": str(named)}) == named
        assert find_home(None, env) == near
        assert find_home(None, {**env, "MEMGIT_HOME": "~/.memgit"}) == person
        assert find_home("~/.memgit", env) == person
    (tmp_path / "away").mkdir()
    with chdir(tmp_path / "away"):
        assert find_home(None, env) == person
        with pytest.raises(NotFound):
            find_home(None, {"HOME": str(tmp_path)})
        with pytest.raises(NotFound):
            find_home(str(tmp_path), env)


def test_a_clock_that_stands_still() -> None:
    assert app(env={"MEMGIT_NOW": "2026-10-01"}).now().isoformat() == "2026-10-01T00:00:00+00:00"
    with pytest.raises(UsageError):
        app(env={"MEMGIT_NOW": "soon-ish"}).now()
