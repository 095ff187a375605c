"""Into the archive and back."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from support.skill_home import FILES, SkillHome, record, skill_text

from memgit.errors import NotFound, Refused
from memgit.model.change import Action, Actor, Origin, Recorded
from memgit.skills import edits
from memgit.skills.archive import archive, one_line
from memgit.skills.archived import Archived, listing, original_name
from memgit.skills.find import find
from memgit.skills.restore import restore_archived
from memgit.skills.writer import Edited, Writer

Make = Callable[..., SkillHome]


def archive_named(writer: Writer, *names: str) -> Edited:
    return archive(writer, [find(writer, name) for name in names])


def restore(home: SkillHome, name: str, at: Archived | None = None) -> Recorded:
    return home.do(lambda writer: restore_archived(writer.change, name, at, writer.actor))


def skill_files(home: SkillHome) -> dict[str, bytes]:
    return {path: data for path, data in home.snapshot().items() if path != "skills/.usage.json"}


def test_archive_is_a_move_that_tells_where_from(make: Make) -> None:
    before = record(use_count=3, future={"a": "b  c"})
    home = make(usage={"beta": before})
    recorded = home.do(archive_named, "beta")
    assert recorded.action is Action.ARCHIVE
    assert recorded.subject == "skill(beta): archive"
    told = home.trailers()["Memgit-From"]
    assert isinstance(told, str)
    assert json.loads(told) == {
        "to": "skills/.archive/beta",
        "from": "skills/dev/beta",
        "category": "dev",
        "usage": before,
    }
    kept = home.usage()["beta"]
    assert kept == before | {"state": "archived", "archived_at": "2026-10-01T09:31:00+00:00"}
    assert not (home.folder / "skills/dev").exists()


def test_restore_gives_the_bytes_modes_and_records_from_before(make: Make) -> None:
    home = make({**FILES, "skills/dev/beta/scripts/run.sh": "#!/bin/sh\n"}, {"beta": record(use_count=3, x="y")})
    (home.folder / "skills/dev/beta/scripts/run.sh").chmod(0o755)
    home.put("skills/dev/beta/scripts/.env", "A=1\n")
    before = home.snapshot()
    home.do(archive_named, "beta")
    recorded = restore(home, "beta")
    assert home.snapshot() == before
    assert os.access(home.folder / "skills/dev/beta/scripts/run.sh", os.X_OK)
    assert (recorded.action, recorded.origin) == (Action.RESTORE, Origin.RESTORE)
    assert not (home.folder / "skills/.archive/beta").exists()


def test_a_skill_without_a_record_has_none_after_its_return(make: Make) -> None:
    home = make(usage={})
    home.do(archive_named, "beta")
    assert home.usage()["beta"]["state"] == "archived"
    restore(home, "beta")
    assert home.usage() == {}


def test_counters_never_go_back(make: Make) -> None:
    home = make(usage={"beta": record(use_count=3)})
    home.do(archive_named, "beta")
    later = home.usage()
    later["beta"] |= {"use_count": 5, "last_used_at": "2026-10-02T00:00:00+00:00"}
    home.put("skills/.usage.json", json.dumps(later))
    restore(home, "beta")
    kept = home.usage()["beta"]
    assert (kept["use_count"], kept["last_used_at"]) == (5, "2026-10-02T00:00:00+00:00")
    assert (kept["state"], kept["archived_at"]) == ("active", None)


def test_both_records_of_a_skill_with_two_names(make: Make) -> None:
    usage = {"folder": record(patch_count=1), "front": record(use_count=2)}
    home = make({**FILES, "skills/folder/SKILL.md": skill_text("front")}, usage)
    home.do(archive_named, "front")
    assert [entry["state"] for entry in home.usage().values()] == ["archived", "archived"]
    restore(home, "folder")
    assert home.usage() == usage


def test_several_skills_are_one_commit(make: Make) -> None:
    home = make({**FILES, "skills/gamma/SKILL.md": skill_text("gamma")})
    before = skill_files(home)
    recorded = home.do(archive_named, "alpha", "beta", "gamma", "alpha")
    assert recorded.subject == "skills: archive alpha, beta, gamma"
    told = home.trailers()["Memgit-From"]
    assert len(told) == 3
    for name in ("gamma", "alpha", "beta"):
        restore(home, name)
    assert skill_files(home) == before


def test_a_taken_name_gets_the_time_and_the_newer_copy_comes_first(make: Make) -> None:
    home = make()
    home.do(archive_named, "beta")
    home.do(edits.new, "beta", None, skill_text("beta", body="Second.").encode())
    home.do(archive_named, "beta")
    assert (home.folder / "skills/.archive/beta-20261001093300").is_dir()
    found = [(one.name, one.folder, one.source) for one in listing(home.store)]
    assert found == [
        ("beta", "skills/.archive/beta-20261001093300", "skills/beta"),
        ("beta", "skills/.archive/beta", "skills/dev/beta"),
    ]
    older = listing(home.store)[1]
    restore(home, "beta")
    assert b"Second." in home.read("skills/beta/SKILL.md")
    restore(home, "beta", older)
    assert home.read("skills/dev/beta/SKILL.md") == skill_text("beta").encode()
    assert listing(home.store) == []


def test_two_of_one_name_in_one_commit(make: Make) -> None:
    home = make({"skills/a/twin/SKILL.md": skill_text("twin"), "skills/b/twin/SKILL.md": skill_text("twin", "Other")})
    before = skill_files(home)
    home.do(archive_named, "a/twin", "b/twin")
    assert {one.source for one in listing(home.store)} == {"skills/a/twin", "skills/b/twin"}
    restore(home, "b/twin")
    restore(home, "a/twin")
    assert skill_files(home) == before


def test_a_record_two_skills_share_stays_active(make: Make) -> None:
    home = make(
        {"skills/a/twin/SKILL.md": skill_text("twin"), "skills/b/twin/SKILL.md": skill_text("twin")},
        {"twin": record()},
    )
    home.do(archive_named, "a/twin")
    assert home.usage()["twin"]["state"] == "active"


def test_a_place_that_is_taken_is_named(make: Make) -> None:
    home = make()
    home.do(archive_named, "beta")
    home.put("skills/dev/beta/README.md", "mine\n")
    before = home.snapshot()
    with pytest.raises(Refused, match="'skills/dev/beta' is there already"):
        restore(home, "beta")
    assert home.snapshot() == before


def test_one_that_the_agent_archived_itself_goes_to_the_root(make: Make) -> None:
    home = make(usage={"beta": record(state="archived", archived_at="2026-09-01T00:00:00+00:00")})
    target = home.folder / "skills/.archive/beta-20260901000000"
    target.parent.mkdir()
    shutil.move(home.folder / "skills/dev/beta", target)
    one = listing(home.store)[0]
    assert (one.name, one.source, one.id) == ("beta", "skills/beta", None)
    assert one.time == datetime(2026, 9, 1, tzinfo=UTC)
    restore(home, "beta")
    assert home.read("skills/beta/SKILL.md") == skill_text("beta").encode()
    kept = home.usage()["beta"]
    assert (kept["state"], kept["archived_at"]) == ("active", None)


def test_names_mean_exactly_one_thing(make: Make) -> None:
    home = make({**FILES, "skills/beta-helpers/SKILL.md": skill_text("beta-helpers")})
    home.do(archive_named, "beta-helpers")
    with pytest.raises(NotFound):
        restore(home, "beta")
    restore(home, "skills/.archive/beta-helpers")


def test_skills_inside_a_skill_do_not_go_unasked(make: Make) -> None:
    home = make({**FILES, "skills/alpha/inner/SKILL.md": skill_text("inner")})
    before = skill_files(home)
    for what, args in ((archive_named, ("alpha",)), (lambda w: edits.delete(w, find(w, "alpha"), None), ())):
        with pytest.raises(Refused, match="holds other skills: skills/alpha/inner"):
            home.do(what, *args)
    home.do(archive_named, "alpha", "inner")
    assert not (home.folder / "skills/alpha").exists()
    restore(home, "alpha")
    restore(home, "inner")
    assert skill_files(home) == before


def test_listing_tells_of_deleted_skills(make: Make) -> None:
    home = make(usage={"alpha": record(), "beta": record()})
    home.edit(edits.delete, "beta", "alpha", origin=Origin.CURATOR)
    gone = home.edit(edits.delete, "alpha", None)
    first, second = listing(home.store)
    assert (first.name, first.folder, first.source, first.id) == ("alpha", None, "skills/alpha", gone.id)
    assert (first.time, first.origin) == (gone.time, "user")
    assert (second.name, second.absorbed_into, second.origin) == ("beta", "alpha", "curator")
    home.do(edits.new, "alpha", None, skill_text("alpha").encode())
    assert [one.name for one in listing(home.store)] == ["beta"]


def test_a_moved_skill_is_not_a_deleted_one(make: Make) -> None:
    home = make()
    shutil.move(home.folder / "skills/dev/beta", home.folder / "skills/beta")
    from memgit.ops.commit import commit

    commit(home.store, Actor(Origin.EXTERNAL))
    assert listing(home.store) == []


@pytest.mark.parametrize("value", ["a  b", "a\tb", "a\u2028b\u00a0c", " ", "   ", "a\nb", "é"])
def test_json_survives_a_commit_message(value: str) -> None:
    line: Any = " ".join(one_line({"k": value}).split())
    assert json.loads(line) == {"k": value}


def test_original_name() -> None:
    assert original_name("beta-20261001093300") == "beta"
    assert original_name("beta-20269901093300") == "beta-20269901093300"
    assert original_name("beta-2026") == "beta-2026"
