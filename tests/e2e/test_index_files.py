"""The index over files as they may be, of processes that are killed, and of several at the same time."""

from __future__ import annotations

import os
import random
import signal
import socket
import threading
import time
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from support.homes import SKILL
from support.index_dump import assert_as_rebuilt, dump, place_of

from memgit.index import filing
from memgit.index.database import Database
from memgit.ops import index
from memgit.ops.index import Where

MEMORY = "memories/MEMORY.md"
HEAD = "skills/pr-triage/SKILL.md"
NOTES = "skills/pr-triage/notes.md"
PLACES = (MEMORY, HEAD, NOTES, "skills/loose.md", "skill-bundles/review.yaml")

ODD = {
    "empty": b"",
    "one sign": "§".encode(),
    "separators": "\n§\n\n§\n§".encode(),
    "no utf-8": b"caf\xe9 \xff\xfe\xfd",
    "cut in a character": "缓存".encode()[:-1],
    "surrogates": b"\xed\xa0\x80\xed\xb0\x80",
    "utf-16": "\ufeff缓存 cache\n§\ntwo".encode("utf-16"),
    "utf-16, cut": "\ufeff缓存".encode("utf-16")[:-1],
    "bom": b"\xef\xbb\xbfuses uv",
    "binary": bytes(range(256)) * 40,
    "a NUL in the middle": b"word " * 3_000 + b"\0" + b"more",
    "mixed newlines": b"a\r\nb\rc\n\xc2\xa7\r\nd\r\xc2\xa7\re\n\r\n\r\r\n",
    "one line of 5 MB": b"word1 word2 " * 430_000,
    "5 MB without a blank": b"x" * 5_000_000,
    "an entry of 1 MB": b"short\n\xc2\xa7\n" + b"line of an entry\n" * 62_000 + b"\xc2\xa7\nlast",
    "never closed": b"---\nname: pr-triage\ndescription: open\n" + b"# a\n" * 1_000,
    "only closed": b"---\n---\n",
    "odd frontmatter": b"---\nname: [1, 2\n: :\n\t- x\n---\nbody",
    "headings only": b"# a\n" * 5_000,
    "blanks": b" \t\n" * 100_000,
    "control characters": bytes(range(1, 32)) + b"\x7f\xc2\x85\xe2\x80\xa8\xe2\x80\xa9",
    "quotes": b'"\' "" ;-- ) NEAR( * ^ : {}',
}


@pytest.fixture
def place(hermes: Path) -> Where:
    place = place_of(hermes)
    index.refresh(place)
    return place


def write(place: Where, path: str, data: bytes) -> None:
    full = place.home / path
    full.parent.mkdir(parents=True, exist_ok=True)
    full.write_bytes(data)


@pytest.mark.parametrize("name", ODD)
def test_whatever_is_in_a_file(place: Where, name: str) -> None:
    places = PLACES if len(ODD[name]) < 4_000_000 else (HEAD,)
    for path in places:
        write(place, path, ODD[name])
    write(place, "memories/USER.md", b"beside")
    started = time.process_time()
    done = index.refresh(place)
    assert time.process_time() - started < 15
    assert (done.changed, done.stale, done.rebuilt) == (len(places) + 1, None, None)
    assert_as_rebuilt(place)
    checked = index.check(place)
    assert (checked.problem, checked.differences) == (None, ())
    texts = [row[-1] for row in dump(place.databases[0])["docs"].values()]
    assert "beside" in texts


def test_files_that_are_too_big_are_known_by_name(place: Where) -> None:
    for path in (MEMORY, HEAD, NOTES):
        with open(place.home / path, "wb") as file:
            file.truncate(50 * 1024 * 1024)
    started = time.process_time()
    index.refresh(place)
    assert time.process_time() - started < 0.5
    found = dump(place.databases[0])
    assert found["files"][NOTES] == (None, "it is more than 10,485,760 bytes")
    assert found["docs"][NOTES, 0][-1] == "notes.md"
    assert [key for key in found["docs"] if key[0] == MEMORY] == []
    assert_as_rebuilt(place)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_files_that_may_not_be_read(place: Where) -> None:
    (place.home / MEMORY).chmod(0)
    (place.home / "skills/dev").chmod(0)
    assert index.refresh(place).stale is None
    assert dump(place.databases[0])["files"][MEMORY] == (None, "it cannot be read: Permission denied")
    (place.home / MEMORY).chmod(0o600)
    (place.home / "skills/dev").chmod(0o700)
    index.refresh(place)
    assert_as_rebuilt(place)


