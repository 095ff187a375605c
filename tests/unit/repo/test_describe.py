"""What outside edits are called."""

from __future__ import annotations

import pytest

from memgit import layouts
from memgit.repo import describe, trees
from memgit.repo.files import FileState

HERMES = layouts.get("hermes")
TOKEN = "ghp_" + "Zx8Kq2Lm9Vb4Nc7Wd1Rf5Tg3Yh6Uj0Pa4Se8"
MEMORY = "memories/MEMORY.md"
HEAD = "skills/dev/release/SKILL.md"


def state(text: str | None) -> FileState | None:
    return None if text is None else FileState(text.encode(), trees.FILE)


@pytest.mark.parametrize(
    ("edits", "subject"),
    [
        ({MEMORY: ("a", "a\n§\nb")}, 'memory: outside edit: added "b"'),
        ({MEMORY: ("a\n§\nb", "a")}, 'memory: outside edit: removed "b"'),
        ({MEMORY: ("a\n§\nb", "a\n§\nc")}, 'memory: outside edit: "b" → "c"'),
        ({MEMORY: ("a", "a\n§\nb\n§\nc")}, "memory: outside edit: added 2 entries"),
        ({MEMORY: ("a\n§\nb\n§\nc", "a\n§\nd")}, "memory: outside edit: +1 −2 entries"),
        ({MEMORY: ("a", None)}, "memory: deleted outside"),
        ({MEMORY: ("x" * 80 + "one", "x" * 80 + "two")}, f'memory: outside edit: "…{"x" * 15}one" → "…{"x" * 15}two"'),
        ({HEAD: (None, "text")}, "skill(release): created outside"),
        ({HEAD: ("text", "other")}, "skill(release): outside edit"),
        ({"skills/dev/release/references/a.md": (None, "text")}, "skill(release): created a.md outside"),
        (
            {HEAD: ("text", None), "skills/ops/release/SKILL.md": (None, "text")},
            "skill(release): moved outside, from skills/dev/release",
        ),
        (
            {MEMORY: ("a", "b"), HEAD: ("text", "other")},
            'memory: outside edit: "a" → "b"; skill(release): outside edit',
        ),
    ],
)
def test_subjects(edits: dict[str, tuple[str | None, str | None]], subject: str) -> None:
    found = {path: (state(before), state(after)) for path, (before, after) in edits.items()}
    assert describe.outside_message(found, HERMES).subject == subject


def test_a_secret_is_not_quoted() -> None:
    found = {MEMORY: (state("a"), state(f"a\n§\n{TOKEN}"))}
    assert TOKEN not in describe.outside_message(found, HERMES).subject
    assert [line for line in describe.findings(found) if "secret/" in line]
    assert TOKEN not in "".join(describe.findings(found))


def test_topics_of_claude() -> None:
    claude = layouts.get("claude")
    assert describe.area(claude, "projects/-home-me-shop/memory/MEMORY.md") == "topics(-home-me-shop)"
    assert describe.area(claude, "projects/-home-me-shop/memory/deploys.md") == "topic(deploys)"
