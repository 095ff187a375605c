"""Everything that was ever there comes back: skills, entries, states, and what a change was before it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from support.cli import run
from support.homes import SKILL
from support.snapshot import assert_clean, assert_one_line, git, snapshot, tree

MEMORY = "memories/MEMORY.md"
HEAD = "skills/pr-triage/SKILL.md"
USAGE = "skills/.usage.json"


def did(home: Path, *args: str, **how: Any) -> Any:
    """Run a command that must succeed and leave git clean; its JSON."""
    done = run(*args, "--json", home=home, **how)
    assert done.code == 0, done.stderr
    assert_clean(home)
    return done.json


def viewed(home: Path, name: str) -> None:
    """A view counts, without a commit of its own."""
    assert run("skill", "view", name, home=home).code == 0


def entries(home: Path) -> list[str]:
    return (home / MEMORY).read_text().split("\n§\n")


def record(home: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((home / USAGE).read_text())[name]
    return found


# a commit taken back


def test_revert_keeps_other_entries_that_changed_since(hermes: Path) -> None:
    bad = did(hermes, "memory", "replace", "uv", "uses pip")
    did(hermes, "memory", "add", "later entry")
    did(hermes, "memory", "replace", "arm64", "CI runs on x86")
    did(hermes, "memory", "remove", "答复")
    done = did(hermes, "restore", bad["id"])
    assert entries(hermes) == ["uses uv, never pip", "CI runs on x86", "later entry"]
    assert (done["action"], done["origin"]) == ("revert", "restore")
    assert done["undo"] == f"memgit restore {done['id'][:7]}" or done["id"] in done["undo"]


def test_revert_of_a_removal_puts_the_entry_where_it_was(hermes: Path) -> None:
    first = entries(hermes)
    gone = did(hermes, "memory", "remove", "arm64")
    did(hermes, "memory", "add", "later entry")
    did(hermes, "restore", gone["id"][:9])
    assert entries(hermes) == [*first, "later entry"]


def test_revert_of_an_addition_that_is_gone_already_is_nothing_to_do(hermes: Path) -> None:
    added = did(hermes, "memory", "add", "for a while")
    did(hermes, "memory", "remove", "for a while")
    head = git(hermes, "rev-parse", "HEAD")
    assert did(hermes, "restore", added["id"])["id"] is None
    assert git(hermes, "rev-parse", "HEAD") == head


def test_revert_that_does_not_apply_changes_nothing_and_shows_both_sides(hermes: Path) -> None:
    bad = did(hermes, "memory", "replace", "uv", "uses pip")
    did(hermes, "memory", "replace", "uses pip", "uses poetry")
    before = snapshot(hermes)
    result = run("restore", bad["id"], "--json", home=hermes)
    assert (result.code, result.stdout) == (1, "")
    assert snapshot(hermes) == before
    conflict = result.error["conflicts"][0]
    assert (conflict["path"], conflict["ours"], conflict["theirs"]) == (MEMORY, "uses poetry", "uses uv, never pip")
    assert_one_line(run("restore", bad["id"], home=hermes), 1, "does not apply")


def test_revert_of_several_files_is_all_or_nothing(hermes: Path) -> None:
    (hermes / MEMORY).write_text((hermes / MEMORY).read_text().replace("never pip", "never poetry"))
    (hermes / HEAD).write_text(SKILL.format(name="pr-triage", description="One"))
    did(hermes, "commit")
    did(hermes, "memory", "replace", "never poetry", "uses conda")
    before = snapshot(hermes)
    assert run("restore", "HEAD~1", home=hermes).code == 1
    assert snapshot(hermes) == before


def test_lines_of_a_skill_merge_and_clash(hermes: Path) -> None:
    lines = [f"line {n}" for n in range(20)]
    text = SKILL.format(name="pr-triage", description="Sort") + "\n".join(lines) + "\n"
    (hermes / HEAD).write_text(text)
    did(hermes, "commit")
    near_top = did(hermes, "skill", "patch", "pr-triage", "line 2\n", "second\n")
    did(hermes, "skill", "patch", "pr-triage", "line 17\n", "seventeenth\n")
    did(hermes, "restore", near_top["id"])
    assert (hermes / HEAD).read_text() == text.replace("line 17\n", "seventeenth\n")
    again = did(hermes, "skill", "patch", "pr-triage", "line 2\n", "second\n")
    did(hermes, "skill", "patch", "pr-triage", "second\n", "zweite\n")
    before = snapshot(hermes)
    result = run("restore", again["id"], "--json", home=hermes)
    assert result.code == 1
    assert result.error["conflicts"][0]["path"] == HEAD
    assert snapshot(hermes) == before


def test_the_first_commit_cannot_be_taken_back(hermes: Path) -> None:
    before = snapshot(hermes)
    assert_one_line(run("restore", git(hermes, "rev-parse", "HEAD").strip(), home=hermes), 4, "first commit")
    assert snapshot(hermes) == before


def test_a_range_in_one_commit(hermes: Path) -> None:
    start = (hermes / MEMORY).read_bytes()
    base = git(hermes, "rev-parse", "HEAD").strip()
    for n in range(4):
        did(hermes, "memory", "add", f"entry {n}")
    did(hermes, "memory", "replace", "entry 1", "entry one")
    last = git(hermes, "rev-parse", "HEAD").strip()
    did(hermes, "memory", "add", "kept")
    count = int(git(hermes, "rev-list", "--count", "HEAD"))
    done = did(hermes, "restore", f"{base}..{last}")
    assert int(git(hermes, "rev-list", "--count", "HEAD")) == count + 1
    assert (hermes / MEMORY).read_bytes() == start + b"\n\xc2\xa7\nkept"
    did(hermes, "restore", done["id"])
    assert entries(hermes)[3:] == ["entry 0", "entry one", "entry 2", "entry 3", "kept"]
    did(hermes, "restore", "HEAD~2..")
    assert_one_line(run("restore", f"{last}..{base}", home=hermes), 2, "no commits")


def test_a_merge_that_a_person_made_is_taken_back(hermes: Path) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    git(hermes, "switch", "-q", "-c", "side")
    did(hermes, "skill", "patch", "pr-triage", "Do it", "Do it well")
    git(hermes, "switch", "-q", "main")
    did(hermes, "memory", "add", "on main")
    git(hermes, *who, "merge", "-q", "--no-edit", "side")
    assert "well" in (hermes / HEAD).read_text()
    did(hermes, "restore", "HEAD")
    assert "well" not in (hermes / HEAD).read_text()
    assert "on main" in entries(hermes)


# undo


def test_undo_of_undo_gives_the_bytes_from_before(hermes: Path) -> None:
    did(hermes, "memory", "add", "by the agent", "--origin", "agent")
    did(hermes, "skill", "patch", "pr-triage", "Do it", "Do it well", "--origin", "agent")
    did(hermes, "memory", "add", "by me")
    before = tree(hermes / "skills"), (hermes / MEMORY).read_bytes()
    first = did(hermes, "undo")
    assert "well" not in (hermes / HEAD).read_text()
    second = did(hermes, "undo")
    assert entries(hermes)[3:] == ["by me"]
    assert run("undo", home=hermes).code == 3
    did(hermes, "restore", second["id"])
    assert entries(hermes)[3:] == ["by the agent", "by me"]
    did(hermes, "restore", first["id"])
    after = tree(hermes / "skills"), (hermes / MEMORY).read_bytes()
    assert {**after[0], ".usage.json": None} == {**before[0], ".usage.json": None}
    assert after[1] == before[1]


def test_undo_goes_on_after_an_undo_was_taken_back(hermes: Path) -> None:
    did(hermes, "memory", "add", "one", "--origin", "agent")
    did(hermes, "memory", "add", "two", "--origin", "review")
    undone = did(hermes, "undo")
    did(hermes, "restore", undone["id"])
    did(hermes, "undo")
    assert entries(hermes)[3:] == ["one"]
    did(hermes, "undo", "--origin", "agent")
    assert len(entries(hermes)) == 3


@pytest.mark.parametrize(
    "change",
    [
        ("memory", "add", "more"),
        ("memory", "remove", "arm64"),
        ("memory", "replace", "答复用中文", "answer in English"),
        ("skill", "delete", "pr-triage"),
        ("skill", "archive", "pr-triage", "release"),
        ("skill", "new", "fresh", "--description", "Something fresh"),
        ("skill", "pin", "release"),
        ("skill", "remove-file", "pr-triage", "references/labels.md"),
        ("bundle", "new", "both", "pr-triage", "release"),
    ],
)
def test_a_restore_and_a_restore_of_it_give_the_bytes_from_before(hermes: Path, change: tuple[str, ...]) -> None:
    start = tree(hermes)
    done = did(hermes, *change)
    before = tree(hermes)
    back = did(hermes, "restore", done["id"])
    assert content(tree(hermes)) == content(start)
    did(hermes, "restore", back["id"])
    assert content(tree(hermes)) == content(before)


def content(files: dict[str, tuple[int, bytes]]) -> dict[str, tuple[int, bytes]]:
    """Without git's and memgit's own, and without usage counters, which no restore rewinds."""
    return {path: data for path, data in files.items() if not path.startswith((".git/", ".memgit/")) and path != USAGE}


# archive and back


def test_archive_and_restore_bring_everything_back(hermes: Path) -> None:
    script = hermes / "skills/dev/release/scripts/cut.sh"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    (hermes / "skills/dev/release/.env").write_text("NOT_TRACKED=1\n")
    os.symlink("../SKILL.md", hermes / "skills/dev/release/scripts/about.md")
    did(hermes, "commit")
    viewed(hermes, "release")
    did(hermes, "skill", "pin", "release")
    did(hermes, "skill", "unpin", "release")
    usage = record(hermes, "release")
    before = tree(hermes / "skills/dev/release")
    done = did(hermes, "archive", "release", "-m", "not needed")
    assert not (hermes / "skills/dev/release").exists()
    assert record(hermes, "release")["state"] == "archived"
    listed = run("archive", "--list", "--json", home=hermes).json["items"]
    assert [(item["name"], item["from"], item["id"]) for item in listed] == [
        ("release", "skills/dev/release", done["id"])
    ]
    did(hermes, "restore", "release")
    assert tree(hermes / "skills/dev/release") == before
    assert record(hermes, "release") == usage
    assert run("archive", "--list", "--json", home=hermes).json["items"] == []
    assert not list((hermes / "skills/.archive").glob("*")) if (hermes / "skills/.archive").exists() else True
    actions = [item["action"] for item in run("log", "release", "--json", home=hermes).json["items"]]
    assert actions[0] == "restore"
    assert actions[1] == "archive"
    assert actions[-1] == "init"


def two_copies(home: Path) -> list[dict[str, Any]]:
    """Two skills of one name, archived one after the other; what the archive lists."""
    did(home, "skill", "patch", "release", "Do it", "Do the older", env={"MEMGIT_NOW": "2026-10-02T08:00:00Z"})
    did(home, "archive", "release", env={"MEMGIT_NOW": "2026-10-02T09:00:00Z"})
    text = SKILL.format(name="release", description="Cut a release").replace("Do it", "Do the newer")
    did(
        home,
        *("skill", "new", "release", "--category", "ops", "--file", "-"),
        stdin=text,
        env={"MEMGIT_NOW": "2026-10-02T10:00:00Z"},
    )
    did(home, "archive", "release", env={"MEMGIT_NOW": "2026-10-02T11:00:00Z"})
    items: list[dict[str, Any]] = run("archive", "--list", "--json", home=home).json["items"]
    assert [item["from"] for item in items] == ["skills/ops/release", "skills/dev/release"]
    return items


def test_of_two_archived_copies_the_newer_comes(hermes: Path) -> None:
    two_copies(hermes)
    did(hermes, "restore", "release", env={"MEMGIT_NOW": "2026-10-02T12:00:00Z"})
    assert "newer" in (hermes / "skills/ops/release/SKILL.md").read_text()
    assert not (hermes / "skills/dev/release").exists()


def test_of_two_archived_copies_at_brings_the_older(hermes: Path) -> None:
    two_copies(hermes)
    did(hermes, "restore", "release", "--at", "2026-10-02T09:30:00Z", env={"MEMGIT_NOW": "2026-10-02T12:00:00Z"})
    assert "older" in (hermes / "skills/dev/release/SKILL.md").read_text()
    assert not (hermes / "skills/ops/release").exists()


def test_a_restore_onto_a_taken_place_is_refused(hermes: Path) -> None:
    did(hermes, "archive", "release")
    did(hermes, "skill", "new", "release", "--category", "dev", "--description", "Another one")
    before = snapshot(hermes)
    result = run("restore", "skills/.archive/release", home=hermes)
    assert_one_line(result, result.code)
    assert result.code in (3, 4)
    assert snapshot(hermes) == before


def test_a_deleted_skill_comes_back(hermes: Path) -> None:
    before = tree(hermes / "skills/pr-triage")
    did(hermes, "skill", "pin", "pr-triage")
    did(hermes, "skill", "unpin", "pr-triage")
    did(hermes, "skill", "delete", "pr-triage")
    did(hermes, "memory", "add", "later")
    did(hermes, "restore", "pr-triage")
    assert tree(hermes / "skills/pr-triage") == before
    assert record(hermes, "pr-triage")["state"] == "active"
    assert did(hermes, "restore", "pr-triage")["id"] is None


# a thing as it was


def test_memory_as_it_was(hermes: Path) -> None:
    start = (hermes / MEMORY).read_bytes()
    did(hermes, "memory", "add", "one")
    did(hermes, "memory", "rewrite", "-", stdin='["only this"]')
    done = did(hermes, "restore", "memory", "--at", "HEAD~2")
    assert (hermes / MEMORY).read_bytes() == start
    assert done["paths"] == [MEMORY]
    did(hermes, "restore", "memory", "--at", "HEAD~1")
    assert entries(hermes) == ["only this"]
    assert did(hermes, "restore", "memory", "--at", "HEAD")["id"] is None


def test_a_skill_as_it_was_drops_what_came_later(hermes: Path) -> None:
    before = tree(hermes / "skills/pr-triage")
    did(hermes, "skill", "write-file", "pr-triage", "references/new.md", "--file", "-", stdin="new")
    did(hermes, "skill", "remove-file", "pr-triage", "references/labels.md")
    did(hermes, "skill", "patch", "pr-triage", "Do it", "Do it well")
    did(hermes, "restore", "pr-triage", "--at", "HEAD~3")
    assert tree(hermes / "skills/pr-triage") == before


def test_a_thing_that_was_not_there_then(hermes: Path) -> None:
    did(hermes, "skill", "new", "fresh", "--description", "Something fresh")
    before = snapshot(hermes)
    assert_one_line(run("restore", "fresh", "--at", "HEAD~1", home=hermes), 3, "was not there")
    assert_one_line(run("restore", "memory", "--at", "nonsense", home=hermes), 3)
    assert_one_line(run("restore", "nonsense", home=hermes), 3)
    assert_one_line(run("restore", "memory", "--at", "1999-01-01", home=hermes), 3)
    assert snapshot(hermes) == before


def test_an_outside_edit_is_recorded_before_a_restore_writes_over_it(hermes: Path) -> None:
    start = (hermes / MEMORY).read_bytes()
    did(hermes, "memory", "add", "one")
    (hermes / MEMORY).write_bytes(start + b"\n\xc2\xa7\nby hand")
    did(hermes, "restore", "memory", "--at", "HEAD~1")
    assert (hermes / MEMORY).read_bytes() == start
    assert git(hermes, "show", f"HEAD~1:{MEMORY}").encode() == start + b"\n\xc2\xa7\nby hand"


# an entry


def test_an_entry_comes_back_after_its_neighbour(hermes: Path) -> None:
    first = entries(hermes)
    did(hermes, "memory", "remove", "arm64")
    did(hermes, "memory", "add", "later")
    done = did(hermes, "restore", "--entry", "arm64")
    assert entries(hermes) == [*first, "later"]
    assert did(hermes, "restore", "--entry", "CI runs on arm64 runners")["id"] is None
    did(hermes, "restore", done["id"])
    assert entries(hermes) == [first[0], first[2], "later"]


def test_an_entry_whose_neighbours_are_gone_goes_to_the_end(hermes: Path) -> None:
    did(hermes, "memory", "remove", "arm64")
    did(hermes, "memory", "rewrite", "-", stdin='["quite other"]')
    did(hermes, "restore", "--entry", "arm64")
    assert entries(hermes) == ["quite other", "CI runs on arm64 runners"]


def test_an_ambiguous_entry_lists_the_candidates(hermes: Path) -> None:
    did(hermes, "memory", "add", "shop uses cents")
    did(hermes, "memory", "add", "shop uses euros")
    did(hermes, "memory", "remove", "shop uses cents")
    did(hermes, "memory", "remove", "shop uses euros")
    before = snapshot(hermes)
    result = run("restore", "--entry", "shop", home=hermes)
    assert_one_line(result, 2)
    assert "cents" in result.stderr
    assert "euros" in result.stderr
    assert snapshot(hermes) == before
    did(hermes, "restore", "--entry", "shop uses euros")
    assert_one_line(run("restore", "--entry", "never was there", home=hermes), 3)


# words


def test_a_word_that_is_a_name_and_a_revision_is_refused(hermes: Path) -> None:
    did(hermes, "skill", "new", "v1", "--description", "Something")
    git(hermes, "tag", "v1", "HEAD~1")
    before = snapshot(hermes)
    assert_one_line(run("restore", "v1", home=hermes), 2, "v1")
    assert snapshot(hermes) == before
    did(hermes, "memory", "add", "more")
    git(hermes, "tag", "v2")
    did(hermes, "restore", "v2")
    assert len(entries(hermes)) == 3


def test_a_restore_names_one_thing(hermes: Path) -> None:
    for args in ((), ("memory", "--entry", "x"), ("--at", "HEAD"), ("--rev", "HEAD", "--entry", "x")):
        assert_one_line(run("restore", *args, home=hermes), 2)


def test_a_dry_run_says_what_would_happen_and_does_nothing(hermes: Path) -> None:
    did(hermes, "memory", "add", "more", "--origin", "agent")
    did(hermes, "skill", "archive", "release")
    did(hermes, "memory", "remove", "arm64")
    before = snapshot(hermes)
    for args in (
        ("restore", "HEAD"),
        ("restore", "release"),
        ("restore", "memory", "--at", "HEAD~3"),
        ("restore", "--entry", "arm64"),
        ("undo",),
        ("archive", "pr-triage"),
        ("commit",),
        ("skill", "delete", "pr-triage"),
    ):
        done = did(hermes, *args, "--dry-run")
        assert done["dry_run"] is True
        assert done["id"] is None
        assert done["paths"] or args == ("commit",)
        assert snapshot(hermes) == before
