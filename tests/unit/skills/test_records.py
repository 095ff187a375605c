"""Usage records: shape, keys, corruption."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from support.skill_home import SkillHome, record

from memgit.errors import SystemRefused
from memgit.skills import edits, records
from memgit.skills.find import Skill
from memgit.skills.replacing import Replacement

Make = Callable[..., SkillHome]
NOW = datetime(2026, 10, 1, 12, 0, 0, 5, tzinfo=UTC)


def test_a_view_counts_as_use() -> None:
    before = {"other": {"x": 1}, "alpha": record(use_count=1, patch_generation=2)}
    after = json.loads(records.viewed(json.dumps(before).encode(), Skill("skills/alpha", "skills"), NOW))
    assert after["other"] == {"x": 1}
    assert (after["alpha"]["view_count"], after["alpha"]["use_count"]) == (1, 2)
    assert after["alpha"]["last_viewed_at"] == after["alpha"]["last_used_at"] == "2026-10-01T12:00:00.000005+00:00"
    assert after["alpha"]["last_reused_patch_generation"] == 2


def test_the_first_view_makes_a_record() -> None:
    after = json.loads(records.viewed(None, Skill("skills/alpha", "skills"), NOW))
    assert after["alpha"]["use_count"] == 1
    assert set(after["alpha"]) == set(record())


def test_the_record_is_where_the_agent_keeps_it() -> None:
    skill = Skill("skills/folder", "skills", "front", "front")
    assert records.key_of({"front": {}}, skill) == "front"
    assert records.key_of({"front": {}, "folder": {}}, skill) == "folder"
    assert records.key_of({}, skill) == "folder"
    assert records.is_pinned({"folder": {}, "front": {"pinned": True}}, skill)


def test_a_frontmatter_name_that_is_another_folder_is_no_alias(make: Make) -> None:
    text = "---\nname: beta\ndescription: d\n---\nDo it.\n"
    home = make({"skills/alpha/SKILL.md": text, "skills/beta/SKILL.md": text}, {"beta": record(pinned=True)})
    home.edit(edits.patch, "skills/alpha", None, Replacement("Do it.", "x"))
    assert home.usage()["beta"]["patch_count"] == 0
    assert home.usage()["alpha"]["patch_count"] == 1


def test_a_corrupt_file_is_never_written_over(make: Make) -> None:
    home = make(usage={"alpha": record()})
    home.put("skills/.usage.json", "{broken")
    before = home.snapshot()
    with pytest.raises(SystemRefused, match="usage records cannot be read"):
        home.edit(edits.patch, "alpha", None, Replacement("Do it.", "x"))
    assert home.snapshot() == before


def test_a_home_that_keeps_records_elsewhere(make: Make) -> None:
    home = make(layout="claude")
    home.edit(edits.pin, "alpha", True)
    kept = json.loads(home.read(".memgit/usage.json"))
    assert kept["alpha"]["pinned"] is True
