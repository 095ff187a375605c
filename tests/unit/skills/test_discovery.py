import os
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memgit import layouts
from memgit.formats import usage
from memgit.formats.usage import CorruptUsage
from memgit.skills import discovery
from memgit.skills.discovery import Offer, discover

HERMES = layouts.get("hermes")
LINUX = Offer("linux")
NOW = datetime(2026, 3, 2, tzinfo=UTC)


def put(home: Path, folder: str, head: str = "description: does it", body: str = "body") -> None:
    path = home / folder / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    name = "" if "name:" in head else f"name: {path.parent.name}\n"
    path.write_text(f"---\n{name}{head}\n---\n{body}\n")


def names(home: Path, offer: Offer = LINUX, everything: bool = False) -> list[str]:
    return [ref.name for ref in discover(home, HERMES, offer, {}, everything)]


def states(home: Path, offer: Offer = LINUX) -> dict[str, str]:
    return {ref.path: ref.state for ref in discover(home, HERMES, offer, {}, everything=True)}


def test_a_skill_is_shown_as_it_is(tmp_path):
    put(tmp_path, "skills/dev/tools/pr-triage", f"name: triage\ndescription: '{'d' * 61}'")
    record = usage.bump(usage.new_record(NOW, "agent"), "use", NOW) | {"pinned": True, "state": "stale"}
    (ref,) = discover(tmp_path, HERMES, LINUX, {"pr-triage": record})
    assert (ref.name, ref.dirname, ref.category) == ("triage", "pr-triage", "dev/tools")
    assert (ref.path, ref.root, ref.external) == ("skills/dev/tools/pr-triage", "skills", False)
    assert (ref.description, ref.shown) == ("d" * 61, "d" * 57 + "...")
    assert (ref.state, ref.pinned, ref.created_by, ref.uses) == ("stale", True, "agent", 1)
    assert ref.last_used == "2026-03-02T00:00:00+00:00"


def test_without_a_head_the_folder_and_the_first_line_stand_in(tmp_path):
    put(tmp_path, "skills/a")
    (tmp_path / "skills/a/SKILL.md").write_text("# Title\n\nDoes a thing.\n")
    (ref,) = discover(tmp_path, HERMES, LINUX, {})
    assert (ref.name, ref.description) == ("a", "Does a thing.")


@pytest.mark.parametrize(
    "folder",
    [
        ".git/a", ".hub/quarantine/a", ".archive/a", "node_modules/a", "x/.venv/a", ".worktrees/w/a",
        ".rollback-staging-1/a", "real/references/a", "real/scripts/deep/a", "_org/other/a",
    ],
)  # fmt: skip
def test_what_is_excluded_is_no_skill(tmp_path, folder):
    put(tmp_path, "skills/real")
    put(tmp_path, f"skills/{folder}")
    assert names(tmp_path) == ["real"]


def test_support_names_hide_nothing_where_there_is_no_skill(tmp_path):
    put(tmp_path, "skills/scripts/a")
    put(tmp_path, "skills/outer")
    put(tmp_path, "skills/outer/inner")
    assert names(tmp_path) == ["outer", "inner", "a"]


def test_only_the_active_organisation_is_walked(tmp_path):
    put(tmp_path, "skills/_org/one/a")
    put(tmp_path, "skills/_org/two/b")
    (tmp_path / "skills/_org/.active_org").write_text("two\n")
    assert names(tmp_path) == ["b"]


def test_a_head_is_read_to_its_closing_line(tmp_path):
    put(tmp_path, "skills/long", f"note: {'x' * 200_000}\nname: late\ndescription: at the end", "b" * 200_000)
    (ref,) = discover(tmp_path, HERMES, LINUX, {})
    assert (ref.name, ref.description) == ("late", "at the end")


def test_the_body_is_left_unread(tmp_path):
    put(tmp_path, "skills/a", body="b" * 200_000)
    assert len(discovery.read_head(str(tmp_path / "skills/a/SKILL.md")) or b"") == 4096


def test_platforms_environments_and_disabled_names_are_not_offered(tmp_path):
    put(tmp_path, "skills/mac", "platforms: [macos]")
    put(tmp_path, "skills/box", "environments: [docker]")
    put(tmp_path, "skills/any", "environments: [docker, other]")
    put(tmp_path, "skills/off", "name: other-name")
    put(tmp_path, "skills/on")
    assert names(tmp_path) == ["any", "box", "on", "other-name"]
    offer = Offer("linux", environments=(), disabled=("off",))
    assert names(tmp_path, offer) == ["any", "on"]
    assert states(tmp_path, offer) == {
        "skills/any": "active",
        "skills/box": "elsewhere",
        "skills/mac": "unsupported",
        "skills/off": "disabled",
        "skills/on": "active",
    }
    assert names(tmp_path, replace(offer, environments=("docker",), platform="darwin")) == ["any", "box", "mac", "on"]


def test_of_one_name_the_first_counts_and_the_home_comes_before_external_folders(tmp_path):
    home, other = tmp_path / "home", tmp_path / "other"
    put(home, "skills/a/same")
    put(home, "skills/b/same")
    put(other, "x/same")
    put(other, "only")
    refs = discover(home, HERMES, Offer("linux", external_dirs=(other, home / "skills")), {}, everything=True)
    assert {ref.path: (ref.state, ref.external) for ref in refs} == {
        "skills/a/same": ("active", False),
        "skills/b/same": ("shadowed", False),
        f"{other}/x/same": ("shadowed", True),
        f"{other}/only": ("active", True),
    }


