"""`memgit watch`: one reconciliation, and a watcher in a process of its own."""

from __future__ import annotations

import json
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import snapshot
from support.cli import Result, environment, run
from support.index_file import index_file
from support.snapshot import assert_clean, git
from support.snapshot import snapshot as everything

from memgit.watch.instance import held

USER = "memories/USER.md"
PATIENCE = 20.0


class Process:
    """A watcher that runs: `memgit watch` with a short time of rest."""

    def __init__(self, home: Path, words: tuple[str, ...], env: dict[str, str] | None) -> None:
        code = "from memgit.cli.main import run; run()"
        self.running = subprocess.Popen(
            [sys.executable, "-c", code, "--home", str(home), "watch", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(env),
        )
        self._unread = b""

    def line(self) -> str:
        """The next line on stdout."""
        assert self.running.stdout is not None
        ends = time.monotonic() + PATIENCE
        with selectors.DefaultSelector() as selector:
            selector.register(self.running.stdout, selectors.EVENT_READ)
            while b"\n" not in self._unread:
                assert selector.select(max(0.0, ends - time.monotonic())), f"nothing more than {self._unread!r}"
                data = os.read(self.running.stdout.fileno(), 65_536)
                assert data, self.running.stderr and self.running.stderr.read()
                self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()

    def event(self, name: str) -> dict[str, Any]:
        """The next event of a name."""
        while True:
            event: dict[str, Any] = json.loads(self.line())
            if event["event"] == name:
                return event

    def end(self, how: signal.Signals = signal.SIGTERM) -> Result:
        """Send it a signal; what is left of what it said."""
        self.running.send_signal(how)
        out, err = self.running.communicate(timeout=PATIENCE)
        return Result((self._unread + out).decode(), err.decode(), self.running.returncode)


@contextmanager
def watching(home: Path, *words: str, env: dict[str, str] | None = None) -> Iterator[Process]:
    process = Process(home, words, env)
    try:
        yield process
    finally:
        process.running.kill()
        process.running.communicate()


@pytest.fixture
def home(hermes: Path) -> Path:
    assert run("config", "history.quiet_seconds", "0.2", home=hermes).code == 0
    return hermes


def told(home: Path, *words: str) -> Result:
    """One reconciliation, with what differs from one to the next taken out."""
    done = run("watch", "--once", *words, home=home)
    said = re.sub(r"\[[0-9a-f]{7}\]  undo: .*", "[ID]", re.sub(r"[\d.]+ (kB|MB|s)\b", "FIGURE", done.stdout))
    return Result(said, done.stderr, done.code)


def subjects(home: Path) -> list[str]:
    return [f"{item['origin']}: {item['subject']}" for item in run("log", "--json", home=home).json["items"]]


def test_one_reconciliation(home: Path) -> None:
    assert told(home) == snapshot(
        Result(
            stdout="""\
index: 11 documents in 7 files, FIGURE
made: there was none, in FIGURE
no outside edits
""",
            stderr="",
            code=0,
        )
    )
    (home / USER).write_text("likes long answers")
    (home / "skills" / "dev" / "release" / "SKILL.md").unlink()
    assert told(home) == snapshot(
        Result(
            stdout="""\
index: 9 documents in 6 files, FIGURE
read 1 changed file, dropped 1 file that went away
user: outside edit: "likes short answers" → "likes long answers"; skill(release): deleted outside  [ID]
""",
            stderr="",
            code=0,
        )
    )
    assert told(home) == snapshot(
        Result(
            stdout="""\
index: 9 documents in 6 files, FIGURE
nothing had changed
no outside edits
""",
            stderr="",
            code=0,
        )
    )
    assert_clean(home)
    assert run("index", "--check", home=home).code == 0


def test_one_reconciliation_as_json(home: Path) -> None:
    (home / USER).write_text("likes long answers")
    done = run("watch", "--once", "--json", home=home).json
    assert list(done) == ["index", "recorded", "problem"]
    assert done["index"].keys() >= {"documents", "files", "bytes", "changed", "removed", "rebuilt", "stale", "notes"}
    assert (done["index"]["rebuilt"], done["problem"]) == ("missing", None)
    assert done["recorded"]["id"] == git(home, "rev-parse", "HEAD").strip()
    assert (done["recorded"]["origin"], done["recorded"]["paths"]) == ("external", [USER])
    assert run("watch", "--once", "--json", home=home).json["recorded"] is None


def test_a_dry_run_says_what_would_be_recorded(home: Path) -> None:
    (home / USER).write_text("likes long answers")
    head = git(home, "rev-parse", "HEAD")
    assert told(home, "--dry-run").stdout == snapshot("""\
index: 11 documents in 7 files, FIGURE
made: there was none, in FIGURE
would record: user: outside edit: "likes short answers" → "likes long answers"
  memories/USER.md
""")
    done = run("watch", "--once", "--dry-run", "--json", home=home).json
    assert (done["dry_run"], done["recorded"]["dry_run"], done["recorded"]["id"]) == (True, True, None)
    assert git(home, "rev-parse", "HEAD") == head


def test_while_memgit_is_switched_off_nothing_is_recorded(home: Path) -> None:
    run("config", "enabled", "false", home=home)
    (home / USER).write_text("likes long answers")
    head = git(home, "rev-parse", "HEAD")
    assert told(home) == snapshot(
        Result(
            stdout="""\
index: 11 documents in 7 files, FIGURE
made: there was none, in FIGURE
""",
            stderr="memgit: memgit is switched off here (enabled: false): nothing is recorded\n",
            code=0,
        )
    )
    assert run("watch", "--once", "--json", home=home).json["recorded"] is None
    assert git(home, "rev-parse", "HEAD") == head
    assert index_file(home).exists()


def test_what_cannot_be_recorded_is_a_problem(home: Path) -> None:
    (home / ".git" / "MERGE_HEAD").write_text(git(home, "rev-parse", "HEAD"))
    (home / USER).write_text("likes long answers")
    problem = "a git merge, rebase or revert is in progress in this store"
    done = told(home)
    assert (done.code, done.stderr) == (1, f"memgit: warning: nothing can be recorded: {problem}\n")
    assert "outside edit" not in done.stdout
    assert run("watch", "--once", "--json", home=home).json["problem"] == problem


def test_without_a_store(tmp_path: Path) -> None:
    assert run("watch", home=tmp_path).code == 3
    assert run("watch", "--once", home=tmp_path).code == 3


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_watcher(how: signal.Signals, home: Path) -> None:
    with watching(home) as watcher:
        assert watcher.line() == (
            f"watching {home} (hermes): edits are recorded after 0.2 s without another; Ctrl-C stops it"
        )
        (home / USER).write_text("likes long answers")
        said = watcher.line()
        assert said.startswith('user: outside edit: "likes short answers" → "likes long answers"  [')
        assert run("memory", "add", "prices are in cents", home=home).code == 0
        time.sleep(0.6)
        assert watcher.end(how) == Result("", "", 0)
    assert subjects(home)[:3] == snapshot(
        [
            'user: memory: add "prices are in cents"',
            'external: user: outside edit: "likes short answers" → "likes long answers"',
            "user: config: set history.quiet_seconds = 0.2",
        ]
    )
    assert_clean(home)
    assert run("index", "--check", home=home).code == 0
    assert run("status", "--json", home=home).json["index"]["watcher"] is None


def test_events(home: Path) -> None:
    with watching(home, "--json") as watcher:
        started = watcher.event("started")
        assert started.pop("pid") == watcher.running.pid
        assert started == {
            "event": "started",
            "home": str(home),
            "layout": "hermes",
            "quiet_seconds": 0.2,
            "recording": True,
        }
        assert watcher.event("passed")["full"] is True
        (home / USER).write_text("likes long answers")
        assert USER in watcher.event("passed")["paths"]
        recorded = watcher.event("recorded")
        assert (recorded["origin"], recorded["paths"]) == ("external", [USER])
        assert recorded["id"] == git(home, "rev-parse", "HEAD").strip()
        assert run("index", "--check", home=home).code == 0
        assert watcher.end().code == 0


def test_one_watcher_in_a_home(home: Path) -> None:
    with held(home / ".memgit" / "watch.lock"):
        done = run("watch", home=home)
        assert (done.code, done.stdout) == (5, "")
        assert done.stderr.splitlines() == [
            f"memgit: error: another memgit watch (pid {os.getpid()}) keeps this home",
            "memgit: hint: leave it running, or stop it first",
        ]
        assert run("watch", "--once", home=home).code == 0


def test_a_watcher_of_a_home_that_is_switched_off_says_so(home: Path) -> None:
    run("config", "enabled", "false", home=home)
    with watching(home) as watcher:
        assert watcher.line().endswith(
            "(hermes): memgit is switched off here (enabled: false): nothing is recorded; Ctrl-C stops it"
        )
        (home / USER).write_text("likes long answers")
        time.sleep(0.8)
        assert watcher.end(signal.SIGINT) == Result("", "", 0)
    assert "switched" not in subjects(home)[0]
    assert run("status", "--json", home=home).json["pending"] != []


def test_nobody_reads_on(home: Path) -> None:
    with watching(home) as watcher:
        watcher.line()
        assert watcher.running.stdout is not None
        watcher.running.stdout.close()
        watcher.running.stdout = None
        (home / USER).write_text("likes long answers")
        assert watcher.running.wait(PATIENCE) == 0
    assert_clean(home)


def test_what_memgit_writes_is_no_outside_edit_and_nothing_else_is_written(home: Path) -> None:
    with watching(home, "--json") as watcher:
        watcher.event("passed")
        time.sleep(0.6)
        before = everything(home)
        time.sleep(1.0)
        assert everything(home) == before
        assert watcher.end().code == 0


def test_killed_it_is_not_missed(home: Path) -> None:
    with watching(home, "--json") as watcher:
        assert watcher.event("passed")["full"] is True
        (home / USER).write_text("喜欢虎鲸 and whales")
        assert watcher.end(signal.SIGKILL).code == -signal.SIGKILL
    (home / USER).write_text("喜欢雪豹 and leopards")
    assert [item["name"] for item in run("search", "雪豹", "--json", home=home).json["items"]] == ["user"]
    assert run("search", "虎鲸", "--json", home=home).json["items"] == []
    with watching(home, "--json") as watcher:
        assert watcher.event("recorded")["paths"] == [USER]
        assert watcher.end().code == 0
    assert_clean(home)


def test_nothing_is_recorded_while_somebody_merges(home: Path) -> None:
    merge = Path(git(home, "rev-parse", "--absolute-git-dir").strip()) / "MERGE_HEAD"
    head = git(home, "rev-parse", "HEAD")
    with watching(home, "--json") as watcher:
        assert watcher.event("passed")["full"] is True
        merge.write_text(head)
        (home / USER).write_text("likes long answers")
        assert USER in watcher.event("passed")["paths"]
        time.sleep(1)
        assert git(home, "rev-parse", "HEAD") == head
        assert run("search", "long", "--json", home=home).json["items"][0]["path"] == USER
        merge.unlink()
        (home / USER).write_text("likes longer answers")
        assert watcher.event("recorded")["paths"] == [USER]
        assert watcher.end().code == 0
    assert_clean(home)


def test_files_of_every_kind_do_not_stop_it(home: Path) -> None:
    folder = home / "skills" / "odd"
    with watching(home, "--json") as watcher:
        assert watcher.event("passed")["full"] is True
        folder.mkdir(parents=True)
        (folder / "SKILL.md").write_bytes(b"---\r\nname: odd\n---\r\n\xff\xfe caf\xe9 narwhal\r\n")
        (folder / "nul.md").write_bytes(b"a\0b")
        with open(folder / "big.md", "wb") as file:
            file.truncate(50_000_000)
        (folder / "gone.md").symlink_to("nowhere.md")
        os.mkfifo(folder / "pipe.md")
        time.sleep(1)
        (home / USER).write_text("likes orcas")
        while USER not in watcher.event("passed")["paths"]:
            pass
        assert run("search", "narwhal", "--json", home=home).json["items"][0]["name"] == "odd"
        assert run("index", "--check", home=home).code == 0
        assert watcher.end().code == 0
