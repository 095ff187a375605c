"""`memgit restore`: what is there already, what no entry answers to, and ranges."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from support.cli import run


def test_an_entry_that_is_back_needs_nothing(hermes: Path) -> None:
    assert run("memory", "remove", "arm64", home=hermes).code == 0
    assert run("restore", "--entry", "arm64", "--json", home=hermes).json["id"]
    for text in ("arm64", "CI runs on arm64 runners"):
        again = run("restore", "--entry", text, "--json", home=hermes)
        assert (again.code, again.json["id"], again.json["paths"]) == (0, None, [])


def test_an_entry_that_left_wins_over_one_that_only_holds_the_text(hermes: Path) -> None:
    run("memory", "remove", "arm64", home=hermes)
    run("memory", "add", "the arm64 image is broken", home=hermes)
    assert run("restore", "--entry", "arm64", "--json", home=hermes).json["id"]
    assert "CI runs on arm64 runners" in (hermes / "memories/MEMORY.md").read_text()


def test_no_text_names_no_entry(hermes: Path) -> None:
    run("memory", "remove", "arm64", home=hermes)
    done = run("restore", "--entry", " ", home=hermes)
    assert (done.code, done.stderr.splitlines()[0]) == (
        2,
        "memgit: error: the text that names an entry cannot be empty",
    )


def test_a_file_that_is_not_text_holds_back_no_entry_of_another(hermes: Path) -> None:
    run("memory", "remove", "arm64", home=hermes)
    (hermes / "memories/USER.md").write_bytes(b"caf\xe9")
    assert run("restore", "--entry", "arm64", home=hermes).code == 0


def test_a_range_without_commits(hermes: Path) -> None:
    run("memory", "add", "one", home=hermes)
    assert run("restore", "HEAD..HEAD", "--json", home=hermes).error["hints"] == ["memgit log"]
    turned = run("restore", "HEAD..HEAD~1", "--json", home=hermes)
    assert (turned.code, turned.error["hints"]) == (2, ["the other way round? memgit restore HEAD~1..HEAD"])


def test_an_archived_skill_comes_back_by_the_name_in_its_head(hermes: Path) -> None:
    folder = hermes / "skills/dev/ship-it"
    folder.mkdir()
    text = "---\nname: 发布\ndescription: Ship it\n---\n\nDo it.\n"
    (folder / "SKILL.md").write_text(text, encoding="utf-8")
    run("commit", home=hermes)
    for back in (("发布",), ("发布", "--at", "HEAD~1")):
        assert run("archive", "发布", home=hermes).code == 0
        assert not folder.exists()
        done = run("restore", *back, "--json", home=hermes)
        assert (done.code, done.json["action"]) == (0, "restore")
        assert (folder / "SKILL.md").read_text(encoding="utf-8") == text
        assert not list((hermes / "skills/.archive").glob("*/SKILL.md"))
    again = run("restore", "发布", "--json", home=hermes)
    assert (again.code, again.json["id"]) == (0, None)


UNATTENDED = "review"


def refused(home: Path, *words: str) -> str:
    """The message with which a restore by nobody in particular is refused; nothing may have changed."""
    kept = [path for path in home.rglob("*") if path.is_file() and not {".git", ".memgit"} & {*path.parts}]
    before = {path: path.read_bytes() for path in kept}
    done = run("restore", *words, "--origin", UNATTENDED, "--json", home=home)
    assert done.code == 4, done.stdout
    assert before == {path: path.read_bytes() for path in before}
    message: str = done.error["message"]
    return message


def test_nobody_unwatched_empties_a_store_by_a_revert(hermes: Path) -> None:
    run("memory", "rewrite", "-", stdin="[]", home=hermes)
    run("memory", "add", "the only one", home=hermes)
    assert "may not take the last entry" in refused(hermes, "HEAD")
    assert "may not take the last entry" in refused(hermes, "memory", "--at", "HEAD~1")


def test_nobody_unwatched_restores_the_skills_of_a_person(hermes: Path) -> None:
    run("skill", "patch", "release", "Do it.", "Do that.", home=hermes)
    assert "a person made it" in refused(hermes, "HEAD")
    assert "a person made it" in refused(hermes, "release", "--at", "HEAD~1")
    run("archive", "release", home=hermes)
    assert "a person made it" in refused(hermes, "release")
    run("skill", "new", "mine", "--description", "of a person", home=hermes)
    assert "a person made it" in refused(hermes, "HEAD")


def test_nobody_unwatched_lifts_a_pin_by_a_revert(hermes: Path) -> None:
    run("skill", "new", "made", "--description", "by a review", "--origin", "review", home=hermes)
    run("skill", "pin", "made", home=hermes)
    assert "the pin of 'made'" in refused(hermes, "HEAD")
    run("skill", "patch", "made", "by a review", "by a person", "--all", home=hermes)
    assert "it is pinned" in refused(hermes, "made", "--at", "HEAD~1")


def test_automation_may_restore_what_is_its_own(hermes: Path) -> None:
    run("skill", "new", "made", "--description", "by a review", "--origin", "review", home=hermes)
    run("skill", "patch", "made", "by a review", "by the curator", "--all", "--origin", "curator", home=hermes)
    for words in (("HEAD",), ("made", "--at", "HEAD~1")):
        assert run("restore", *words, "--origin", UNATTENDED, home=hermes).code == 0
    run("archive", "made", "--origin", "curator", home=hermes)
    assert run("restore", "made", "--origin", UNATTENDED, home=hermes).code == 0
    run("memory", "remove", "arm64", "--origin", "review", home=hermes)
    assert run("restore", "--entry", "arm64", "--origin", UNATTENDED, home=hermes).code == 0


def test_of_two_archived_copies_the_one_of_the_revision_comes(hermes: Path) -> None:
    file = hermes / "skills/dev/release/SKILL.md"
    first = file.read_text()
    run("archive", "release", home=hermes)
    run("skill", "new", "release", "--category", "dev", "--description", "the second", home=hermes)
    second = file.read_text()
    run("archive", "release", home=hermes)
    texts = {"HEAD~3": first, "HEAD~2": first, "HEAD~1": second}
    for rev in texts:
        assert run("restore", "release", "--at", rev, "--dry-run", home=hermes).code == 0
    assert run("show", "release@HEAD~3", home=hermes).stdout == first
    assert run("show", "release@HEAD~1", home=hermes).stdout == second
    for rev, text in texts.items():
        left = second if text == first else first
        assert run("restore", "release", "--at", rev, home=hermes).code == 0
        assert file.read_text() == text
        assert [path.read_text() for path in (hermes / "skills/.archive").glob("*/SKILL.md")] == [left]
        assert run("restore", "HEAD", home=hermes).code == 0
        subprocess.run(["git", "-C", hermes, "reset", "-q", "--hard", "HEAD~2"], check=True)


def test_a_deleted_skill_brings_back_views_that_were_never_committed(hermes: Path) -> None:
    assert run("skill", "view", "pr-triage", home=hermes).code == 0
    record = run("skill", "usage", "pr-triage", "--json", home=hermes).json
    assert run("skill", "delete", "pr-triage", home=hermes).code == 0
    assert run("restore", "pr-triage", home=hermes).code == 0
    assert run("skill", "usage", "pr-triage", "--json", home=hermes).json == record


def test_a_topic_brings_back_its_line_in_the_index(sample_home: Callable[[str], Path]) -> None:
    home = sample_home("memgit")
    assert run("topic", "write", "deploys", "Tuesdays", "--description", "when", home=home).code == 0
    index = (home / "topics" / "MEMORY.md").read_bytes()
    assert run("topic", "remove", "deploys", home=home).code == 0
    assert (home / "topics" / "MEMORY.md").read_bytes() != index
    assert run("restore", "topic:deploys", home=home).code == 0
    assert (home / "topics" / "MEMORY.md").read_bytes() == index
