"""`memgit archive`, and real skills through a whole life."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run
from support.homes import shared_data
from support.skill_home import FILES

NOW = {"MEMGIT_NOW": "2026-10-01T12:00:00Z"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    assert run("init", str(folder), "--layout", "hermes", env=NOW).code == 0
    return folder


def test_archive_and_its_list(home: Path) -> None:
    done = run("archive", "alpha", "dev/beta", "-m", "unused", "--json", home=home, env=NOW)
    document = done.json
    assert (document["action"], document["origin"]) == ("archive", "user")
    told = run("log", "-n", "1", "--json", home=home).json["items"][0]["trailers"]["Memgit-From"]
    assert [json.loads(one)["from"] for one in told] == ["skills/dev/beta", "skills/alpha"]
    items = run("archive", "--list", "--json", home=home).json["items"]
    assert [(item["name"], item["from"]) for item in items] == [("alpha", "skills/alpha"), ("beta", "skills/dev/beta")]
    assert {key: items[0][key] for key in ("id", "time", "origin", "absorbed_into")} == {
        "id": document["id"],
        "time": "2026-10-01T12:00:00Z",
        "origin": "user",
        "absorbed_into": None,
    }
    text = run("archive", "--list", home=home, env=NOW).stdout
    assert text.splitlines()[0] == f"alpha  {document['id'][:7]}  just now  archived from skills/alpha"


def test_an_empty_list(home: Path) -> None:
    assert run("archive", "--list", home=home).stdout == ""
    assert run("archive", "--list", "--json", home=home).json == {"items": []}


def test_undoing_an_archive_and_a_restore(home: Path) -> None:
    before = sorted(path for path in home.rglob("skills/**/*.md"))
    archived = run("archive", "beta", "--json", home=home, env=NOW).json["id"]
    back = run("restore", "beta", "--json", home=home, env=NOW).json["id"]
    assert sorted(path for path in home.rglob("skills/**/*.md")) == before
    assert run("restore", back, home=home, env=NOW).code == 0
    assert (home / "skills/.archive/beta/SKILL.md").exists()
    assert run("restore", "beta", home=home, env=NOW).code == 0
    assert sorted(path for path in home.rglob("skills/**/*.md")) == before
    assert archived != back


def test_a_skill_that_is_deleted_outside_is_listed(home: Path) -> None:
    (home / "skills/dev/beta/SKILL.md").unlink()
    assert run("commit", home=home, env=NOW).code == 0
    items = run("archive", "--list", "--json", home=home).json["items"]
    assert [(item["name"], item["origin"], item["path"]) for item in items] == [("beta", "external", None)]


def test_real_skills_adopted_edited_archived_and_restored(tmp_path: Path) -> None:
    source = shared_data("skills")
    folder = tmp_path / "home"
    texts = {}
    for path in sorted(source.rglob("SKILL.md")):
        target = folder / "skills" / path.parent.parent.name.lower().replace("__", "-") / path.parent.name / "SKILL.md"
        target.parent.mkdir(parents=True)
        target.write_bytes(path.read_bytes())
        texts[target] = path.read_bytes()
    assert run("init", str(folder), "--layout", "hermes", "--allow-secrets", env=NOW).code == 0
    names = [path.parent.relative_to(folder).as_posix() for path in texts]
    for name in names:
        added = run(
            "skill", "write-file", name, "references/added.md", "--file", "-", home=folder, stdin="x\n", env=NOW
        )
        assert added.code == 0, added.stderr
    assert run("archive", *names, home=folder, env=NOW).code == 0
    assert not any(path.exists() for path in texts)
    archived = run("archive", "--list", "--json", home=folder).json["items"]
    assert sorted(item["from"] for item in archived) == sorted(names)
    for item in archived:
        assert run("restore", item["path"], home=folder, env=NOW).code == 0
    assert {path: path.read_bytes() for path in texts} == texts
    assert all((path.parent / "references/added.md").read_bytes() == b"x\n" for path in texts)
