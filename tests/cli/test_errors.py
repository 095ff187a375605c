"""The error edge: what goes wrong becomes lines or JSON on stderr, and an exit code."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from support.cli import environment, run, run_process

from memgit.cli import version
from memgit.errors import MemgitError

RUN = "from memgit.cli.main import run; run()"

USAGE = {
    "lgo": ["there is no command 'lgo'", "did you mean: memgit log", "memgit --help"],
    "memory ad": ["there is no command 'memory ad'", "did you mean: memgit memory add", "memgit memory --help"],
    "--bogus log": ["there is no option '--bogus'", "memgit --help"],
    "version --bogus": ["no such option: --bogus", "memgit help version"],
    "version more": ["got unexpected extra argument (more)", "memgit help version"],
    "completion": ["missing argument 'SHELL'", "memgit help completion"],
    "log -n x": ["invalid value for '-n' / '--limit': 'x' is no whole number", "memgit help log"],
    "log --wait soon": ["--wait needs a number of seconds, not 'soon'", "memgit --wait 30 COMMAND"],
    "log --home": ["--home needs a value", "memgit --home DIR COMMAND"],
    "log --json=yes": ["--json takes no value", "memgit --help"],
    "log --color=blue": ["--color is always, never or auto, not 'blue'", "memgit --help"],
}


@pytest.mark.parametrize("line", USAGE)
def test_wrong_usage(line: str) -> None:
    done = run(*line.split())
    message, *hints = USAGE[line]
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [f"memgit: error: {message}", *(f"memgit: hint: {hint}" for hint in hints)]


def test_an_error_without_a_hint_of_its_own_names_the_help(hermes: Path) -> None:
    done = run("memory", "add", "", home=hermes)
    assert done.code == 2
    assert done.stderr.splitlines() == [
        "memgit: error: an entry cannot be empty",
        "memgit: hint: memgit help memory add",
    ]


def test_a_name_of_several_lines_makes_an_error_of_one(hermes: Path) -> None:
    done = run("skill", "view", "a\nb\r\nc", home=hermes)
    assert done.stderr.splitlines()[0] == "memgit: error: there is no skill 'a\\nb\\r\\nc'"
    assert all(line.startswith("memgit: ") for line in done.stderr.splitlines())
    assert run("skill", "view", "a\nb", "--json", home=hermes).error["message"] == "there is no skill 'a\nb'"


def test_wrong_usage_as_json() -> None:
    done = run("--json", "lgo")
    assert (done.code, done.stdout) == (2, "")
    assert done.error == snapshot(
        {
            "kind": "usage",
            "code": 2,
            "message": "there is no command 'lgo'",
            "hints": ["did you mean: memgit log", "memgit --help"],
        }
    )


def test_no_store(tmp_path: Path) -> None:
    done = run("log", cwd=tmp_path)
    assert done.code == 3
    assert done.stderr == snapshot(
        """\
memgit: error: no store here, in a folder above, or in '~/.memgit'
memgit: hint: memgit init DIR
"""
    )
    named = run("log", "--json", home=tmp_path)
    assert (named.code, named.error["kind"]) == (3, "not-found")


class Broken:
    """Makes `memgit version` raise what a test wants."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def __call__(self, error: BaseException) -> None:
        def fail() -> str:
            raise error

        self.monkeypatch.setattr(version, "__version__", _Raising(fail))


class _Raising:
    def __init__(self, fail: Callable[[], str]) -> None:
        self.fail = fail

    def __str__(self) -> str:
        return self.fail()


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Broken:
    return Broken(monkeypatch)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (errno.ENOSPC, "the disk is full: '/x'"),
        (errno.EROFS, "the file system is read-only: '/x'"),
        (errno.EACCES, "no permission: '/x'"),
        (errno.EDQUOT, "the disk quota is used up: '/x'"),
    ],
)
def test_what_the_system_refuses(code: int, says: str, broken: Broken) -> None:
    broken(OSError(code, os.strerror(code), "/x"))
    done = run("version")
    assert done.code == 8
    assert done.stderr.splitlines()[0] == f"memgit: error: {says}"
    assert done.stderr.splitlines()[1].startswith("memgit: hint: ")


def test_details_are_in_the_json(broken: Broken) -> None:
    broken(MemgitError("it is wrong", "mend it", details={"candidates": ["a", "b"], "code": 99}))
    assert run("version").stderr == "memgit: error: it is wrong\nmemgit: hint: mend it\n"
    assert run("version", "--json").error == {
        "kind": "problem",
        "code": 1,
        "message": "it is wrong",
        "hints": ["mend it"],
        "candidates": ["a", "b"],
    }


def test_a_bug_leaves_a_report_without_what_was_written(broken: Broken, tmp_path: Path) -> None:
    broken(ValueError("the secret text of a person"))
    done = run(
        "version", "-x=hidden" if False else "--dry-run", env={"XDG_STATE_HOME": str(tmp_path), "MEMGIT_DEBUG": ""}
    )
    assert done.code == 70
    first, second = done.stderr.splitlines()
    assert first == "memgit: error: memgit has a bug: ValueError"
    path = Path(second.rpartition(" ")[2])
    assert path.parent == tmp_path / "memgit" / "crashes"
    text = path.read_text()
    assert "command: memgit version --dry-run" in text
    assert "version.py" in text
    assert "secret text" not in text


def test_a_bug_without_a_place_for_the_report(broken: Broken) -> None:
    broken(ValueError("x"))
    done = run("version", env={"MEMGIT_DEBUG": ""})
    assert done.code == 70
    assert done.stderr.splitlines()[1] == (
        "memgit: hint: no report could be written; see what happened: memgit --debug COMMAND"
    )


def test_debug_prints_the_traceback(broken: Broken, capsys: pytest.CaptureFixture[str]) -> None:
    broken(ValueError("what it was"))
    assert run("version", "--debug", env={"MEMGIT_DEBUG": ""}).code == 70
    assert "ValueError: what it was" in capsys.readouterr().err


def test_an_interrupt(broken: Broken) -> None:
    broken(KeyboardInterrupt())
    done = run("version")
    assert (done.code, done.stdout, done.stderr) == (130, "", "")


def test_a_real_interrupt(tmp_path: Path) -> None:
    code = "import time, memgit.cli.version as v; from memgit.cli.main import run\n"
    code += "class S:\n def __format__(s, f):\n  print('ready', flush=True); time.sleep(30)\n"
    code += "v.__version__ = S(); import sys; sys.argv = ['memgit', 'version']; run()"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20)[1] == b""
    assert process.returncode == 130


def test_nobody_reads_on() -> None:
    done = subprocess.run(
        [
            "bash",
            "-c",
            f"set -o pipefail; {sys.executable} -c 'from memgit.cli.main import run; run()' help rule | head -n 1",
        ],
        capture_output=True,
        env=environment(),
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("secret/")


def test_a_full_device() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-c", RUN, "help", "rule"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            text=True,
            check=False,
        )
    assert done.returncode == 8
    assert done.stderr.splitlines()[0] == "memgit: error: the disk is full"


def test_text_that_the_terminal_cannot_show_is_escaped() -> None:
    done = run_process("help", "no\udce9such")
    assert done.code == 3
    assert "'no\\udce9such'" in done.stderr
    assert json.loads(run_process("help", "no\udce9such", "--json").stderr)["message"].endswith("'no\udce9such'")


def test_closed_streams() -> None:
    code = "from memgit.cli.main import run; run()"
    words = f'exec "$0" -c "{code}" version >&- 2>&-'
    done = subprocess.run(["sh", "-c", words, sys.executable], check=False, timeout=30)
    assert done.returncode == 0