@pytest.mark.parametrize("told", [True, False])
def test_no_file_in_the_place_of_one(place: Where, told: bool) -> None:
    for path in (MEMORY, HEAD, NOTES, "skills/dev/release/SKILL.md"):
        (place.home / path).unlink(missing_ok=True)
    os.mkfifo(place.home / MEMORY)
    (place.home / HEAD).mkdir()
    (place.home / "skills/dev/release/SKILL.md").symlink_to("SKILL.md")
    cwd = os.open(".", os.O_RDONLY)
    try:
        os.chdir(place.home / "skills/pr-triage")  # the address of a socket is short
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("notes.md")
    finally:
        os.fchdir(cwd)
        os.close(cwd)
    done = index.refresh(place, paths=[MEMORY, HEAD, NOTES, "skills/dev/release/SKILL.md"] if told else None)
    assert done.stale is None
    assert_as_rebuilt(place)
    assert MEMORY not in dump(place.databases[0])["files"]


@pytest.mark.parametrize("told", [True, False])
def test_names_that_are_not_utf8_or_very_long(place: Where, told: bool) -> None:
    folder = os.fsencode(place.home / "skills/pr-triage")
    os.mkdir(folder + b"/\xff\xfe")
    for name in (b"\xe9.md", b"\xff\xfe/a.md", b"new\nline.md", b"back\\slash.md", b"'quote\".md"):
        Path(os.fsdecode(folder + b"/" + name)).write_bytes(b"text")
    long = "n" * 252 + ".md"
    deep = "/".join(["d" * 250] * 6)
    for path in (long, "缓" * 84 + ".md", f"{deep}/{long}"):
        write(place, f"skills/pr-triage/{path}", b"text of a long name")
    paths = [os.fsdecode(folder + b"/" + name).removeprefix(f"{place.home}/") for name in os.listdir(folder)]
    done = index.refresh(place, paths=paths if told else None)
    assert done.stale is None
    assert_as_rebuilt(place)
    files = dump(place.databases[0])["files"]
    assert f"skills/pr-triage/{deep}/{long}" in files
    assert "skills/pr-triage/new\nline.md" in files
    assert not [path for path in files if "\\" in path or "\udce9" in path]


def test_files_that_vanish_change_and_turn_up_while_they_are_read(place: Where) -> None:
    """A thread writes, renames and deletes without a pause; when it is done, so is the next refresh."""
    stop = threading.Event()
    crashed: list[BaseException] = []

    def busy() -> None:
        chance = random.Random(7)
        try:
            while not stop.is_set():
                folder = place.home / f"skills/s{chance.randrange(5)}"
                folder.mkdir(exist_ok=True)
                file = folder / chance.choice(("SKILL.md", "a.md", "b.md"))
                file.write_text(f"text {chance.randrange(100)}")
                if chance.random() < 0.3:
                    file.unlink()
                if chance.random() < 0.1:
                    os.rename(folder, folder.with_name(f"t{chance.randrange(10**9)}"))
        except BaseException as error:
            crashed.append(error)

    thread = threading.Thread(target=busy)
    thread.start()
    try:
        ends = time.monotonic() + 2
        while time.monotonic() < ends:
            done = index.refresh(place)
            assert (done.stale, done.rebuilt) == (None, None)
    finally:
        stop.set()
        thread.join()
    assert not crashed
    index.refresh(place)
    assert_as_rebuilt(place)


