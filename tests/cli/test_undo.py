"""`memgit undo` and `memgit restore`: what they pass over, what they call things, and what they say besides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.cli import Result, run

NOW = {"MEMGIT_NOW": "2026-10-01T12:00:00Z"}
SKILL = "---\nname: {name}\ndescription: one\n---\n\n# {name}\n"

Ask = Callable[..., Result]


def _made(folder: Path, layout: str, files: dict[str, str]) -> Ask:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    assert run("init", str(folder), "--layout", layout, env=NOW).code == 0

    def asked(*args: str) -> Result:
        return run(*args, home=folder, env=NOW)

    return asked


@pytest.fixture
def hermes(tmp_path: Path) -> Ask:
    files = {"memories/MEMORY.md": "first", "skills/dev/lint/SKILL.md": SKILL.format(name="lint")}
    return _made(tmp_path / "hermes", "hermes", files)


@pytest.fixture
def claude(tmp_path: Path) -> Ask:
    return _made(tmp_path / "claude", "claude", {"projects/-shop/memory/deploys.md": "Tuesdays\n"})


def test_undo_passes_over_a_change_whose_effect_is_gone(hermes: Ask) -> None:
    for text in ("beta", "gamma"):
        assert hermes("memory", "add", text, "--origin", "agent").code == 0
    assert hermes("memory", "remove", "gamma").code == 0
    assert hermes("undo").stdout.startswith('revert: memory: add "beta"')
    assert hermes("memory", "list").stdout == "1  first\n"
    done = hermes("undo")
    assert (done.code, done.stderr.count("external")) == (3, 0)


def test_undo_points_at_edits_found_on_disk(hermes: Ask, tmp_path: Path) -> None:
    (tmp_path / "hermes/memories/MEMORY.md").write_text("first\n§\nsecond")
    assert hermes("commit").code == 0
    done = hermes("undo")
    assert done.code == 3
    assert "hint: the newest edit found on disk: memgit undo --origin external\n" in done.stderr
    assert hermes("undo", "--origin", "external").code == 0
    assert hermes("memory", "list").stdout == "1  first\n"
    assert "memgit log --origin external" in hermes("undo", "--origin", "external").stderr


def test_a_write_tells_that_it_recorded_outside_edits_first(hermes: Ask, tmp_path: Path) -> None:
    (tmp_path / "hermes/memories/MEMORY.md").write_text("first\n§\nsecond")
    told, written = hermes("memory", "add", "third").stdout.splitlines()
    before = hermes("log", "--origin", "external", "--json").json["items"][0]
    assert told == f"outside edits recorded first  [{before['id'][:7]}]"
    assert written.startswith('memory: add "third"')


def test_the_log_of_a_skill_has_its_pins(hermes: Ask) -> None:
    hermes("skill", "new", "other", "--description", "two")
    for words in (("pin", "lint"), ("pin", "other"), ("unpin", "lint")):
        assert hermes("skill", *words).code == 0
    subjects = [item["subject"] for item in hermes("log", "lint", "--json").json["items"]]
    assert subjects == ["skill(lint): unpin", "skill(lint): pin", "init: hermes home, 2 files"]


def test_a_skill_that_comes_back_beside_one_of_its_name_is_told(hermes: Ask) -> None:
    hermes("archive", "lint")
    hermes("skill", "new", "lint", "--description", "two")
    done = hermes("restore", "lint")
    assert done.code == 0
    assert "warning: there is a skill 'lint' already: skills/lint; an agent sees only one of them" in done.stderr
    assert hermes("archive", "skills/lint").code == 0
    hermes("archive", "skills/dev/lint")
    assert hermes("restore", "lint").stderr == ""


def test_a_new_skill_whose_name_will_not_do_is_told_that_first(hermes: Ask) -> None:
    assert "there is a skill 'lint' already" in hermes("skill", "new", "lint").stderr
    assert "the skill name '周报' must be" in hermes("skill", "new", "周报").stderr
    assert "needs a description or a text" in hermes("skill", "new", "report").stderr


def test_a_patch_that_finds_nothing_or_much_names_commands_and_lines(hermes: Ask) -> None:
    assert "look at the text: memgit skill view lint --peek\n" in hermes("skill", "patch", "lint", "zzz", "y").stderr
    assert (
        "'n' is 5 times in skills/dev/lint/SKILL.md: lines 2, 3, 6\n"
        in hermes("skill", "patch", "lint", "n", "y").stderr
    )


def test_a_topic_comes_back_under_its_own_name(claude: Ask, tmp_path: Path) -> None:
    (tmp_path / "claude/projects/-shop/memory/deploys.md").unlink()
    assert "hint: a topic: memgit restore topic:deploys\n" in claude("restore", "deploys").stderr
    assert claude("restore", "topic:deploys").stdout.splitlines()[1].startswith("topic(deploys): restore  [")
    again = claude("restore", "topic:deploys").stdout
    assert (
        again == "nothing to do: 'topic:deploys' is there already; as it was: memgit restore topic:deploys --at REV\n"
    )


def test_what_there_is_nothing_of_is_said(hermes: Ask, claude: Ask) -> None:
    hermes("skill", "pin", "lint")
    assert hermes("show", "HEAD", "memory").stdout.endswith(
        "    skill(lint): pin\n\nnothing of memory in this change\n"
    )
    usage = claude("memory", "usage")
    assert (usage.code, usage.stdout, usage.stderr) == (0, "", "memgit: a claude home has no budgets\n")


def test_a_file_left_out_is_named_once(tmp_path: Path) -> None:
    ask = _made(tmp_path, "hermes", {"memories/USER.md": "token ghp_abcdefghijklmnopqrstuvwxyz0123456789"})
    assert ask("status").stdout.count("memories/USER.md") == 1


def test_a_skill_moved_since_goes_back_to_where_it_was(hermes: Ask, tmp_path: Path) -> None:
    home = tmp_path / "hermes"
    (home / "skills/dev/lint/notes.tmp").write_text("not tracked")
    (home / "skills/ops").mkdir()
    (home / "skills/dev/lint").rename(home / "skills/ops/lint")
    assert hermes("commit").code == 0
    done = hermes("restore", "lint", "--at", "HEAD~1")
    assert done.code == 0, done.stderr
    assert not (home / "skills/ops").exists()
    assert sorted(path.name for path in (home / "skills/dev/lint").iterdir()) == ["SKILL.md", "notes.tmp"]
    assert hermes("status", "--json").json["pending"] == []
    hermes("undo", "--origin", "restore")
    assert (home / "skills/ops/lint/SKILL.md").exists()
    assert not (home / "skills/dev/lint/SKILL.md").exists()


def test_another_skill_of_the_name_stays_where_it_is(hermes: Ask, tmp_path: Path) -> None:
    hermes("skill", "delete", "lint")
    hermes("skill", "new", "lint", "--category", "ops", "--description", "quite another one, of other words")
    assert hermes("restore", "lint", "--at", "HEAD~2").code == 0
    assert [item["path"] for item in hermes("skill", "list", "--json", "--all").json["items"]] != []
    assert (tmp_path / "hermes/skills/ops/lint/SKILL.md").exists()
    assert (tmp_path / "hermes/skills/dev/lint/SKILL.md").exists()


def test_a_file_moved_since_goes_back_too(claude: Ask, tmp_path: Path) -> None:
    folder = tmp_path / "claude/projects/-shop/memory"
    (folder / "deploys.md").rename(folder / "releases.md")
    assert claude("commit").code == 0
    done = claude("restore", "topic:releases", "--at", "HEAD~1")
    assert done.code == 0, done.stderr
    assert [path.name for path in folder.iterdir()] == ["deploys.md"]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("", "name one thing to restore"),
        ("HEAD~99..HEAD", "'HEAD~99..HEAD' is no range: 'HEAD~99' or 'HEAD' names no revision"),
        ("nosuch", "'nosuch' is no name that history knows, and no revision"),
    ],
)
def test_a_word_that_names_nothing(hermes: Ask, word: str, said: str) -> None:
    assert hermes("restore", word).stderr.splitlines()[0] == f"memgit: error: {said}"
