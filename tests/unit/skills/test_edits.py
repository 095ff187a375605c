"""Edits of skills on an open change: bytes, records, messages."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from support.skill_home import FILES, SkillHome, record, skill_text

from memgit.errors import NotFound, Refused, SystemRefused, UsageError
from memgit.model.change import Action, Origin
from memgit.skills import edits
from memgit.skills.find import find
from memgit.skills.replacing import Replacement, replace

Make = Callable[..., SkillHome]


def test_new_writes_the_given_bytes_and_a_fresh_record(make: Make) -> None:
    home = make(usage={"gamma": record(use_count=9, pinned=True), "other": {"odd": [1]}})
    data = skill_text("gamma").replace("\n", "\r\n").encode()
    recorded = home.do(edits.new, "gamma", "ops", data)
    assert home.read("skills/ops/gamma/SKILL.md") == data
    assert recorded.action is Action.NEW
    assert recorded.subject == "skill(gamma): new"
    assert recorded.paths == ("skills/.usage.json", "skills/ops/gamma/SKILL.md")
    usage = home.usage()
    assert usage["other"] == {"odd": [1]}
    assert usage["gamma"]["created_by"] is None
    assert usage["gamma"]["use_count"] == 0
    assert usage["gamma"]["created_at"] == "2026-10-01T09:31:00+00:00"
    assert not home.read("skills/.usage.json").endswith(b"\n")


@pytest.mark.parametrize(
    ("origin", "maker"),
    [
        (Origin.USER, None),
        (Origin.AGENT, None),
        (Origin.REVIEW, "agent"),
        (Origin.CURATOR, "agent"),
        (Origin.LEARN, "learn"),
    ],
)
def test_new_says_who_may_manage_it(make: Make, origin: Origin, maker: str | None) -> None:
    home = make()
    home.do(edits.new, "gamma", None, skill_text("gamma").encode(), origin=origin)
    assert home.usage()["gamma"]["created_by"] == maker


@pytest.mark.parametrize(
    "name", ["", "Alpha", "a b", "../x", "/x", "a/b", "c:x", "x*", "x?", "[x]", "-x", "é", "x" * 65, ".x", "x\n"]
)
def test_names_that_no_skill_may_have(make: Make, name: str) -> None:
    home = make()
    with pytest.raises(UsageError):
        home.do(edits.new, name, None, skill_text("x").encode())
    with pytest.raises(UsageError):
        home.do(edits.new, "fine", name or "..", skill_text("x").encode())


@pytest.mark.parametrize(("name", "category"), [("beta", None), ("alpha", "x"), ("dev", None), ("references", "alpha")])
def test_new_refuses_a_place_that_is_taken(make: Make, name: str, category: str | None) -> None:
    home = make()
    before = home.snapshot()
    with pytest.raises(Refused):
        home.do(edits.new, name, category, skill_text(name).encode())
    assert home.snapshot() == before


@pytest.mark.parametrize(
    "text",
    [
        "no frontmatter\n",
        "---\nname: x\ndescription: y\n",
        "---\nname: x\ndescription: y\n---\n",
        "---\nname: x\n---\nbody\n",
        "---\ndescription: x\n---\nbody\n",
        "---\nname: x\ndescription: a: b\n---\nbody\n",
        f"---\nname: x\ndescription: {'y' * 61}\n---\nbody\n",
    ],
)
def test_new_refuses_a_text_that_is_no_skill(make: Make, text: str) -> None:
    with pytest.raises(Refused, match=r"^SKILL\.md: "):
        make().do(edits.new, "x", None, text.encode())


def test_a_long_description_is_fine_where_the_agent_shows_it(make: Make) -> None:
    home = make(layout="claude")
    home.do(edits.new, "gamma", None, skill_text("gamma", "y" * 300).encode())
    with pytest.raises(Refused):
        home.do(edits.new, "delta", None, skill_text("delta", "y" * 1025).encode())


@pytest.mark.parametrize("data", [b"\xff\xfe", skill_text("x", body="y" * 100_001).encode()])
def test_text_that_cannot_be_taken(make: Make, data: bytes) -> None:
    home = make()
    with pytest.raises(SystemRefused):
        home.do(edits.new, "gamma", None, data)
    with pytest.raises(SystemRefused):
        home.edit(edits.edit, "alpha", data)


def test_template() -> None:
    assert edits.template("x", "Says hi", None) == b"---\nname: x\ndescription: Says hi\n---\n\n# x\n\nSays hi\n"
    assert edits.template("x", "Says hi", b"Body.\n") == b"---\nname: x\ndescription: Says hi\n---\nBody.\n"
    given = b"---\nname: y\ndescription: old\nkept: [1]\n---\nBody.\n"
    assert edits.template("x", "new", given) == given.replace(b"old", b"new")
    assert edits.template("x", "", given) == given
    for name, description in (("x", "caf\udce9"), ("caf\udce9", "d")):
        with pytest.raises(SystemRefused):
            edits.template(name, description, None)


def test_edit_counts_a_patch(make: Make) -> None:
    home = make(usage={"beta": record(patch_count=2, patch_generation=2, future="kept")})
    data = skill_text("beta", body="Do it better.").encode()
    recorded = home.edit(edits.edit, "dev/beta", data)
    assert home.read("skills/dev/beta/SKILL.md") == data
    assert recorded.subject == "skill(beta): edit"
    kept = home.usage()["beta"]
    assert (kept["patch_count"], kept["patch_generation"], kept["future"]) == (3, 3, "kept")
    assert kept["last_patched_at"] == "2026-10-01T09:31:00+00:00"


def test_edit_to_the_same_bytes_does_nothing(make: Make) -> None:
    home = make()
    before = home.snapshot()
    assert home.edit(edits.edit, "alpha", home.read("skills/alpha/SKILL.md")).id is None
    assert home.snapshot() == before


def test_patch_changes_only_what_it_names(make: Make) -> None:
    home = make()
    recorded = home.edit(edits.patch, "alpha", None, Replacement("Do it.", "Do it well."))
    assert home.read("skills/alpha/SKILL.md") == skill_text("alpha", body="Do it well.").encode()
    assert recorded.subject == "skill(alpha): patch"
    home.edit(edits.patch, "alpha", "references/api.md", Replacement("two", "2", every=True))
    assert home.read("skills/alpha/references/api.md") == b"one\n2\n2\n"
    home.edit(edits.patch, "alpha", "notes.txt", Replacement("beside", "aside"))
    assert home.read("skills/alpha/notes.txt") == b"aside\n"


def test_patch_keeps_the_execute_bit(make: Make) -> None:
    home = make({**FILES, "skills/alpha/scripts/run.sh": "#!/bin/sh\necho a\n"})
    (home.folder / "skills/alpha/scripts/run.sh").chmod(0o755)
    home.edit(edits.patch, "alpha", "scripts/run.sh", Replacement("echo a", "echo b"))
    assert os.access(home.folder / "skills/alpha/scripts/run.sh", os.X_OK)


def test_patch_must_match_once(make: Make) -> None:
    home = make()
    with pytest.raises(UsageError, match=r"'two' is 2 times in skills/alpha/references/api\.md: lines 2, 3") as found:
        home.edit(edits.patch, "alpha", "references/api.md", Replacement("two", "2"))
    assert found.value.details == {"matches": 2, "lines": [2, 3]}
    with pytest.raises(NotFound) as missing:
        home.edit(edits.patch, "alpha", None, Replacement("Do jt.", "x"))
    assert missing.value.hints[0] == "the nearest is line 8: Do it."
    with pytest.raises(UsageError):
        home.edit(edits.patch, "alpha", None, Replacement("", "x"))


def test_overlapping_matches_are_several() -> None:
    with pytest.raises(UsageError, match="2 times"):
        replace("aaa", Replacement("aa", "b"), "it")
    assert replace("aaa", Replacement("aa", "b", every=True), "it") == "ba"


def test_patch_of_crlf_keeps_crlf() -> None:
    text = "a\r\nb\r\nc\r\n"
    assert replace(text, Replacement("a\nb", "x\ny"), "it") == "x\r\ny\r\nc\r\n"
    assert replace(text, Replacement("a\r\nb", "x\ny"), "it") == "x\r\ny\r\nc\r\n"


def test_patch_must_leave_a_skill(make: Make) -> None:
    home = make()
    with pytest.raises(Refused, match="no description"):
        home.edit(edits.patch, "alpha", None, Replacement("description: Does one thing\n", ""))


def test_an_odd_skill_can_be_mended_bit_by_bit(make: Make) -> None:
    home = make({"skills/odd/SKILL.md": "---\nname: odd\n---\nBody.\n"})
    home.edit(edits.patch, "odd", None, Replacement("Body.", "Text."))
    home.edit(edits.patch, "odd", None, Replacement("name: odd", "name: odd\ndescription: Mended"))
    assert home.read("skills/odd/SKILL.md") == b"---\nname: odd\ndescription: Mended\n---\nText.\n"


@pytest.mark.parametrize(
    "path",
    [
        "../x",
        "references/../../x",
        "/etc/x",
        "c:/x",
        "c:x",
        "~/x",
        "x.md",
        "references",
        "references/",
        "references//x",
        "references/./x",
        "lib/x.py",
        "references\\x",
        "scripts/.git/config",
        "references/*.md",
        "beta/SKILL.md",
    ],
)
def test_files_go_only_where_they_belong(make: Make, path: str) -> None:
    home = make()
    before = home.snapshot()
    with pytest.raises(UsageError):
        home.edit(edits.write_file, "alpha", path, b"x\n")
    assert home.snapshot() == before


def test_write_file(make: Make) -> None:
    home = make()
    recorded = home.edit(edits.write_file, "alpha", "scripts/deep/run.py", b"\x00\xff")
    assert home.read("skills/alpha/scripts/deep/run.py") == b"\x00\xff"
    assert recorded.subject == "skill(alpha): write scripts/deep/run.py"
    assert recorded.action is Action.WRITE_FILE
    home.edit(edits.write_file, "alpha", "notes.txt", b"over\n")
    assert home.read("skills/alpha/notes.txt") == b"over\n"
    with pytest.raises(Refused):
        home.edit(edits.write_file, "alpha", "SKILL.md", b"no skill\n")
    with pytest.raises(SystemRefused):
        home.edit(edits.write_file, "alpha", "assets/big.bin", b"\xff" * 1_048_577)
    with pytest.raises(Refused, match="not something memgit tracks"):
        home.edit(edits.write_file, "alpha", "scripts/.env", b"A=1\n")


def test_files_behind_a_link_are_not_written(make: Make, tmp_path: Path) -> None:
    home = make()
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.md").write_bytes(b"theirs\n")
    (home.folder / "skills/alpha/templates").symlink_to(outside)
    (home.folder / "skills/alpha/references/x.md").symlink_to(outside / "x.md")
    for path in ("templates/x.md", "references/x.md"):
        with pytest.raises(UsageError, match="link"):
            home.edit(edits.write_file, "alpha", path, b"ours\n")
    assert (outside / "x.md").read_bytes() == b"theirs\n"


def test_a_linked_skill_is_changed_where_it_lives(make: Make, tmp_path: Path) -> None:
    home = make()
    (home.folder / "skills/linked").symlink_to("alpha")
    with pytest.raises(UsageError, match="link"):
        home.edit(edits.patch, "linked", None, Replacement("Do it.", "x"))


def test_remove_file(make: Make) -> None:
    home = make()
    recorded = home.edit(edits.remove_file, "alpha", "references/api.md")
    assert recorded.action is Action.REMOVE_FILE
    assert not (home.folder / "skills/alpha/references").exists()
    with pytest.raises(NotFound) as missing:
        home.edit(edits.remove_file, "alpha", "references/api.md")
    assert missing.value.details["available_files"] == ["SKILL.md", "notes.txt"]
    with pytest.raises(UsageError):
        home.edit(edits.remove_file, "alpha", "SKILL.md")
    with pytest.raises(UsageError):
        home.edit(edits.remove_file, "alpha", "../dev/beta/SKILL.md")


def test_delete_takes_files_and_record_and_leaves_what_is_not_tracked(make: Make) -> None:
    home = make(usage={"beta": record(), "alpha": record()})
    home.edit(edits.delete, "beta", None)
    assert not (home.folder / "skills/dev").exists()
    assert list(home.usage()) == ["alpha"]
    home.put("skills/alpha/scripts/.env", "A=1\n")
    with home.writer() as writer:
        edited = edits.delete(writer, find(writer, "alpha"), None)
    assert edited.warnings == ("skills/alpha/scripts/.env is left where it is: memgit does not track it",)


def test_pin_and_unpin(make: Make) -> None:
    home = make(usage={"alpha": record(created_by=None)})
    assert home.edit(edits.pin, "alpha", True).action is Action.PIN
    assert home.usage()["alpha"]["pinned"] is True
    assert home.edit(edits.pin, "alpha", True).id is None
    assert home.edit(edits.pin, "alpha", False).subject == "skill(alpha): unpin"
    assert home.usage()["alpha"]["pinned"] is False
    home.edit(edits.pin, "beta", True)
    assert home.usage()["beta"]["pinned"] is True


def test_names_are_resolved_without_guessing(make: Make) -> None:
    home = make(
        {
            "skills/a/twin/SKILL.md": skill_text("twin"),
            "skills/b/twin/SKILL.md": skill_text("twin"),
            "skills/folder/SKILL.md": skill_text("front"),
        }
    )
    with pytest.raises(UsageError) as several:
        home.find("twin")
    assert several.value.details["candidates"] == ["skills/a/twin", "skills/b/twin"]
    assert home.find("b/twin").folder == home.find("skills/b/twin").folder == "skills/b/twin"
    assert home.find("front").folder == home.find("folder").folder == "skills/folder"
    with pytest.raises(NotFound, match="no skill 'fold'"):
        home.find("fold")
    for name in ("tw*", "../a", "/skills/a", "c:a", ""):
        with pytest.raises(UsageError):
            home.find(name)


def test_the_record_under_the_frontmatter_name_is_the_same_skill(make: Make) -> None:
    home = make({"skills/folder/SKILL.md": skill_text("front")}, {"front": record(patch_count=1)})
    home.edit(edits.patch, "folder", None, Replacement("Do it.", "x"))
    assert home.usage()["front"]["patch_count"] == 2
    home.edit(edits.delete, "folder", None)
    assert home.usage() == {}


def test_looking_names_up_does_not_touch_other_skills(make: Make) -> None:
    home = make()
    home.put("skills/dev/beta/SKILL.md", skill_text("beta", body="By hand."))
    recorded = home.edit(edits.patch, "alpha", None, Replacement("Do it.", "x"))
    assert recorded.external is None
    home.put("skills/alpha/SKILL.md", skill_text("alpha", body="Do it by hand."))
    assert home.edit(edits.patch, "alpha", None, Replacement("by hand", "x")).external is not None
