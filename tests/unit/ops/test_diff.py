from __future__ import annotations

from pathlib import Path

import pytest
from support.past import MEMORY, Past, entries, skill

from memgit.errors import NotFound, UsageError
from memgit.ops.diff import diff

X = "skills/dev/x/SKILL.md"


@pytest.fixture
def past(tmp_path: Path) -> Past:
    past = Past(tmp_path / "home")
    past.commit({MEMORY: entries("a"), X: skill("x", "1"), "skills/.usage.json": "{}"}, "first")
    past.commit({MEMORY: entries("a", "b")}, "second")
    past.move("skills/dev/x", "skills/.archive/x", told=False)
    past.check_out()
    return past


def told(past: Past, *words: str) -> list[tuple[str, str, str | None, str | None]]:
    return [(one.path, one.kind, one.before, one.after) for one in diff(past.store, words)]


def test_the_disk_against_the_branch(past: Past) -> None:
    assert told(past) == []
    past.write(MEMORY, entries("b", "c"))
    past.write("skills/dev/n/SKILL.md", "new\n")
    past.write("skills/.usage.json", '{"n": {}}')
    assert told(past) == [
        (MEMORY, "removed", "a", None),
        (MEMORY, "added", None, "c"),
        ("skills/dev/n/SKILL.md", "added", None, "new\n"),
    ]
    assert told(past, "memory") == [(MEMORY, "removed", "a", None), (MEMORY, "added", None, "c")]
    assert told(past, "n") == [("skills/dev/n/SKILL.md", "added", None, "new\n")]
    assert told(past, "x") == []


def test_the_disk_against_a_revision(past: Past) -> None:
    past.write(MEMORY, entries("a"))
    assert told(past, "HEAD~2") == [
        ("skills/.archive/x/SKILL.md", "added", None, skill("x", "1")),
        (X, "removed", skill("x", "1"), None),
    ]
    past.write(MEMORY, entries("a", "c"))
    assert told(past, "HEAD~2", "memory") == [(MEMORY, "added", None, "c")]


def test_two_revisions(past: Past) -> None:
    past.write(MEMORY, "not looked at")
    assert told(past, "HEAD~2", "HEAD~1") == [(MEMORY, "added", None, "b")]
    assert told(past, "HEAD~1", "HEAD~2") == [(MEMORY, "removed", "b", None)]
    assert told(past, "HEAD~2..HEAD~1") == told(past, "HEAD~2", "HEAD~1")
    assert told(past, "HEAD~2..", "memory") == [(MEMORY, "added", None, "b")]


def test_a_skill_is_followed(past: Past) -> None:
    assert told(past, "HEAD~2", "x") == []
    past.commit({"skills/.archive/x/SKILL.md": skill("x", "2")})
    past.check_out()
    both = ("skills/.archive/x/SKILL.md", "changed", skill("x", "1"), skill("x", "2"))
    assert told(past, "HEAD~3", "x") == [both]
    assert told(past, "HEAD~3", "HEAD", "x") == [both]


def test_words(past: Past) -> None:
    with pytest.raises(NotFound):
        told(past, "no-such-thing")
    with pytest.raises(UsageError, match="'more' is one word too many"):
        told(past, "HEAD", "memory", "more")
    past.repo.references.create("refs/tags/memory", past.repo.head.target)
    with pytest.raises(UsageError, match="both a name and a revision"):
        told(past, "memory")


def test_something_long_gone(past: Past) -> None:
    past.commit({"skills/.archive/x/SKILL.md": None})
    past.check_out()
    assert [one[1] for one in told(past, "HEAD~1", "x")] == ["removed"]
    with pytest.raises(NotFound, match="'x' is on neither side"):
        told(past, "x")


def test_before_the_first_commit(tmp_path: Path) -> None:
    past = Past(tmp_path / "home")
    past.write(MEMORY, "a")
    assert told(past) == [(MEMORY, "added", None, "a")]
    assert told(past, "memory") == [(MEMORY, "added", None, "a")]
