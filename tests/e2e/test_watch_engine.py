"""The watcher on real files: whatever is done to a home, what it passes over leads to the state on disk."""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.watching import HERMES, PATIENCE, QUICK, tracked, until, watching, write

from memgit.errors import Busy
from memgit.model.layout import Layout, Place
from memgit.watch import sleep, watches
from memgit.watch.event import Failed, HomeBack, HomeGone, Lost, Passed, Polling, Recorded, Started, Watching

# watchdog's own recursive emitter warns when it watches a new folder twice.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")


@pytest.fixture(params=["inotify", "observer"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to watch, on one system."""
    if request.param == "observer":
        monkeypatch.setitem(sys.modules, "memgit.watch.inotify", None)
    elif sys.platform != "linux":
        pytest.skip("inotify is Linux's")
    return str(request.param)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    write(home / "memories/MEMORY.md", "one")
    write(home / "skills/release/SKILL.md", "# Release")
    write(home / "state.db", "not ours")
    return home


def test_a_save_is_passed_over_and_recorded_when_quiet(home: Path, backend: str) -> None:
    with watching(home) as mirror:
        assert mirror.said[0] == Started()
        assert mirror.passes == [None]
        until(lambda: mirror.records == 1)  # the first pass found what was there
        write(home / "memories/MEMORY.md", "two")
        until(mirror.settled)
        assert mirror.records == 1
        until(lambda: mirror.records == 2)
        assert mirror.passes[1:] == [frozenset({"memories/MEMORY.md"})] * len(mirror.passes[1:])
        assert mirror.of(Passed)[-1].paths == ("memories/MEMORY.md",)
        assert len(mirror.of(Recorded)) == 2
        time.sleep(2 * QUICK.quiet)
        assert mirror.records == 2


def test_an_atomic_save_is_one_pass(home: Path, backend: str) -> None:
    memory, temp, aside = (home / "memories" / name for name in ("MEMORY.md", ".mem_1", ".MEMORY.md.retired-1"))
    with watching(home) as mirror:
        temp.write_text("two")
        memory.rename(aside)
        os.link(temp, memory)
        temp.unlink()
        aside.unlink()
        until(mirror.settled)
        time.sleep(0.3)
        assert mirror.passes == [None, frozenset({"memories/MEMORY.md"})]


def test_reading_wakes_nothing(home: Path, backend: str) -> None:
    with watching(home) as mirror:
        for _ in range(20):
            tracked(home, HERMES, "")
            time.sleep(0.01)
        assert mirror.passes == [None]


def test_what_is_beside_the_roots_is_not_looked_at(home: Path, backend: str) -> None:
    with watching(home) as mirror:
        write(home / "state.db", "more")
        write(home / "sessions/2026/a.jsonl", "{}")
        write(home / ".git/objects/ab", "x")
        write(home / ".memgit/index.db", "x")
        write(home / "skills/.hub/lock.json", "x")
        write(home / "skills/release/node_modules/a/SKILL.md", "x")
        time.sleep(0.5)
        assert all("node_modules" not in path and ".hub" not in path for paths in mirror.passes[1:] for path in paths)
        assert mirror.settled()


def test_no_watch_is_spent_on_folders_the_layout_does_not_enter(home: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("inotify is Linux's")
    from memgit.watch.inbox import Inbox
    from memgit.watch.inotify import InotifyWatches
    from memgit.watch.scope import Scope

    for n in range(50):
        write(home / f"skills/release/node_modules/m{n}/x.js", "")
        write(home / f"sessions/s{n}/x.jsonl", "")
    stood = InotifyWatches(home, Scope.of(HERMES), Inbox())
    try:
        assert set(stood._watches) == {"", "memories", "skills", "skills/release"}
    finally:
        stood.close()


@pytest.mark.parametrize("depth", [1, 6])
def test_new_folders_with_files_inside(home: Path, backend: str, depth: int) -> None:
    with watching(home) as mirror:
        for n in range(30):
            write(home.joinpath("skills", f"s{n}", *["d"] * depth, "SKILL.md"), str(n))
        until(mirror.settled)
        assert mirror.fulls == 1


def test_a_tree_moved_in_out_and_about(home: Path, backend: str, tmp_path: Path) -> None:
    for n in range(20):
        write(tmp_path / f"tree/a{n}/b/c.md", str(n))
    with watching(home) as mirror:
        os.rename(tmp_path / "tree", home / "skills/tree")
        until(mirror.settled)
        assert len(mirror.files) == 22
        os.rename(home / "skills/tree", home / "skills/Tree")
        until(mirror.settled)
        assert "skills/Tree/a3/b/c.md" in mirror.files
        assert "skills/tree/a3/b/c.md" not in mirror.files
        write(home / "skills/Tree/a3/b/c.md", "under its new name")
        write(home / "skills/Tree/a3/new/c.md", "under its new name")
        until(mirror.settled)
        os.rename(home / "skills/Tree", tmp_path / "out")
        until(mirror.settled)
        assert len(mirror.files) == 2
        assert mirror.fulls == 1


def test_a_checkout_of_five_thousand_files(home: Path) -> None:
    script = "cd skills; seq -f s%g 5000 | xargs mkdir; for n in s*; do echo $n > $n/SKILL.md; done"
    with watching(home) as mirror:
        subprocess.run(["sh", "-c", script], cwd=home, check=True)
        until(lambda: len(mirror.files) == 5002 and mirror.settled(), 60)
        subprocess.run(["rm", "-r", "skills"], cwd=home, check=True)
        until(lambda: len(mirror.files) == 1, 60)


def test_roots_appear_vanish_and_are_replaced(home: Path, backend: str, tmp_path: Path) -> None:
    with watching(home) as mirror:
        write(home / "skill-bundles/review.yaml", "name: review")
        until(mirror.settled)
        write(home / "skill-bundles/review.yaml", "name: review\n")
        until(mirror.settled)
        os.rename(home / "skills", home / "skills.old")
        write(home / "skills/new/SKILL.md", "new")
        until(mirror.settled)
        write(home / "skills.old/release/SKILL.md", "not ours any more")
        write(home / "skills/new/SKILL.md", "newer")
        until(mirror.settled)
        shutil.rmtree(home / "memories")
        write(home / "memories/MEMORY.md", "again")
        until(mirror.settled)
        write(home / "memories/MEMORY.md", "and again")
        until(mirror.settled)
        write(home / "memgit.yaml", "a: 1")
        until(lambda: mirror.settled() and "memgit.yaml" in mirror.files)
        assert mirror.fulls == 1


def test_links_are_not_followed(home: Path, backend: str, tmp_path: Path) -> None:
    write(tmp_path / "outside/a/SKILL.md", "a")
    shutil.rmtree(home / "memories")
    (home / "memories").symlink_to(tmp_path / "outside")
    (home / "skills/linked").symlink_to(tmp_path / "outside")
    with watching(home) as mirror:
        write(tmp_path / "outside/a/SKILL.md", "b")
        write(tmp_path / "outside/MEMORY.md", "b")
        time.sleep(0.4)
        assert mirror.passes == [None]
        (home / "skills/later").symlink_to(tmp_path / "outside")
        until(mirror.settled)
        shutil.rmtree(home / "skills/release")
        (home / "skills/release").symlink_to(tmp_path / "outside")
        until(mirror.settled)
        passes = len(mirror.passes)
        write(tmp_path / "outside/a/SKILL.md", "c")
        time.sleep(0.4)
        assert len(mirror.passes) == passes


def test_a_folder_made_anew_while_a_reader_has_the_old_one_open(home: Path) -> None:
    with watching(home) as mirror:
        reader = os.open(home / "skills/release", os.O_RDONLY)
        shutil.rmtree(home / "skills/release")
        write(home / "skills/release/SKILL.md", "anew")
        until(mirror.settled)
        os.close(reader)
        time.sleep(0.1)
        write(home / "skills/release/SKILL.md", "edited")
        until(mirror.settled)
        assert mirror.fulls == 1


def test_two_folders_exchanged(home: Path) -> None:
    libc = ctypes.CDLL(None)
    for name in "ab":
        write(home / f"skills/{name}/x/SKILL.md", name)
    with watching(home) as mirror:
        one, other = (os.fsencode(home / "skills" / name) for name in "ab")
        if not hasattr(libc, "renameat2") or libc.renameat2(-100, one, -100, other, 2) != 0:
            pytest.skip("the file system exchanges nothing")
        until(mirror.settled)
        assert mirror.files["skills/a/x/SKILL.md"] == b"b"
        for name in "ab":
            write(home / f"skills/{name}/x/SKILL.md", f"{name} after")
            until(mirror.settled)
        assert mirror.fulls == 1


@pytest.mark.parametrize("seed", range(4))
def test_any_sequence_of_edits(home: Path, seed: int) -> None:
    chance = random.Random(seed)
    with watching(home) as mirror:
        for _ in range(6):
            for _ in range(60):
                disturb(home / "skills", chance)
                if chance.random() < 0.1:
                    time.sleep(chance.random() * 0.05)
            until(mirror.settled)
        # Where every folder is still watched, the last word on each file arrives too.
        for path in list(tracked(home, HERMES, "")):
            if not (home / path).is_symlink():
                (home / path).write_text("last")
        until(mirror.settled)
        assert not mirror.of(Failed)


def disturb(root: Path, chance: random.Random) -> None:
    def some() -> Path:
        return root.joinpath(*(chance.choice("abc") for _ in range(chance.randint(1, 3))))

    one, other = some(), some()
    try:
        match chance.randrange(7):
            case 0 | 1 | 2:
                write(one / "SKILL.md", str(chance.random()))
            case 3 | 4:
                os.rename(one, other)
            case 5:
                shutil.rmtree(one)
            case 6:
                one.symlink_to(root)
    except OSError:
        pass


def test_the_home_goes_and_comes_back(home: Path, backend: str, tmp_path: Path) -> None:
    with watching(home) as mirror:
        shutil.rmtree(home)
        until(lambda: bool(mirror.of(HomeGone)))
        passes = len(mirror.passes)
        time.sleep(0.3)
        assert len(mirror.passes) == passes
        write(home / "memories/MEMORY.md", "reborn")
        until(lambda: bool(mirror.of(HomeBack)) and mirror.settled())
        write(home / "memories/MEMORY.md", "and edited")
        until(mirror.settled)
        assert mirror.fulls == 2
        assert len(mirror.of(HomeGone)) == 1


def test_the_home_is_replaced_or_moved_away(home: Path, backend: str, tmp_path: Path) -> None:
    write(tmp_path / "other/memories/MEMORY.md", "other")
    with watching(home) as mirror:
        os.rename(home, tmp_path / "old")
        os.rename(tmp_path / "other", home)
        until(lambda: mirror.files == {"memories/MEMORY.md": b"other"})
        assert [type(event) for event in mirror.said if isinstance(event, HomeGone | HomeBack)] == [HomeGone, HomeBack]
        write(tmp_path / "old/memories/MEMORY.md", "nobody's")
        write(home / "memories/MEMORY.md", "edited")
        until(mirror.settled)


def test_a_home_created_later(tmp_path: Path, backend: str) -> None:
    home = tmp_path / "a/b/home"
    with watching(home) as mirror:
        assert mirror.said == [Started(), HomeGone()]
        write(home / "memories/MEMORY.md", "born")
        until(lambda: bool(mirror.of(HomeBack)) and mirror.settled())


@pytest.fixture
def lag() -> Iterator[tuple[Layout, threading.Event]]:
    """A layout that keeps watchdog's thread at its next event while the flag is not set."""
    go = threading.Event()
    go.set()

    def slow(path: str) -> Place | None:
        if threading.current_thread() is not threading.main_thread():
            go.wait(PATIENCE)
        return HERMES.place(path)

    yield replace(HERMES, classify=slow), go
    go.set()


def test_an_overflow_leads_to_a_full_pass_and_new_watches(home: Path, lag: tuple[Layout, threading.Event]) -> None:
    if sys.platform != "linux":
        pytest.skip("inotify is Linux's")
    limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    layout, go = lag
    with watching(home, layout) as mirror:
        go.clear()
        write(home / "memories/MEMORY.md", "held")
        time.sleep(0.1)
        for n in range(limit // 2 + 1000):
            (home / f"skills/release/f{n % 7}").write_bytes(b"")
            os.utime(home / f"skills/release/f{n % 7}")
        write(home / "skills/lost/deep/SKILL.md", "made while nothing was told")
        go.set()
        until(lambda: bool(mirror.of(Lost)))
        assert mirror.of(Lost)[0].reason == "overflow"
        until(lambda: mirror.fulls >= 2 and mirror.settled())
        write(home / "skills/lost/deep/SKILL.md", "and seen again")
        until(mirror.settled)


def test_a_link_that_took_the_place_of_a_folder_blinds_no_other(
    home: Path, tmp_path: Path, lag: tuple[Layout, threading.Event]
) -> None:
    layout, go = lag
    write(home / "skills/b/SKILL.md", "b")
    write(home / "skills/c/SKILL.md", "c")
    with watching(home, layout) as mirror:
        go.clear()
        write(home / "memories/MEMORY.md", "held")
        time.sleep(0.1)
        (home / "skills/c/b").mkdir()
        os.rename(home / "skills/c", tmp_path / "out")
        (home / "skills/c").symlink_to(home / "skills")
        go.set()
        until(mirror.settled)
        write(home / "skills/b/SKILL.md", "edited")
        until(mirror.settled)
        assert mirror.fulls == 1


def test_sleep_leads_to_a_full_pass(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = [0.0]
    monkeypatch.setattr(sleep, "drift", lambda: ahead[0])
    with watching(home) as mirror:
        time.sleep(0.3)
        assert mirror.fulls == 1
        ahead[0] = 3600.0
        until(lambda: mirror.fulls == 2)
        assert mirror.of(Lost) == [Lost("sleep")]


def test_full_passes_come_by_the_clock(home: Path) -> None:
    with watching(home, timing=replace(QUICK, full=0.2)) as mirror:
        until(lambda: mirror.fulls >= 3)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (Busy("the store is locked"), "the store is locked"),
        (OSError(28, "No space left on device"), "[Errno 28] No space left on device"),
        (ValueError("a bug"), "ValueError: a bug"),
        (KeyError(), "KeyError"),
    ],
)
def test_a_failure_is_said_and_tried_again(home: Path, error: Exception, text: str) -> None:
    with watching(home) as mirror:
        mirror.failing = error
        write(home / "memories/MEMORY.md", "two")
        until(lambda: bool(mirror.of(Failed)))
        assert mirror.of(Failed) == [Failed(text, 1.0)]
        mirror.failing = None
        until(mirror.settled)
        assert mirror.passes[-1] is None


def test_it_stops_at_once_while_it_waits_to_try_again(home: Path) -> None:
    with watching(home) as mirror:
        mirror.failing = RuntimeError()
        write(home / "memories/MEMORY.md", "two")
        until(lambda: bool(mirror.of(Failed)))


def test_a_failed_recording_is_tried_again_after_a_full_pass(home: Path) -> None:
    with watching(home) as mirror:
        mirror.unrecordable = Busy("a merge is in progress")
        until(lambda: len(mirror.of(Failed)) == 2)
        assert mirror.of(Failed) == [Failed("a merge is in progress", 1.0), Failed("a merge is in progress", 2.0)]
        assert mirror.passes == [None, None]
        mirror.unrecordable = None
        until(lambda: mirror.records == 1)
        assert mirror.passes == [None] * 3


def test_polling_where_nothing_can_be_watched(home: Path, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stand, limit = watches.stand, [True]

    def short(*args: Any) -> watches.Watches:
        if limit[0]:
            raise OSError(28, "inotify watch limit reached")
        return stand(*args)

    monkeypatch.setattr("memgit.watch.engine.stand", short)
    with watching(home, timing=replace(QUICK, full=1.0)) as mirror:
        write(home / "memories/MEMORY.md", "two")
        until(mirror.settled)
        until(lambda: mirror.fulls >= 4)
        assert mirror.of(Polling) == [Polling("inotify watch limit reached")]
        limit[0] = False
        until(lambda: mirror.of(Watching) == [Watching()])
        passes = mirror.fulls
        write(home / "memories/MEMORY.md", "three")
        until(mirror.settled)
        assert mirror.fulls <= passes + 1
    assert len(mirror.of(Polling)) == 1


LIMITED = """
import sys, threading, time
from pathlib import Path
from memgit import layouts
from memgit.watch.engine import Work, watch
from memgit.watch.event import Passed, Polling
from memgit.watch.timing import Timing

home, stop, said = Path(sys.argv[1]), threading.Event(), []
def say(event):
    said.append(event)
    if isinstance(event, Passed) and len(said) == 2:
        for n in range(int(sys.argv[2])):
            (home / f"skills/n{n}").mkdir()
    if sum(isinstance(event, Polling) for event in said) and sum(isinstance(e, Passed) for e in said) >= 4:
        stop.set()
threading.Timer(20, stop.set).start()
work = Work(lambda paths: False, lambda: None, say)
watch(home, layouts.get("hermes"), work, Timing(poll=0.1, polling=0.1), stop, home.is_dir)
print([event.reason for event in said if isinstance(event, Polling)])
import os
os._exit(0)
"""


@pytest.mark.parametrize(("sysctl", "limit", "later", "reason"), [
    ("max_inotify_watches", 30, 0, "inotify watch limit reached"),
    ("max_inotify_watches", 60, 40, "inotify watch limit reached"),
    ("max_inotify_instances", 0, 0, "inotify instance limit reached"),
])  # fmt: skip
def test_the_limits_of_inotify(home: Path, sysctl: str, limit: int, later: int, reason: str) -> None:
    for n in range(40):
        write(home / f"skills/s{n}/SKILL.md", str(n))
    inner = f'echo {limit} > /proc/sys/user/{sysctl} || exit 77; exec "$@"'
    command = ["unshare", "-Ur", "sh", "-c", inner, "sh", sys.executable, "-c", LIMITED, str(home), str(later)]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    except FileNotFoundError:
        pytest.skip("no unshare")
    if done.returncode in (1, 77) and not done.stdout:
        pytest.skip(f"no user namespaces: {done.stderr}")
    assert (done.stdout, done.stderr, done.returncode) == (f"[{reason!r}]\n", "", 0)
