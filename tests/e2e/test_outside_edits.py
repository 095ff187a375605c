"""Edits made by editors, agents and people behind memgit's back: every version is in history, byte for byte."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from support.cli import run
from support.homes import SKILL, sample_home
from support.snapshot import assert_clean, git, snapshot, tree

MEMORY = "memories/MEMORY.md"
HEAD = "skills/pr-triage/SKILL.md"
LABELS = "skills/pr-triage/references/labels.md"
MORE = b"\n\xc2\xa7\nadded behind memgit's back"

Write = Callable[[Path, bytes], None]


def save_in_place(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def save_by_rename(path: Path, data: bytes) -> None:
    """Most editors, and Hermes: a temp file in the same folder, renamed over."""
    temp = path.with_name(f".{path.name}.tmp-4913")
    temp.write_bytes(data)
    temp.chmod(stat.S_IMODE(path.stat().st_mode))
    os.replace(temp, path)


def save_by_rename_and_link(path: Path, data: bytes) -> None:
    """pi: the old file goes aside, the new one is linked in, and what was aside goes."""
    temp = path.with_name(f".mem_{path.name}")
    aside = path.with_name(f".{path.name}.retired-1")
    temp.write_bytes(data)
    os.rename(path, aside)
    os.link(temp, path)
    temp.unlink()
    aside.unlink()


def save_with_backup(path: Path, data: bytes) -> None:
    """vim with `backup`: the old file becomes `name~`."""
    os.rename(path, path.with_name(f"{path.name}~"))
    path.write_bytes(data)


SAVES: tuple[Write, ...] = (save_in_place, save_by_rename, save_by_rename_and_link, save_with_backup)


@pytest.mark.parametrize("save", SAVES)
@pytest.mark.parametrize("path", [MEMORY, HEAD])
def test_a_save_is_recorded_by_commit(hermes: Path, save: Write, path: str) -> None:
    first = (hermes / path).read_bytes()
    for round_ in (b"\none", b"\ntwo"):
        save(hermes / path, first + round_)
        assert run("status", "--json", home=hermes).json["pending"]
        done = run("commit", "--json", home=hermes).json
        assert (done["origin"], done["paths"]) == ("external", [path])
        assert_clean(hermes)
        assert show(hermes, "HEAD", path) == first + round_
    assert show(hermes, "HEAD~2", path) == first
    assert run("status", "--json", home=hermes).json["pending"] == []
    assert run("commit", "--json", home=hermes).json["id"] is None


@pytest.mark.parametrize("save", SAVES)
def test_a_save_is_recorded_before_memgit_writes(hermes: Path, save: Write) -> None:
    first = (hermes / MEMORY).read_bytes()
    save(hermes / MEMORY, first + MORE)
    done = run("memory", "add", "written by memgit", "--json", home=hermes).json
    assert show(hermes, "HEAD~1", MEMORY) == first + MORE
    assert show(hermes, "HEAD", MEMORY) == (hermes / MEMORY).read_bytes()
    assert (hermes / MEMORY).read_bytes() == first + MORE + b"\n\xc2\xa7\nwritten by memgit"
    assert done["id"] == git(hermes, "rev-parse", "HEAD").strip()
    assert [item["origin"] for item in log(hermes)] == ["user", "external", "import"]
    assert_clean(hermes)


def test_a_write_records_only_what_it_touches(hermes: Path) -> None:
    (hermes / MEMORY).write_bytes((hermes / MEMORY).read_bytes() + MORE)
    (hermes / LABELS).write_text("other")
    assert run("memory", "add", "x y", home=hermes).code == 0
    assert git(hermes, "status", "--porcelain").split() == ["M", LABELS]
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)


def test_a_deleted_file(hermes: Path) -> None:
    whole = (hermes / LABELS).read_bytes()
    (hermes / LABELS).unlink()
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)
    assert run("restore", LABELS, home=hermes).code == 0
    assert (hermes / LABELS).read_bytes() == whole
    assert_clean(hermes)


def test_a_deleted_memory_file_before_a_write(hermes: Path) -> None:
    whole = (hermes / MEMORY).read_bytes()
    (hermes / MEMORY).unlink()
    assert run("memory", "add", "from nothing", home=hermes).code == 0
    assert (hermes / MEMORY).read_bytes() == b"from nothing"
    assert_clean(hermes)
    assert run("restore", "memory", "--at", "HEAD~2", home=hermes).code == 0
    assert (hermes / MEMORY).read_bytes() == whole
    assert_clean(hermes)


def test_a_renamed_skill_folder(hermes: Path) -> None:
    before = tree(hermes / "skills/pr-triage")
    os.rename(hermes / "skills/pr-triage", hermes / "skills/dev/triage")
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)
    assert tree(hermes / "skills/dev/triage") == before
    items = run("log", "triage", "--json", home=hermes).json["items"]
    assert [item["action"] for item in items] == ["record", "init"]
    assert run("restore", "HEAD", home=hermes).code == 0
    assert tree(hermes / "skills/pr-triage") == before
    assert not (hermes / "skills/dev/triage").exists()
    assert_clean(hermes)


def test_a_renamed_skill_folder_before_a_write(hermes: Path) -> None:
    os.rename(hermes / "skills/pr-triage", hermes / "skills/triage")
    done = run("skill", "patch", "triage", "Do it", "Do it now", home=hermes)
    assert done.code == 0, done.stderr
    assert "Do it now" in (hermes / "skills/triage/SKILL.md").read_text()
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfuses uv\r\n\xc2\xa7\r\nCI runs on arm64\r\n",
        b"uses uv\r\xc2\xa7\rCI runs on arm64",
        b"uses uv\n\n \xc2\xa7 \n\n\xc2\xa7\nCI runs on arm64\n\n\n",
        b"uses uv\n\xc2\xa7\nCI runs on arm64\n\xc2\xa7\n",
        b"",
        b"\n",
    ],
)
def test_odd_bytes_stay(hermes: Path, data: bytes) -> None:
    (hermes / MEMORY).write_bytes(data)
    assert run("commit", home=hermes).code == 0
    assert show(hermes, "HEAD", MEMORY) == data
    assert_clean(hermes)
    assert run("memory", "add", "one more", home=hermes).code == 0
    assert data.rstrip() in (hermes / MEMORY).read_bytes()
    assert_clean(hermes)
    assert run("restore", "HEAD", home=hermes).code == 0
    assert (hermes / MEMORY).read_bytes() == data
    assert_clean(hermes)


def test_crlf_in_a_skill_stays(hermes: Path) -> None:
    text = SKILL.format(name="pr-triage", description="Sort").replace("\n", "\r\n").encode()
    (hermes / HEAD).write_bytes(text)
    assert run("skill", "patch", "pr-triage", "Do it.", "Done.", home=hermes).code == 0
    assert (hermes / HEAD).read_bytes() == text.replace(b"Do it.", b"Done.")
    assert show(hermes, "HEAD~1", HEAD) == text
    assert_clean(hermes)


def test_a_mode_change(hermes: Path) -> None:
    script = hermes / LABELS
    script.chmod(0o755)
    assert run("commit", "--json", home=hermes).json["paths"] == [LABELS]
    assert_clean(hermes)
    assert git(hermes, "ls-files", "-s", LABELS).startswith("100755")
    assert run("commit", "--json", home=hermes).json["id"] is None
    assert run("restore", "HEAD", home=hermes).code == 0
    assert not os.access(script, os.X_OK) or not script.stat().st_mode & 0o111
    assert_clean(hermes)


def test_mode_and_owner_survive_a_write(hermes: Path) -> None:
    (hermes / MEMORY).chmod(0o600)
    (hermes / LABELS).chmod(0o750)
    assert run("memory", "add", "more", home=hermes).code == 0
    done = run("skill", "write-file", "pr-triage", "references/labels.md", "--file", "-", home=hermes, stdin="new")
    assert done.code == 0, done.stderr
    assert stat.S_IMODE((hermes / MEMORY).stat().st_mode) == 0o600
    assert stat.S_IMODE((hermes / LABELS).stat().st_mode) == 0o750
    assert_clean(hermes)


def test_a_new_link_inside(hermes: Path) -> None:
    link = hermes / "skills/dev/release/references"
    link.symlink_to("../../pr-triage/references")
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)
    assert git(hermes, "ls-files", "-s", "skills/dev/release/references").startswith("120000")
    link.unlink()
    assert run("commit", home=hermes).code == 0
    assert run("restore", "HEAD", home=hermes).code == 0
    assert os.readlink(link) == "../../pr-triage/references"
    assert_clean(hermes)


def test_a_write_goes_through_a_link_inside(hermes: Path) -> None:
    os.rename(hermes / MEMORY, hermes / "memories/USER.md")
    (hermes / MEMORY).symlink_to("USER.md")
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)
    assert run("memory", "add", "through the link", home=hermes).code == 0
    assert (hermes / MEMORY).is_symlink()
    assert b"through the link" in (hermes / "memories/USER.md").read_bytes()
    assert_clean(hermes)


def test_a_link_becomes_a_file_and_back(hermes: Path) -> None:
    copy = hermes / "skills/dev/release/labels.md"
    copy.symlink_to("../../pr-triage/references/labels.md")
    assert run("commit", home=hermes).code == 0
    copy.unlink()
    copy.write_text("a file now")
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)
    assert run("restore", "HEAD", home=hermes).code == 0
    assert copy.is_symlink()
    assert_clean(hermes)


def test_a_file_becomes_a_folder_and_back(hermes: Path) -> None:
    before = tree(hermes / "skills")
    (hermes / LABELS).unlink()
    (hermes / LABELS).mkdir()
    (hermes / LABELS / "risk.md").write_text("high, low")
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)
    folder = tree(hermes / "skills")
    assert run("restore", "HEAD", home=hermes).code == 0
    assert tree(hermes / "skills") == before
    assert_clean(hermes)
    assert run("restore", "HEAD", home=hermes).code == 0
    assert tree(hermes / "skills") == folder
    assert_clean(hermes)
    shutil.rmtree(hermes / LABELS)
    (hermes / LABELS).write_text("a file again")
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)
    assert run("restore", LABELS, "--at", "HEAD~1", home=hermes).code == 0
    assert tree(hermes / "skills") == folder
    assert_clean(hermes)


def test_a_folder_with_files_of_others_is_not_replaced_by_a_file(hermes: Path) -> None:
    (hermes / LABELS).unlink()
    (hermes / LABELS).mkdir()
    (hermes / LABELS / "risk.md").write_text("high, low")
    (hermes / LABELS / "private.key").write_text("not tracked")
    assert run("commit", home=hermes).code == 0
    before = snapshot(hermes)
    done = run("restore", "HEAD", home=hermes)
    assert done.code == 8, done.stderr
    assert snapshot(hermes) == before


def test_names_of_every_kind(hermes: Path) -> None:
    folder = hermes / "skills/pr-triage/references"
    names = [
        "a b.md",
        "日本.md",
        "é.md",
        "quote'\".md",
        "-n.md",
        "#x.md",
        "[a].md",
        "tab\there.md",
        "new\nline.md",
        "x" * 200,
    ]
    for name in names:
        (folder / name).write_text(name)
    before = tree(hermes / "skills")
    assert run("commit", home=hermes).code == 0
    assert_clean(hermes)
    assert len(git(hermes, "ls-files", "-z", "skills/pr-triage/references").split("\0")) == len(names) + 2
    assert run("skill", "archive", "pr-triage", home=hermes).code == 0
    assert_clean(hermes)
    assert run("restore", "pr-triage", home=hermes).code == 0
    after = tree(hermes / "skills")
    assert {path: after[path] for path in before if path != ".usage.json"} == {
        path: before[path] for path in before if path != ".usage.json"
    }
    assert_clean(hermes)


def test_a_name_that_is_not_utf8_is_told_and_left_alone(hermes: Path) -> None:
    odd = os.fsencode(hermes / "skills/pr-triage/references") + b"/caf\xe9.md"
    with open(odd, "wb") as file:
        file.write(b"x")
    (hermes / LABELS).write_text("changed")
    done = run("commit", home=hermes)
    assert done.code == 0
    assert "not UTF-8" in done.stderr
    for args in (("status",), ("doctor",), ("log",), ("skill", "list"), ("skill", "view", "pr-triage")):
        assert run(*args, home=hermes).code in (0, 1), args


def test_a_skill_with_a_repository_of_its_own_is_left_alone(hermes: Path) -> None:
    cloned = hermes / "skills/cloned"
    cloned.mkdir()
    (cloned / "SKILL.md").write_text(SKILL.format(name="cloned", description="Cloned"))
    git(cloned, "init", "-q")
    (hermes / LABELS).write_text("changed")
    done = run("commit", home=hermes)
    assert done.code == 0
    assert "skills/cloned" in done.stderr
    assert "cloned" not in git(hermes, "ls-files")


def test_a_secret_on_disk_is_recorded_with_a_loud_note(hermes: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    (hermes / LABELS).write_text(f"token: {token}\n")
    done = run("commit", home=hermes)
    assert done.code == 0
    assert "secret/" in done.stderr
    assert token not in done.stderr + done.stdout
    assert_clean(hermes)


def test_the_agents_own_writes_between_ours(hermes: Path) -> None:
    """Each version that was there when memgit wrote is in history, in order."""
    versions = []
    for n in range(6):
        data = (hermes / MEMORY).read_bytes() + f"\n§\nby the agent {n}".encode()
        SAVES[n % len(SAVES)](hermes / MEMORY, data)
        versions.append(data)
        assert run("memory", "add", f"by memgit {n}", home=hermes).code == 0
        versions.append((hermes / MEMORY).read_bytes())
        assert_clean(hermes)
    ids = git(hermes, "log", "--reverse", "--format=%H", "--", MEMORY).split()[1:]
    assert [show(hermes, commit, MEMORY) for commit in ids] == versions


@pytest.mark.parametrize("layout", ["pi-hermes", "claude", "memgit"])
def test_commit_in_every_layout(tmp_path: Path, layout: str) -> None:
    home = sample_home(layout, tmp_path / "home")
    before = {path: data for path, data in tree(home).items() if not path.startswith((".git", ".memgit"))}
    for path in before:
        save_by_rename(home / path, before[path][1] + b"\nmore")
    assert sorted(run("commit", "--json", home=home).json["paths"]) == sorted(before)
    assert_clean(home)
    assert run("restore", "HEAD", home=home).code == 0
    after = {path: data for path, data in tree(home).items() if not path.startswith((".git", ".memgit"))}
    assert after == before
    assert_clean(home)


def log(home: Path) -> list[dict[str, object]]:
    items: list[dict[str, object]] = run("log", "--json", home=home).json["items"]
    return items


def show(home: Path, rev: str, path: str) -> bytes:
    return git(home, "show", f"{rev}:{path}").encode(errors="surrogateescape")