def test_a_name_that_is_not_offered_shadows_none(tmp_path):
    put(tmp_path, "skills/a/same", "platforms: [macos]")
    put(tmp_path, "skills/b/same")
    assert states(tmp_path) == {"skills/a/same": "unsupported", "skills/b/same": "active"}


def test_order_is_by_category_then_name(tmp_path):
    for folder in ("z", "b/a", "a/y", "a/b"):
        put(tmp_path, f"skills/{folder}")
    assert names(tmp_path) == ["z", "b", "y", "a"]


def test_the_archive_is_listed_last_and_only_when_asked_for(tmp_path):
    put(tmp_path, "skills/a")
    put(tmp_path, "skills/.archive/gone-20260101120000", "name: gone")
    assert names(tmp_path) == ["a"]
    archived = discover(tmp_path, HERMES, LINUX, {"gone": {"use_count": 3}}, everything=True)[-1]
    assert (archived.path, archived.state) == ("skills/.archive/gone-20260101120000", "archived")
    assert (archived.name, archived.category, archived.uses) == ("gone", None, 3)


def test_a_folder_that_is_back_is_not_archived_whatever_its_record_says(tmp_path):
    put(tmp_path, "skills/a")
    (ref,) = discover(tmp_path, HERMES, LINUX, {"a": usage.archived({}, NOW)})
    assert ref.state == "active"


def test_counts_under_either_name_add_up_but_never_those_of_another_skill(tmp_path):
    put(tmp_path, "skills/dir", "name: front")
    put(tmp_path, "skills/other", "name: dir")
    records = {"dir": {"use_count": 1}, "front": {"use_count": 2, "pinned": True}, "other": {"use_count": 4}}
    refs = {ref.dirname: ref for ref in discover(tmp_path, HERMES, LINUX, records)}
    assert (refs["dir"].uses, refs["dir"].pinned) == (3, True)
    assert (refs["other"].uses, refs["other"].pinned) == (4, False)


def test_links_are_followed_once(tmp_path):
    put(tmp_path, "elsewhere/linked")
    put(tmp_path, "skills/real")
    os.symlink(tmp_path / "elsewhere/linked", tmp_path / "skills/linked")
    os.symlink(tmp_path / "skills", tmp_path / "skills/real/loop")
    os.symlink(tmp_path / "nowhere", tmp_path / "skills/broken")
    assert names(tmp_path, everything=True) == ["linked", "real"]


def test_odd_files_by_the_name_stop_nothing(tmp_path):
    put(tmp_path, "skills/a")
    (tmp_path / "skills/folder/SKILL.md").mkdir(parents=True)
    (tmp_path / "skills/pipe").mkdir()
    (tmp_path / "skills/empty").mkdir()
    (tmp_path / "skills/empty/SKILL.md").touch()
    os.mkfifo(tmp_path / "skills/pipe/SKILL.md")
    (tmp_path / "skills/bytes").mkdir()
    (tmp_path / "skills/bytes/SKILL.md").write_bytes(b"---\nname: [\xff\n---\n")
    found = [ref.dirname for ref in discover(tmp_path, HERMES, LINUX, {})]
    assert sorted(found) == ["a", "bytes", "empty"]


def test_roots_with_a_star_stand_for_each_project(tmp_path):
    pi = layouts.get("pi-hermes")
    for folder in ("pi-hermes-memory/skills/a", "projects-memory/shop/skills/b", "skills/c"):
        put(tmp_path, folder)
    refs = discover(tmp_path, pi, LINUX, {})
    assert [(ref.name, ref.root) for ref in refs] == [
        ("a", "pi-hermes-memory/skills"),
        ("b", "projects-memory/shop/skills"),
        ("c", "skills"),
    ]


def test_an_empty_home_has_none(tmp_path):
    assert discover(tmp_path, HERMES, LINUX, {}, everything=True) == []
    assert discovery.usage_records(tmp_path, HERMES) == {}


def test_usage_records_are_read_or_refused(tmp_path):
    (tmp_path / "skills").mkdir()
    (tmp_path / "skills/.usage.json").write_text('{"a": {}}')
    assert discovery.usage_records(tmp_path, HERMES) == {"a": {}}
    (tmp_path / "skills/.usage.json").write_text("[]")
    with pytest.raises(CorruptUsage):
        discovery.usage_records(tmp_path, HERMES)


def test_many_skills_take_little_time(tmp_path):
    head = "description: Sort new pull requests by what they touch\nversion: 1.0.0\nmetadata:\n  hermes:\n    tags: [a]"
    for at in range(500):
        put(tmp_path, f"skills/c{at % 10}/skill-{at}", head)
    spent = []
    for _ in range(5):
        start = time.process_time()
        assert len(discover(tmp_path, HERMES, LINUX, {})) == 500
        spent.append(time.process_time() - start)
    assert min(spent) < 0.25  # a tenth of the skills in five times the time that is allowed: machines differ