def test_a_file_that_vanishes_between_the_look_and_the_reading(place: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    write(place, NOTES, b"here and gone")
    load = filing.load

    def vanishing(home: Path, path: str, limit: int) -> object:
        if path == NOTES:
            (home / path).unlink(missing_ok=True)
        return load(home, path, limit)

    monkeypatch.setattr(filing, "load", vanishing)
    index.refresh(place)
    assert NOTES not in dump(place.databases[0])["files"]
    monkeypatch.undo()
    index.refresh(place)
    assert_as_rebuilt(place)


# Processes.


@pytest.fixture
def big(hermes: Path) -> Where:
    """A home of several transactions."""
    place = place_of(hermes)
    for n in range(250):
        folder = f"skills/cat{n % 7}/skill{n}"
        write(place, f"{folder}/SKILL.md", SKILL.format(name=f"skill{n}", description=f"does {n}").encode())
        write(place, f"{folder}/references/a.md", f"# About {n}\n\nshared text\n".encode())
    index.refresh(place)
    return place


def disturb(place: Where, chance: random.Random) -> None:
    """Change a third of the home."""
    for n in chance.sample(range(250), k=80):
        folder = place.home / f"skills/cat{n % 7}/skill{n}"
        head = folder / "SKILL.md"
        match chance.randrange(4):
            case 0 if head.exists():
                head.unlink()
            case 1:
                head.write_text(SKILL.format(name=f"skill{n}", description=f"does {chance.random()}"))
            case 2:
                (folder / "references/SKILL.md").write_text("nested")
            case _:
                (folder / "references/SKILL.md").unlink(missing_ok=True)
                (folder / "references/a.md").write_text(f"text {chance.random()}")


def forked(work: Callable[[], object]) -> int:
    """The pid of a process that does the work and ends with 0, or with 1 and a traceback."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads: those of the test runner hold nothing of ours
        child = os.fork()
    if child:
        return child
    try:
        work()
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def status_of(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_writer_is_killed_at_any_moment(big: Where) -> None:
    chance = random.Random(11)
    killed = 0
    for n in range(30):
        disturb(big, chance)
        if n % 10 == 9:
            big.databases[0].unlink()
        work = index.rebuild if n % 3 == 2 else index.refresh
        child = forked(lambda work=work: work(big))  # type: ignore[misc]
        time.sleep(chance.uniform(0.002, 0.12))
        os.kill(child, signal.SIGKILL)
        killed += status_of(child) == -signal.SIGKILL
        if n % 2:
            disturb(big, chance)
        done = index.refresh(big)
        assert (done.stale, n) == (None, n)
        assert done.rebuilt is None or n % 10 == 9
        if n % 3 == 0:
            assert_as_rebuilt(big, n)
    assert killed > 15
    assert_as_rebuilt(big)
    found = index.check(big)
    assert (found.problem, found.differences) == (None, ())
    assert {name for name in os.listdir(big.databases[0].parent) if name.startswith("index.db")} == {"index.db"}


@pytest.mark.parametrize("count", [2, 4])
def test_processes_that_refresh_at_the_same_time(big: Where, count: int) -> None:
    def work(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(8):
            if chance.random() < 0.5:
                disturb(big, chance)
            paths = chance.choice((None, [f"skills/cat{chance.randrange(7)}"]))
            done = index.refresh(big, paths=paths)
            assert done.rebuilt is None
            assert done.stale is None
            time.sleep(chance.uniform(0, 0.02))

    children = [forked(lambda seed=seed: work(seed)) for seed in range(count)]  # type: ignore[misc]
    assert [status_of(child) for child in children] == [0] * count
    index.refresh(big)
    assert_as_rebuilt(big)


@pytest.mark.parametrize("count", [2, 4])
def test_processes_that_find_no_index_make_one(big: Where, count: int) -> None:
    for _ in range(3):
        big.databases[0].unlink()
        children = [forked(lambda: index.refresh(big)) for _ in range(count)]
        assert [status_of(child) for child in children] == [0] * count
        done = index.refresh(big)
        assert (done.rebuilt, done.changed) == (None, 0)
        assert_as_rebuilt(big)


def test_who_reads_during_a_rebuild_sees_the_old_or_the_new(big: Where) -> None:
    with Database.open(big.databases[0]) as db:
        before = db.one("SELECT count(*) FROM file")
    for n in range(5):
        write(big, f"skills/more/{n}.md", b"more")

    def work() -> None:
        for _ in range(6):
            assert index.rebuild(big).stale is None

    child = forked(work)
    seen = set()
    looks = 0
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        with Database.open(big.databases[0]) as db, db.reading():
            seen.add(
                (db.one("SELECT count(*) FROM file"), bool(db.one("SELECT count(*) FROM token WHERE token MATCH 'uv'")))
            )
            looks += 1
    assert looks > 20
    assert seen <= {(before, True), (before + 5, True)}
    with Database.open(big.databases[0]) as db:
        assert db.one("SELECT count(*) FROM file") == before + 5
