import json
from pathlib import Path

import pytest

from memgit import layouts
from memgit.skills import ownership
from memgit.skills.ownership import Owner

HERMES = layouts.get("hermes")
MINE = {"created_by": "agent"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    skills = tmp_path / "home/skills"
    for folder in ("web/scraper", "notes", "_org/acme/shared", "cat/plain", "my/scraper"):
        (skills / folder).mkdir(parents=True)
    installed = {
        "scraper": {"install_path": "web/scraper"},
        "loose": {"source": "x"},
        "moved": {"install_path": "gone"},
    }
    (skills / ".hub").mkdir()
    (skills / ".hub/lock.json").write_text(json.dumps({"version": 1, "installed": installed}))
    (skills / ".bundled_manifest").write_text("notes:0123abcd\nold-form\n")
    return tmp_path / "home"


def owner(home: Path, folder: str, *names: str, record: dict | None = None, external: tuple = ()) -> Owner:
    return ownership.owner(home, folder, names, ownership.sources(home, HERMES, external), record)


@pytest.mark.parametrize(
    ("folder", "record", "expected"),
    [
        ("skills/web/scraper", MINE, Owner.HUB),
        ("skills/my/scraper", None, Owner.USER),
        ("skills/cat/loose", None, Owner.HUB),
        ("skills/cat/moved", MINE, Owner.HUB),
        ("skills/cat/x", {"created_by": "installed"}, Owner.HUB),
        ("skills/notes", MINE, Owner.BUNDLED),
        ("skills/old-form", None, Owner.BUNDLED),
        ("skills/_org/acme/shared", MINE, Owner.EXTERNAL),
        ("/opt/skills/x", MINE, Owner.EXTERNAL),
        ("skills/cat/plain", MINE, Owner.AGENT),
        ("skills/cat/plain", {"agent_created": True}, Owner.AGENT),
        ("skills/cat/plain", {"created_by": "learn"}, Owner.USER),
        ("skills/cat/plain", {"created_by": None}, Owner.USER),
        ("skills/cat/plain", None, Owner.USER),
    ],
)
def test_owners(home, folder, record, expected):
    assert owner(home, folder, record=record) is expected


def test_the_frontmatter_name_counts_as_well(home):
    assert owner(home, "skills/cat/plain", "old-form", record=MINE) is Owner.BUNDLED


def test_a_folder_of_an_external_root_is_external_even_inside_the_home(home):
    assert owner(home, "skills/cat/plain", record=MINE, external=(home / "skills/cat",)) is Owner.EXTERNAL
    assert owner(home, "skills/notes", record=MINE, external=(home / "skills/note",)) is Owner.BUNDLED


def test_only_what_a_review_made_or_a_person_gave_over_is_managed(home):
    known = ownership.sources(home, HERMES)
    assert [whose for whose in Owner if ownership.managed(whose, known)] == [Owner.AGENT]


@pytest.mark.parametrize("data", ["{", "[]", '{"installed": []}'])
def test_nothing_is_managed_while_the_hub_file_is_damaged(home, data):
    (home / "skills/.hub/lock.json").write_text(data)
    known = ownership.sources(home, HERMES)
    assert known.unreadable == ("skills/.hub/lock.json",)
    assert not ownership.managed(Owner.AGENT, known)


def test_nothing_is_managed_while_the_manifest_is_damaged(home):
    (home / "skills/.bundled_manifest").write_bytes(b"\xff\n")
    assert ownership.sources(home, HERMES).unreadable == ("skills/.bundled_manifest",)


def test_missing_files_say_nothing(tmp_path):
    (tmp_path / "skills/a").mkdir(parents=True)
    known = ownership.sources(tmp_path, HERMES)
    assert (dict(known.hub), known.bundled, known.unreadable) == ({}, frozenset(), ())
    assert ownership.owner(tmp_path, "skills/a", (), known, MINE) is Owner.AGENT
