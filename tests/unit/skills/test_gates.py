"""Who may touch what, and what a skill may not hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from support.skill_home import FILES, SkillHome, record, skill_text

from memgit.errors import NotFound, Refused
from memgit.model.change import UNATTENDED, Origin
from memgit.skills import edits
from memgit.skills.archive import archive
from memgit.skills.find import find
from memgit.skills.replacing import Replacement
from memgit.skills.writer import Edited, Writer

Make = Callable[..., SkillHome]

VERBS: dict[str, tuple[Callable[..., Edited], tuple[Any, ...]]] = {
    "edit": (edits.edit, (skill_text("alpha", body="new").encode(),)),
    "patch": (edits.patch, (None, Replacement("Do it.", "x"))),
    "write-file": (edits.write_file, ("references/new.md", b"x\n")),
    "remove-file": (edits.remove_file, ("references/api.md",)),
    "delete": (edits.delete, ("beta",)),
    "pin": (edits.pin, (True,)),
    "unpin": (edits.pin, (False,)),
    "archive": (lambda writer, skill: archive(writer, [skill]), ()),
}
OURS = {"alpha": record(), "beta": record()}


def refused(home: SkillHome, verb: str, origin: Origin, name: str = "alpha") -> bool:
    """Whether a verb is refused; then nothing may have changed."""
    before = home.snapshot()
    what, args = VERBS[verb]
    try:
        home.edit(what, name, *args, origin=origin)
    except Refused:
        assert home.snapshot() == before
        return True
    return False


@pytest.mark.parametrize("origin", [Origin.USER, Origin.AGENT])
@pytest.mark.parametrize("verb", sorted(VERBS))
def test_with_somebody_watching_a_pin_stops_deletion_only(make: Make, verb: str, origin: Origin) -> None:
    home = make({**FILES, "skills/.bundled_manifest": "alpha:1\n"}, {"alpha": record(pinned=True, created_by=None)})
    assert refused(home, verb, origin) is (verb == "delete")


@pytest.mark.parametrize("verb", sorted(set(VERBS) - {"pin", "unpin"}))
def test_nobody_watching_may_change_its_own(make: Make, verb: str) -> None:
    assert not refused(make(usage=OURS), verb, Origin.REVIEW)


@pytest.mark.parametrize("verb", sorted(VERBS))
@pytest.mark.parametrize("whose", ["pinned", "hub", "bundled", "installed", "user", "no record", "unreadable"])
def test_nobody_watching_leaves_others_alone(make: Make, verb: str, whose: str) -> None:
    files = dict(FILES)
    usage = dict(OURS)
    match whose:
        case "pinned":
            usage["alpha"] = record(pinned=True)
        case "hub":
            entry = {"install_path": "alpha", "source": "x"}
            files["skills/.hub/lock.json"] = json.dumps({"version": 1, "installed": {"alpha": entry}})
        case "bundled":
            files["skills/.bundled_manifest"] = "alpha:0123\n"
        case "installed":
            usage["alpha"] = record(created_by="installed")
        case "user":
            usage["alpha"] = record(created_by=None)
        case "no record":
            del usage["alpha"]
        case _:
            files["skills/.hub/lock.json"] = "{"
    assert refused(make(files, usage), verb, Origin.CURATOR)


@pytest.mark.parametrize("origin", sorted(UNATTENDED))
def test_every_unattended_origin_is_held_to_it(make: Make, origin: Origin) -> None:
    assert refused(make(usage={"alpha": record(pinned=True)}), "patch", origin)


def test_external_folders_are_left_alone(make: Make) -> None:
    home = make(usage=OURS)
    outer = str(home.folder / "skills/dev")
    with home.writer(Origin.CURATOR, (outer,)) as writer, pytest.raises(Refused, match="others look after"):
        edits.patch(writer, find(writer, "beta"), None, Replacement("Do it.", "x"))


@pytest.mark.parametrize("name", [None, "", "gamma", "alpha", "skills/alpha"])
def test_an_unattended_delete_names_the_skill_that_stays(make: Make, name: str | None) -> None:
    home = make(usage=OURS)
    before = home.snapshot()
    with pytest.raises(Refused):
        home.edit(edits.delete, "alpha", name, origin=Origin.CURATOR)
    assert home.snapshot() == before


def test_an_unattended_delete_goes_to_the_archive(make: Make) -> None:
    home = make(usage=OURS)
    recorded = home.edit(edits.delete, "alpha", "dev/beta", origin=Origin.CURATOR)
    assert recorded.subject == "skill(alpha): delete, absorbed into beta"
    assert home.trailers()["Memgit-Absorbed-Into"] == "beta"
    assert home.read("skills/.archive/alpha/notes.txt") == b"beside\n"
    assert home.usage()["alpha"]["state"] == "archived"


def test_what_a_person_says_of_a_delete_is_checked(make: Make) -> None:
    home = make()
    with pytest.raises(NotFound):
        home.edit(edits.delete, "alpha", "gamma")
    with pytest.raises(Refused, match="into itself"):
        home.edit(edits.delete, "alpha", "alpha")
    home.edit(edits.delete, "alpha", "beta")
    assert home.trailers()["Memgit-Absorbed-Into"] == "beta"


def test_nobody_watching_archives_the_last_skill(make: Make) -> None:
    home = make({"skills/alpha/SKILL.md": skill_text("alpha")}, OURS)
    assert refused(home, "archive", Origin.CURATOR)
    assert not refused(home, "archive", Origin.USER)


SECRET = "ghp_" + "x7Kp2mQ9vL4nR8tW1yB5cD3fG6hJ0sA2uE4i"


def test_secrets_are_refused_by_name_and_place(make: Make) -> None:
    home = make()
    before = home.snapshot()
    text = skill_text("alpha", body=f"Use {SECRET}").encode()
    for what, args in (
        (edits.edit, (text,)),
        (edits.patch, (None, Replacement("Do it.", SECRET))),
        (edits.write_file, ("references/a.md", SECRET.encode())),
    ):
        with pytest.raises(Refused, match=r"line \d+, column \d+: .*\[secret/") as found:
            home.edit(what, "alpha", *args)
        assert SECRET not in str(found.value)
    with pytest.raises(Refused):
        home.do(edits.new, "gamma", None, text)
    assert home.snapshot() == before


def test_what_was_there_before_is_no_reason_to_refuse(make: Make) -> None:
    home = make()
    home.put("skills/alpha/notes.txt", f"{SECRET}\nbeside\n")
    home.edit(edits.patch, "alpha", "notes.txt", Replacement("beside", "aside"))
    assert home.read("skills/alpha/notes.txt") == f"{SECRET}\naside\n".encode()


def test_a_writer_knows_whether_anybody_watches(make: Make) -> None:
    home = make()
    with home.writer(Origin.AGENT) as writer:
        assert not writer.unattended
        assert Writer(writer.change, type(writer.actor)(Origin.DREAM)).unattended
