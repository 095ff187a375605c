from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commits import History

from memgit.model.layout import Dialect
from memgit.repo import blame, lineage
from memgit.repo.blame import Blame, match_lines
from memgit.repo.path_cache import open_cache


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path)


def text(*entries: str) -> str:
    return "\n§\n".join(entries)


def blamed(history: History, path: str, disk: str | None = None) -> dict[str, str | None]:
    """Item to commit."""
    by_entries = path.startswith("m")
    split = blame.entries(Dialect.PLAIN) if by_entries else blame.lines
    match = blame.match_entries if by_entries else match_lines
    blob = history.repo.head.peel().tree[path]
    items = split(blob.data if disk is None else disk.encode())
    with open_cache(Path(":memory:"), history.repo) as cache:
        touches = lineage.touches(cache, path, True)
    return dict(zip(items, Blame(history.repo, touches, split, match).of(items, blob.id.raw), strict=True))


def test_entries_wherever_they_stand(history: History) -> None:
    one = history.commit({"m": text("a", "b")})
    two = history.commit({"m": text("c", "b", "a")})
    three = history.commit({"m": text("a", "d")})
    assert blamed(history, "m") == {"a": one, "d": three}
    assert blamed(history, "m", text("d", "new", "a")) == {"d": three, "new": None, "a": one}
    assert two not in blamed(history, "m").values()


def test_an_entry_that_came_back_came_with_the_later_commit(history: History) -> None:
    history.commit({"m": text("a", "b")})
    history.commit({"m": text("b")})
    back = history.commit({"m": text("a", "b")})
    assert blamed(history, "m")["a"] == back


def test_lines(history: History) -> None:
    one = history.commit({"s/x": "a\nb\nc\n"})
    two = history.commit({"s/x": "a\nB\nc\nd\n"})
    assert blamed(history, "s/x") == {"a": one, "B": two, "c": one, "d": two}
    assert blamed(history, "s/x", "0\na\nc\n") == {"0": None, "a": one, "c": one}


def test_through_moves(history: History) -> None:
    one = history.commit({"s/a/SKILL.md": "1\n2\n3\n"})
    history.move("s/a", "s/.archive/a")
    history.move("s/.archive/a", "s/b", told=False)
    two = history.commit({"s/b/SKILL.md": "1\n2\n3\n4\n"})
    assert blamed(history, "s/b/SKILL.md") == {"1": one, "2": one, "3": one, "4": two}


def test_a_move_that_changes_a_line_owns_that_line_only(history: History) -> None:
    one = history.commit({"s/a/SKILL.md": "name: a\nlong text\nlonger text\n"})
    two = history.commit({"s/a/SKILL.md": None, "s/b/SKILL.md": "name: b\nlong text\nlonger text\n"})
    assert blamed(history, "s/b/SKILL.md") == {"name: b": two, "long text": one, "longer text": one}


@pytest.mark.parametrize("path", ["m", "s/x"])
def test_both_sides_of_a_merge(history: History, path: str) -> None:
    def version(*items: str) -> str:
        return text(*items) if path == "m" else "".join(f"{item}\n" for item in items)

    base = history.commit({path: version("a", "b", "c")})
    ours = history.commit({path: version("1", "a", "b", "c")})
    theirs = history.commit({path: version("a", "b", "c", "2")}, parents=[base], ref=None)
    merge = history.commit({path: version("1", "a", "b", "3", "c", "2")}, parents=[ours, theirs])
    assert blamed(history, path) == {"1": ours, "a": base, "b": base, "3": merge, "c": base, "2": theirs}


def test_a_merge_that_takes_the_other_side_owns_nothing(history: History) -> None:
    base = history.commit({"m": text("a"), "k": "1"})
    ours = history.commit({"k": "2"})
    theirs = history.commit({"m": text("a", "b")}, parents=[base], ref=None)
    history.commit({"m": text("a", "b")}, parents=[ours, theirs])
    assert blamed(history, "m") == {"a": base, "b": theirs}


def test_a_version_that_is_not_text_has_no_entries(history: History) -> None:
    history.commit({"m": b"\xff"})
    fixed = history.commit({"m": text("a")})
    assert blamed(history, "m") == {"a": fixed}


LINES = st.lists(st.sampled_from("abcd"), max_size=8)


@given(LINES, LINES)
def test_matched_lines_are_equal_and_in_order(newer: list[str], older: list[str]) -> None:
    same = match_lines(newer, older)
    assert all(newer[left] == older[right] for left, right in same.items())
    pairs = sorted(same.items())
    assert [right for _, right in pairs] == sorted(set(same.values()))


@given(LINES)
def test_a_version_matches_itself(lines: list[str]) -> None:
    assert match_lines(lines, lines) == {n: n for n in range(len(lines))}


def test_lines_of_other_systems() -> None:
    assert blame.lines(b"a\r\n\r\nb") == ["a", "", "b"]
    assert blame.lines(b"") == []
