from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commits import History
from support.shapes import small_layout

from memgit.model.layout import Dialect
from memgit.repo import trees
from memgit.repo.difference import Difference, of_changes, of_file
from memgit.repo.files import FileState
from memgit.repo.tree_changes import TreeChanges

PLAIN = small_layout()
MEMORY = "m/MEMORY.md"


def state(text: str | bytes | None, mode: int = trees.FILE) -> FileState | None:
    if text is None:
        return None
    return FileState(text.encode() if isinstance(text, str) else text, mode)


def memory(before: list[str] | None, after: list[str] | None) -> list[tuple[str, str | None, str | None, int | None]]:
    sides = [None if side is None else "\n§\n".join(side) for side in (before, after)]
    found = of_file(PLAIN, MEMORY, state(sides[0]), state(sides[1]))
    return [(item.kind, item.before, item.after, item.entry) for item in found]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (["a"], ["a", "b"], [("added", None, "b", 2)]),
        (["a", "b"], ["b"], [("removed", "a", None, 1)]),
        (["a", "b", "c"], ["a", "x", "c"], [("changed", "b", "x", 2)]),
        (["a", "b", "c"], ["b", "c", "d"], [("removed", "a", None, 1), ("added", None, "d", 3)]),
        (None, ["a", "b"], [("added", None, "a", 1), ("added", None, "b", 2)]),
        (["a"], None, [("removed", "a", None, 1)]),
        (["a", "b"], ["c", "d"], [("changed", "a", "c", 1), ("changed", "b", "d", 2)]),
    ],
)
def test_entries(before: list[str] | None, after: list[str] | None, found: list[tuple[object, ...]]) -> None:
    assert memory(before, after) == found


def test_unequal_numbers_pair_what_is_alike() -> None:
    before = ["prefers tea", "deploys on Friday with the blue script"]
    after = ["deploys on Monday with the blue script"]
    assert memory(before, after) == [("removed", before[0], None, 1), ("changed", before[1], after[0], 1)]


def test_entries_in_another_order_are_told_of_by_lines() -> None:
    (found,) = of_file(PLAIN, MEMORY, state("a\n§\nb"), state("b\n§\na"))
    assert (found.kind, found.entry) == ("changed", None)
    assert "+a" in found.patch


def test_a_changed_date_shows_the_entries_as_written() -> None:
    old = "tea <!-- created=2026-01-01, last=2026-01-01 -->"
    new = "tea <!-- created=2026-01-01, last=2026-02-02 -->"
    (found,) = of_file(small_layout(Dialect.DATED), MEMORY, state(old), state(new))
    assert found == Difference(MEMORY, "changed", old, new, 1)


def test_free_memory_and_text_that_is_not_utf8_are_told_of_by_files() -> None:
    (free,) = of_file(small_layout(Dialect.FREE), MEMORY, state("a\n"), state("b\n"))
    assert free.entry is None
    (binary,) = of_file(PLAIN, MEMORY, state("a"), state(b"\xff"))
    assert (binary.kind, binary.binary, binary.before, binary.after, binary.patch) == ("changed", True, None, None, "")


def test_lines() -> None:
    (found,) = of_file(PLAIN, "s/x/SKILL.md", state("a\nb\n"), state("a\nc"))
    assert (found.kind, found.before, found.after) == ("changed", "a\nb\n", "a\nc")
    assert found.patch == "@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n"


def test_a_mode_and_an_empty_file() -> None:
    (mode,) = of_file(PLAIN, "s/x/run", state("a"), state("a", trees.EXECUTABLE))
    assert (mode.kind, mode.modes, mode.patch) == ("changed", (trees.FILE, trees.EXECUTABLE), "")
    (empty,) = of_file(PLAIN, MEMORY, None, state(""))
    assert (empty.kind, empty.before, empty.after) == ("added", None, "")


def test_a_zero_byte_is_binary() -> None:
    (found,) = of_file(PLAIN, "s/x/logo", None, state(b"\x89PNG\0"))
    assert (found.kind, found.binary, found.after) == ("added", True, None)


def test_nothing_differs() -> None:
    assert of_file(PLAIN, MEMORY, state("a"), state("a")) == []


def test_of_a_commit(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.commit({MEMORY: "a", "s/x/SKILL.md": "1\n"})
    second = history.commit({MEMORY: "a\n§\nb", "s/x/SKILL.md": None})
    changes = TreeChanges(history.repo).of(history.repo[second])
    found = [(item.path, item.kind, item.before, item.after) for item in of_changes(history.repo, PLAIN, changes)]
    assert found == [(MEMORY, "added", None, "b"), ("s/x/SKILL.md", "removed", "1\n", None)]


ENTRIES = st.lists(st.text("abc早 ", min_size=1, max_size=4).filter(str.strip).map(str.strip), max_size=6, unique=True)


@given(ENTRIES, ENTRIES)
def test_what_is_told_leads_from_one_to_the_other(before: list[str], after: list[str]) -> None:
    found = memory(before, after)
    if set(before) != set(after):
        left, right = [item[1] for item in found if item[1]], [item[2] for item in found if item[2]]
        assert sorted(left) == sorted(set(before) - set(after))
        assert sorted(right) == sorted(set(after) - set(before))
