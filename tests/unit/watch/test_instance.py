from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memgit.errors import Busy
from memgit.watch.instance import held, running

OTHER = """
import sys
from pathlib import Path
from memgit.watch.instance import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def another(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that is the watcher."""
    command = [sys.executable, "-c", OTHER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_alone(tmp_path: Path) -> None:
    lock = tmp_path / "watch.lock"
    assert running(lock) is None
    with held(lock):
        assert running(lock) == os.getpid()
    assert running(lock) is None
    with held(lock):
        pass
    assert lock.exists()


def test_a_second_one_is_refused_by_the_pid_of_the_first(tmp_path: Path) -> None:
    lock = tmp_path / "watch.lock"
    with another(lock) as process:
        assert running(lock) == process.pid
        with (
            pytest.raises(Busy, match=rf"another memgit watch \(pid {process.pid}\) keeps this home") as raised,
            held(lock),
        ):
            pytest.fail("two watchers")
        assert raised.value.hints
        process.kill()
        process.wait()
        assert running(lock) is None
        with held(lock):
            assert running(lock) == os.getpid()


def test_a_look_does_not_keep_a_watcher_from_starting(tmp_path: Path) -> None:
    import fcntl
    import threading

    lock = tmp_path / "watch.lock"
    handle = os.open(lock, os.O_RDONLY | os.O_CREAT, 0o600)
    fcntl.flock(handle, fcntl.LOCK_SH)
    threading.Timer(0.05, os.close, [handle]).start()
    with held(lock):
        assert running(lock) == os.getpid()


def test_no_pid_yet(tmp_path: Path) -> None:
    lock = tmp_path / "watch.lock"
    with held(lock):
        os.truncate(lock, 0)
        assert running(lock) == 0
