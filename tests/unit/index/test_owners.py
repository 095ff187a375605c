from __future__ import annotations

from collections.abc import Iterator

import pytest

from memgit import layouts
from memgit.index.database import Database
from memgit.index.owners import Owners

HERMES, PI = layouts.get("hermes"), layouts.get("pi-hermes")


@pytest.fixture
def db() -> Iterator[Database]:
    with Database.create(None) as db:
        yield db


def owner(owners: Owners, path: str, layout: str = "hermes") -> str:
    place = layouts.get(layout).place(path)
    assert place is not None
    return owners.of(path, place)


def know(db: Database, *paths: str) -> Owners:
    db.run_many("INSERT INTO file(path) VALUES (?)", [(path,) for path in paths])
    return Owners(db)


def test_the_nearest_folder_with_a_skill(db: Database) -> None:
    owners = know(db, "skills/cat/one/SKILL.md", "skills/cat/one/inner/SKILL.md")
    assert owner(owners, "skills/cat/one/references/a.md") == "skills/cat/one"
    assert owner(owners, "skills/cat/one/inner/deep/er/a.md") == "skills/cat/one/inner"
    assert owner(owners, "skills/cat/one/innermost/a.md") == "skills/cat/one"


def test_a_skill_owns_itself_before_it_is_known(db: Database) -> None:
    assert owner(Owners(db), "skills/cat/one/SKILL.md") == "skills/cat/one"
    assert owner(know(db, "skills/cat/SKILL.md"), "skills/cat/one/SKILL.md") == "skills/cat/one"


def test_without_a_skill_the_topmost_folder(db: Database) -> None:
    owners = Owners(db)
    assert owner(owners, "skills/cat/one/a.md") == "skills/cat"
    assert owner(owners, "skills/.archive/one/deep/a.md") == "skills/.archive/one"
    assert owner(owners, "projects-memory/shop/skills/one/deep/a.md", "pi-hermes") == "projects-memory/shop/skills/one"


def test_a_file_at_the_top_is_its_own(db: Database) -> None:
    owners = know(db, "skills/SKILL.md", "skills/.archive/SKILL.md")
    assert owner(owners, "skills/notes.md") == "skills/notes.md"
    assert owner(owners, "skills/SKILL.md") == "skills/SKILL.md"
    assert owner(owners, "skills/one/a.md") == "skills/one"
    assert owner(owners, "skills/.archive/a.md") == "skills/.archive/a.md"


def test_no_other_role_has_an_owner(db: Database) -> None:
    owners = know(db, "memories/SKILL.md")
    assert owner(owners, "memories/MEMORY.md") == owner(owners, "skills/cat/DESCRIPTION.md") == ""


def test_what_was_asked_once_is_kept_until_it_is_to_be_forgotten(db: Database) -> None:
    owners = Owners(db)
    assert owner(owners, "skills/cat/one/a.md") == "skills/cat"
    know(db, "skills/cat/one/SKILL.md")
    assert owner(owners, "skills/cat/one/a.md") == "skills/cat"
    owners.forget()
    assert owner(owners, "skills/cat/one/a.md") == "skills/cat/one"
