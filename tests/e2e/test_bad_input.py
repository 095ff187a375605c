"""Bad input and a bad system: one clear line, the right exit code, and nothing changed."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from support import disks
from support.cli import run, run_process
from support.homes import SKILL, sample_home
from support.snapshot import assert_clean, assert_one_line, git, snapshot

MEMORY = "memories/MEMORY.md"
HEAD = "skills/pr-triage/SKILL.md"
BIG = 50 * 1024 * 1024
BYTES = b"caf\xe9 au lait"


def refused(home: Path, code: int, words: Sequence[str], *args: str, **how: object) -> None:
    """The command fails with one line, and the home is byte for byte what it was."""
    before = snapshot(home)
    result = run(*args, home=home, **how)  # type: ignore[arg-type]
    assert_one_line(result, code, *words)
    assert snapshot(home) == before


def subjects(home: Path) -> list[str]:
    return git(home, "log", "--format=%s").splitlines()


# what is not text


def test_text_argument_that_is_not_utf8(hermes: Path) -> None:
    before = snapshot(hermes)
    result = run_process("memory", "add", os.fsdecode(BYTES), home=hermes)
    assert_one_line(result, 8, "not UTF-8")
    assert snapshot(hermes) == before


def test_stdin_that_is_not_utf8(hermes: Path) -> None:
    refused(hermes, 8, ["stdin", "not UTF-8"], "memory", "add", "-", stdin=BYTES)


@pytest.mark.parametrize(
    "args",
    [
        ("memory", "add", "more"),
        ("memory", "replace", "uv", "uses pip"),
        ("memory", "remove", "uv"),
        ("memory", "list"),
    ],
)
def test_memory_file_that_is_not_utf8(hermes: Path, args: tuple[str, ...]) -> None:
    (hermes / MEMORY).write_bytes(b"uses uv\n\xc2\xa7\n" + BYTES)
    refused(hermes, 8, [MEMORY, "UTF-8"], *args)


def test_a_memory_file_that_is_not_utf8_is_recorded_and_comes_back(hermes: Path) -> None:
    whole = (hermes / MEMORY).read_bytes()
    (hermes / MEMORY).write_bytes(BYTES)
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)
    for args in (("status",), ("log", "-p"), ("diff", "HEAD~1", "HEAD"), ("show", "HEAD"), ("doctor",)):
        assert run(*args, home=hermes).code in (0, 1), args
    assert run("restore", "memory", "--at", "HEAD~1", home=hermes).code == 0
    assert (hermes / MEMORY).read_bytes() == whole
    assert run("restore", "memory", "--at", "HEAD~1", home=hermes).code == 0
    assert (hermes / MEMORY).read_bytes() == BYTES


def test_skill_that_is_not_utf8(hermes: Path) -> None:
    (hermes / HEAD).write_bytes(SKILL.format(name="pr-triage", description="Sort").encode() + BYTES)
    refused(hermes, 8, ["UTF-8"], "skill", "patch", "pr-triage", "Do it", "Do it now")
    assert run("skill", "view", "pr-triage", "--json", home=hermes).error["code"] == 8
    refused(hermes, 8, ["UTF-8"], "skill", "edit", "release", "--file", "-", stdin=BYTES)
    refused(hermes, 8, ["UTF-8"], "skill", "new", "other", "--file", "-", stdin=BYTES)
    assert run("skill", "list", home=hermes).code == 0
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)


# what is too big


def test_a_50_mb_file_is_left_alone_and_said_so(hermes: Path) -> None:
    big = hermes / "skills/pr-triage/references/model.bin"
    with open(big, "wb") as file:
        file.truncate(BIG)
    refused(hermes, 8, ["model.bin", "52,428,800"], "commit")
    (hermes / HEAD).write_text(SKILL.format(name="pr-triage", description="Sort"))
    done = run("commit", home=hermes)
    assert done.code == 0
    assert "model.bin" in done.stderr
    assert "model.bin" not in git(hermes, "ls-files")
    assert "model.bin" in run("status", home=hermes).stdout
    assert "model.bin" in run("doctor", home=hermes).stdout


def test_a_50_mb_memory_file(hermes: Path) -> None:
    with open(hermes / MEMORY, "ab") as file:
        file.truncate(BIG)
    refused(hermes, 8, [MEMORY, "52,428,800"], "memory", "add", "more")
    assert run("memory", "add", "--target", "user", "more", home=hermes).code == 0


def test_50_mb_on_stdin(hermes: Path) -> None:
    refused(
        hermes, 8, ["52,428,8"], "skill", "write-file", "pr-triage", "references/x.md", "--file", "-", stdin=b"x" * BIG
    )


def test_init_leaves_a_50_mb_file_out(tmp_path: Path) -> None:
    home = sample_home("hermes", tmp_path / "home", store=False)
    with open(home / "skills/pr-triage/huge.bin", "wb") as file:
        file.truncate(BIG)
    done = run("init", str(home))
    assert done.code == 0
    assert "huge.bin" in done.stdout + done.stderr
    assert "huge.bin" not in git(home, "ls-files")


# links out of the home


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "SKILL.md").write_text(SKILL.format(name="foreign", description="Not ours"))
    (folder / "MEMORY.md").write_text("theirs")
    return folder


def test_a_linked_memory_file_is_not_written_through(hermes: Path, outside: Path) -> None:
    (hermes / MEMORY).unlink()
    (hermes / MEMORY).symlink_to(outside / "MEMORY.md")
    refused(hermes, 2, [MEMORY], "memory", "add", "more")
    assert (outside / "MEMORY.md").read_text() == "theirs"


def test_a_linked_memory_folder_is_not_written_through(hermes: Path, outside: Path) -> None:
    shutil.rmtree(hermes / "memories")
    (hermes / "memories").symlink_to(outside)
    refused(hermes, 2, [MEMORY], "memory", "add", "more")
    assert (outside / "MEMORY.md").read_text() == "theirs"


def test_a_linked_skill_folder_is_reported_and_left_alone(hermes: Path, outside: Path) -> None:
    (hermes / "skills/foreign").symlink_to(outside)
    done = run("commit", home=hermes)
    assert done.code == 0
    assert "skills/foreign" in done.stderr
    assert "foreign" not in git(hermes, "ls-files")
    before = {path.name: path.read_bytes() for path in outside.iterdir()}
    for args in (
        ("skill", "patch", "foreign", "Do it", "Did it"),
        ("skill", "write-file", "foreign", "references/a.md", "--file", "-"),
        ("skill", "delete", "foreign"),
    ):
        assert run(*args, home=hermes, stdin=b"a").code in (2, 3, 4), args
    assert {path.name: path.read_bytes() for path in outside.iterdir()} == before
    for args in (("status",), ("skill", "list"), ("doctor",), ("log",)):
        assert run(*args, home=hermes).code == 0, args


def test_a_file_is_not_written_through_a_linked_folder_of_a_skill(hermes: Path, outside: Path) -> None:
    (hermes / "skills/pr-triage/scripts").symlink_to(outside)
    refused(
        hermes,
        2,
        ["scripts"],
        "skill",
        "write-file",
        "pr-triage",
        "scripts/SKILL.md",
        "--file",
        "-",
        stdin=b"overwritten",
    )
    assert "foreign" in (outside / "SKILL.md").read_text()


# a system that refuses


def test_read_only_disk(hermes: Path) -> None:
    with disks.read_only_disk(hermes):
        for args in (("memory", "add", "more"), ("skill", "archive", "release"), ("restore", "HEAD"), ("commit",)):
            before = snapshot(hermes)
            result = run(*args, home=hermes)
            assert_one_line(result, 8, "read-only")
            assert snapshot(hermes) == before
        for args in (
            ("log",),
            ("log", "memory"),
            ("status",),
            ("show", "HEAD"),
            ("diff",),
            ("blame", "memory"),
            ("memory", "list"),
            ("skill", "list"),
            ("skill", "view", "pr-triage"),
            ("archive", "--list"),
            ("doctor",),
        ):
            assert run(*args, home=hermes).code == 0, args
    assert run("memory", "add", "more", home=hermes).code == 0


@pytest.mark.parametrize("folder", ["memories", "skills/pr-triage", "skills", ".git", ".memgit"])
def test_read_only_folder(hermes: Path, folder: str) -> None:
    with disks.read_only_folder(hermes / folder):
        for args in (
            ("memory", "replace", "uv", "uses uv and nothing else"),
            ("skill", "patch", "pr-triage", "Do it", "Do it now"),
            ("skill", "archive", "release"),
            ("skill", "new", "fresh", "--description", "Something fresh"),
        ):
            before = snapshot(hermes)
            result = run(*args, home=hermes)
            if result.code:
                assert_one_line(result, 8)
                assert snapshot(hermes) == before
        assert run("log", home=hermes).code == 0
    assert_clean(hermes)
    assert run("memory", "add", "more", home=hermes).code == 0
    assert_clean(hermes)


def test_one_read_only_folder_refuses_a_write_to_two(hermes: Path) -> None:
    with disks.read_only_folder(hermes / "skills/dev/release"):
        refused(hermes, 8, [], "skill", "archive", "pr-triage", "release")


_WRITES: dict[str, tuple[str, ...]] = {
    "add": ("memory", "add", "a line that is new"),
    "archive": ("skill", "archive", "pr-triage"),
    "restore": ("restore", "memory", "--at", "HEAD~1"),
    "commit": ("commit",),
    "big": ("skill", "write-file", "pr-triage", "references/big.md", "--file", "-"),
}


@pytest.mark.parametrize("write", _WRITES)
def test_full_disk(tmp_path: Path, write: str) -> None:
    """However little is left: all or nothing, and everything works when there is room again."""
    with disks.small_disk(tmp_path / "disk", 2048) as home:
        sample_home("hermes", home)
        assert run("memory", "add", "one more", home=home).code == 0
        if write == "commit":
            (home / HEAD).write_text(SKILL.format(name="pr-triage", description="Sort" + "x" * 5000))
        codes = set()
        text = os.urandom(8000).hex().encode()
        for leave in range(0, 80 * 1024, 4096):
            before = snapshot(home)
            filler = disks.fill(home, leave)
            result = run(*_WRITES[write], home=home, stdin=text)
            after = snapshot(home)
            after.pop(filler.name)
            reading = run("log", "memory", home=home)
            filler.unlink()
            codes.add(result.code)
            assert reading.code == 0, reading.stderr
            if result.code == 0:
                break
            assert_one_line(result, 8, "full")
            assert after == before, leave
        assert codes == {0, 8}
        assert run("memory", "add", "and another", home=home).code == 0
        assert_clean(home)


def test_init_on_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    with disks.small_disk(tmp_path / "disk", 1024) as home:
        sample_home("hermes", home, store=False)
        codes = set()
        for leave in range(0, 400 * 1024, 16 * 1024):
            before = snapshot(home)
            filler = disks.fill(home, leave)
            result = run("init", str(home))
            filler.unlink()
            codes.add(result.code)
            if result.code == 0:
                break
            assert_one_line(result, 8)
            assert snapshot(home) == before, leave
        assert codes == {0, 8}
        assert_clean(home)


# names


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "C:\\x", "C:/x", "a/../../b", ".."])
def test_a_name_that_is_a_path_out(hermes: Path, name: str) -> None:
    for args in (
        ("skill", "new", name, "--description", "Something"),
        ("skill", "patch", name, "a", "b"),
        ("skill", "archive", name),
        ("skill", "delete", name),
        ("skill", "view", name),
        ("skill", "pin", name),
        ("skill", "write-file", "pr-triage", name, "--file", "-"),
        ("skill", "remove-file", "pr-triage", name),
        ("skill", "view", "pr-triage", name),
        ("skill", "new", "fresh", "--category", name, "--description", "Something"),
        ("archive", name),
        ("memory", "add", "--target", "project", "--project", name, "text"),
    ):
        refused(hermes, 2, [], *args, stdin=b"x")


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "C:\\x"])
def test_history_of_a_path_out(hermes: Path, name: str) -> None:
    for args in (("log", name), ("blame", name), ("restore", name, "--at", "HEAD"), ("restore", name)):
        before = snapshot(hermes)
        result = run(*args, home=hermes)
        assert result.code in (2, 3), (args, result.stderr)
        assert_one_line(result, result.code)
        assert snapshot(hermes) == before


@pytest.mark.parametrize("name", ["pr-*", "?r-triage", "[p]r-triage", "*"])
def test_glob_characters_mean_themselves(hermes: Path, name: str) -> None:
    for args in (
        ("skill", "archive", name),
        ("skill", "delete", name),
        ("skill", "view", name),
        ("log", name),
        ("restore", name),
        ("archive", name),
    ):
        before = snapshot(hermes)
        result = run(*args, home=hermes)
        assert_one_line(result, result.code)
        assert result.code in (2, 3), (args, result.stderr)
        assert snapshot(hermes) == before
    refused(hermes, 2, [], "skill", "new", name, "--description", "Something")


def test_a_skill_folder_with_glob_characters_is_one_skill(hermes: Path) -> None:
    """An agent may have made one; what is done to it is done to it alone."""
    odd = hermes / "skills/[a-z]*"
    odd.mkdir()
    (odd / "SKILL.md").write_text(SKILL.format(name="odd", description="Odd"))
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)
    others = snapshot(hermes / "skills/pr-triage")
    items = run("log", "skills/[a-z]*", "--json", home=hermes).json["items"]
    assert [item["paths"] for item in items] == [["skills/[a-z]*/SKILL.md"]]
    refused(hermes, 2, ["pattern"], "archive", "skills/[a-z]*")
    shutil.rmtree(odd)
    assert run("commit", home=hermes).code == 0
    assert run("restore", "skills/[a-z]*", home=hermes).code == 0
    assert (odd / "SKILL.md").exists()
    assert snapshot(hermes / "skills/pr-triage") == others
    assert_clean(hermes)


# git in a state of its own


def test_no_git_repository(hermes: Path) -> None:
    shutil.rmtree(hermes / ".git")
    for args in (("memory", "add", "more"), ("log",), ("status",), ("commit",), ("doctor",), ("restore", "memory")):
        refused(hermes, 3, ["no git repository"], *args)


def test_no_store(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    for args in (("memory", "add", "more"), ("log",), ("status",), ("commit",), ("doctor",), ("skill", "list")):
        refused(tmp_path / "plain", 3, ["no store"], *args)


def test_detached_head(hermes: Path) -> None:
    assert run("memory", "add", "more", home=hermes).code == 0
    git(hermes, "checkout", "-q", "--detach")
    _busy(hermes, "detached")
    assert "detached" in run("status", home=hermes).stdout
    assert run("doctor", home=hermes).code == 1
    git(hermes, "switch", "-q", "main")
    assert run("memory", "add", "and more", home=hermes).code == 0
    assert_clean(hermes)


def test_a_merge_in_progress(hermes: Path) -> None:
    git(hermes, "switch", "-q", "-c", "side")
    assert run("memory", "replace", "uv", "uses uv only", home=hermes).code == 0
    git(hermes, "switch", "-q", "main")
    assert run("memory", "replace", "uv", "uses poetry", home=hermes).code == 0
    with pytest.raises(AssertionError):
        git(hermes, "-c", "user.name=a", "-c", "user.email=a@b", "merge", "-q", "side")
    _busy(hermes, "merge")
    assert "merge" in run("status", home=hermes).stdout
    git(hermes, "merge", "--abort")
    assert run("memory", "add", "and more", home=hermes).code == 0
    assert_clean(hermes)


def _busy(home: Path, word: str) -> None:
    head = git(home, "rev-parse", "HEAD").strip()
    for args in (
        ("memory", "add", "yet more"),
        ("skill", "archive", "release"),
        ("commit",),
        ("restore", "--rev", head),
        ("undo", "--origin", "user"),
        ("skill", "pin", "release"),
    ):
        refused(home, 5, [word], *args)
    assert run("log", home=home).code == 0


def test_a_locked_store(hermes: Path) -> None:
    with open(hermes / ".memgit/lock", "r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write("4242\n")
        lock.flush()
        for args in (("memory", "add", "more"), ("commit",), ("skill", "archive", "release"), ("restore", "HEAD")):
            refused(hermes, 5, ["locked", "4242"], *args, "--wait", "0.2")
        for args in (("log",), ("status",), ("memory", "list"), ("skill", "list"), ("show", "HEAD"), ("doctor",)):
            assert run(*args, home=hermes).code == 0, args
    assert run("memory", "add", "more", home=hermes).code == 0


@pytest.mark.parametrize("wait", ["-1", "soon", "nan"])
def test_a_wait_that_is_none(hermes: Path, wait: str) -> None:
    refused(hermes, 2, ["--wait"], "memory", "add", "more", "--wait", wait)


def test_a_clock_in_1970(hermes: Path, tmp_path: Path) -> None:
    early = {"MEMGIT_NOW": "1970-01-01T00:00:00Z"}
    for args in (("memory", "add", "more"), ("commit",), ("skill", "archive", "release"), ("restore", "HEAD")):
        refused(hermes, 8, ["1970"], *args, env=early)
    for args in (("log",), ("status",), ("memory", "list")):
        assert run(*args, home=hermes, env=early).code == 0, args
    home = sample_home("hermes", tmp_path / "new", store=False)
    before = snapshot(home)
    assert_one_line(run("init", str(home), env=early), 8, "1970")
    assert snapshot(home) == before


# memgit's and git's own files, broken


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"\xff\xfe", b'{"layout": 3}', b'{"layout": "nope"}', b'{"layout": "hermes", "withheld": []}'],
)
def test_corrupt_store_file(hermes: Path, data: bytes) -> None:
    (hermes / ".memgit/store.json").write_bytes(data)
    for args in (("memory", "add", "more"), ("log",), ("status",), ("doctor",)):
        refused(hermes, 8, ["store.json"], *args)


def test_init_mends_a_corrupt_store_file(hermes: Path) -> None:
    kept = subjects(hermes)
    (hermes / ".memgit/store.json").write_bytes(b"{")
    done = run("init", str(hermes))
    assert done.code == 0, done.stderr
    assert "store.json" in done.stdout + done.stderr
    assert run("memory", "add", "more", home=hermes).code == 0
    assert subjects(hermes)[-1:] == kept[-1:]
    assert_clean(hermes)


USAGE = "skills/.usage.json"


@pytest.mark.parametrize("data", [b"{", b"[]", b"\xff", b'{"pr-triage": 3}'])
def test_corrupt_usage_is_set_aside_and_rebuilt(hermes: Path, data: bytes) -> None:
    assert run("skill", "view", "pr-triage", home=hermes).code == 0
    assert run("skill", "pin", "pr-triage", home=hermes).code == 0
    (hermes / USAGE).write_bytes(data)
    assert run("status", home=hermes).code == 0
    assert run("skill", "list", home=hermes).code == 0
    assert (hermes / USAGE).read_bytes() == data
    checked = run("doctor", home=hermes)
    assert checked.code == 1
    assert USAGE in checked.stdout
    assert (hermes / USAGE).read_bytes() == data
    mended = run("doctor", "--fix", home=hermes)
    assert mended.code == 0, mended.stdout + mended.stderr
    item = next(
        item for item in run("skill", "list", "--json", home=hermes).json["items"] if item["name"] == "pr-triage"
    )
    assert item["pinned"] is True
    assert data in [path.read_bytes() for path in (hermes / "skills").iterdir() if path.is_file()]
    assert_clean(hermes)


@pytest.mark.parametrize("data", [b"{", b"[]", b""])
def test_a_write_never_puts_an_empty_map_over_corrupt_usage(hermes: Path, data: bytes) -> None:
    assert run("skill", "pin", "pr-triage", home=hermes).code == 0
    (hermes / USAGE).write_bytes(data)
    done = run("skill", "pin", "release", home=hermes)
    assert done.code in (0, 8), done.stderr
    assert "usage" in done.stderr
    if done.code == 0:
        pinned = {item["name"] for item in run("skill", "list", "--json", home=hermes).json["items"] if item["pinned"]}
        assert pinned == {"pr-triage", "release"}
    else:
        assert (hermes / USAGE).read_bytes() == data


@pytest.mark.parametrize("keep", [0, 5, 11, 100, -30, -1])
def test_truncated_git_index(hermes: Path, keep: int) -> None:
    index = hermes / ".git/index"
    index.write_bytes(index.read_bytes()[:keep])
    result = run("memory", "add", "more", home=hermes)
    if result.code:
        assert_one_line(result, 8, "index")
    for args in (("log",), ("status",), ("memory", "list")):
        done = run(*args, home=hermes)
        assert done.code in (0, 8), (args, done.stderr)
    assert run("doctor", "--fix", home=hermes).code == 0
    assert run("memory", "add", "and more", home=hermes).code == 0
    assert_clean(hermes)


@pytest.mark.parametrize("damage", ["missing", "garbage"])
def test_damaged_git_index(hermes: Path, damage: str) -> None:
    index = hermes / ".git/index"
    index.unlink()
    if damage == "garbage":
        index.write_bytes(b"garbage" * 100)
    assert run("doctor", "--fix", home=hermes).code == 0
    assert run("memory", "add", "more", home=hermes).code == 0
    assert_clean(hermes)


def test_a_stale_index_lock(hermes: Path) -> None:
    (hermes / ".git/index.lock").write_bytes(b"")
    refused(hermes, 5, ["index"], "memory", "add", "more", "--wait", "0.1")
    refused(hermes, 5, ["index"], "skill", "archive", "release", "--wait", "0.1")
    assert run("doctor", home=hermes).code == 1
    assert run("doctor", "--fix", home=hermes).code == 0
    assert run("memory", "add", "more", home=hermes).code == 0
    assert_clean(hermes)


def test_a_stale_lock_of_the_branch(hermes: Path) -> None:
    (hermes / ".git/refs/heads/main.lock").write_bytes(b"")
    refused(hermes, 5, ["locked"], "memory", "add", "more", "--wait", "0.1")
    refused(hermes, 5, ["locked"], "skill", "archive", "release", "--wait", "0.1")
    assert run("doctor", home=hermes).code == 1
    assert run("doctor", "--fix", home=hermes).code == 0
    assert run("memory", "add", "more", home=hermes).code == 0
    assert_clean(hermes)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"version": 1}', b"\xff"])
def test_a_broken_journal_is_dropped(hermes: Path, data: bytes) -> None:
    (hermes / ".memgit/journal.json").write_bytes(data)
    assert run("status", home=hermes).code == 0
    assert run("memory", "add", "more", home=hermes).code == 0
    assert not (hermes / ".memgit/journal.json").exists()
    assert_clean(hermes)


def test_a_folder_where_a_file_belongs(hermes: Path) -> None:
    (hermes / MEMORY).unlink()
    (hermes / MEMORY).mkdir()
    (hermes / MEMORY / "inside.md").write_text("mine")
    refused(hermes, 8, [MEMORY], "memory", "add", "more")
    assert run("status", home=hermes).code == 0
    assert run("doctor", home=hermes).code in (0, 1)


def test_a_pipe_where_a_file_belongs(hermes: Path) -> None:
    (hermes / MEMORY).unlink()
    os.mkfifo(hermes / MEMORY)
    refused(hermes, 8, [MEMORY], "memory", "add", "more")
