"""Three-way merge of entry files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgit.errors import SystemRefused
from memgit.formats.entries import EntryFile, compose
from memgit.formats.merge import Merge, Side, merge_entries
from memgit.model.layout import Dialect

fast = settings(max_examples=100, deadline=None)
NAMES = st.sampled_from(["alpha", "alpha 2", "beta", "beta\ntwo", "gamma", "delta §", "\n§", "§", "epsilon"])
FILES = st.none() | st.lists(NAMES, max_size=6, unique=True).map(lambda raws: written(*raws))
DIALECTS = st.sampled_from([Dialect.PLAIN, Dialect.DATED])


def written(*raws: str) -> bytes:
    return "\n§\n".join(raws).encode()


def merged(base: str | None, ours: str | None, theirs: str | None, dialect: Dialect = Dialect.PLAIN) -> Merge:
    """Merge files written as entries parted by `|`."""
    return merge_entries(
        *(None if side is None else written(*side.split("|")) for side in (base, ours, theirs)), dialect
    )


def after(base: str | None, ours: str | None, theirs: str | None, dialect: Dialect = Dialect.PLAIN) -> str | None:
    result = merged(base, ours, theirs, dialect)
    assert not result.conflicts
    return None if result.data is None else result.data.decode().replace("\n§\n", "|")


def texts(data: bytes | None, dialect: Dialect) -> set[str]:
    return {entry.text for entry in EntryFile.parse(data or b"", dialect).entries}


@fast
@given(FILES, FILES, FILES, DIALECTS)
def test_no_addition_is_lost_and_no_removal_undone(
    base: bytes | None, ours: bytes | None, theirs: bytes | None, dialect: Dialect
) -> None:
    result = texts(merge_entries(base, ours, theirs, dialect).data, dialect)
    old, mine, yours = (texts(data, dialect) for data in (base, ours, theirs))
    assert (mine | yours) - old <= result
    assert result & old == mine & yours & old
    assert result <= old | mine | yours


@fast
@given(FILES, FILES, DIALECTS)
def test_one_side_alone_is_taken_byte_for_byte(base: bytes | None, side: bytes | None, dialect: Dialect) -> None:
    assert merge_entries(base, base, side, dialect) == Merge(side)
    assert merge_entries(base, side, base, dialect) == Merge(side)
    assert merge_entries(base, side, side, dialect) == Merge(side)


@fast
@given(FILES, st.lists(NAMES, max_size=4, unique=True), DIALECTS)
def test_a_revert_right_after_gives_the_bytes_from_before(
    before: bytes | None, raws: list[str], dialect: Dialect
) -> None:
    now = written(*raws)
    assert merge_entries(now, now, before, dialect).data == before


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "result"),
    [
        ("a|b", "a|b|x", "a|b|y", "a|b|y|x"),
        ("a|b", "a|b|x", "a|n|b", "a|n|b|x"),
        ("a|b", "a|b|x", "a|b|x|y", "a|b|x|y"),
        ("a|b|c", "a|c", "a|b", "a"),
        ("a|b|c", "a|x|c", "a|b", "a|x"),
        ("a|b|c", "a|b|c|x", "a|new b|c", "a|new b|c|x"),
        ("a|b", "b", "a|b|new", "b|new"),
        (None, "a|x", "a|y", "a|y|x"),
        ("a|b", None, "a|b|x", "x"),
    ],
)
def test_both_sides_count(base: str | None, ours: str | None, theirs: str | None, result: str) -> None:
    assert after(base, ours, theirs) == result


def test_changed_differently_on_both_sides_is_a_conflict_and_both_stay() -> None:
    result = merged("a|ships on Monday|c", "a|ships on Tuesday|c", "a|ships on Friday|c")
    assert result.conflicts == (Side("entry 'ships on Monday'", "ships on Tuesday", "ships on Friday"),)
    assert result.data == written("a", "ships on Tuesday", "ships on Friday", "c")


def test_changed_alike_on_both_sides_is_none() -> None:
    assert after("a|b", "a|new|x", "y|a|new") == "a|new|x|y"


def test_a_change_outlives_a_removal() -> None:
    result = merged("a|uses npm for it|c", "a|c", "a|uses pnpm for it|c")
    assert result.data == written("a", "uses pnpm for it", "c")
    assert result.kept == (Side("entry 'uses npm for it'", None, "uses pnpm for it"),)
    assert after("a|uses npm for it|c", "a|uses pnpm for it|c", "a|c") == "a|uses pnpm for it|c"


def test_unequal_stretches_are_paired_by_similarity() -> None:
    result = merged("the cache prefix is v1|b", "short|the cache prefix is v2|b", "the cache prefix is v3|b")
    assert [side.ours for side in result.conflicts] == ["the cache prefix is v2"]


def test_reverts() -> None:
    assert after("a|new", "a|new|later", "a") == "a|later"
    assert after("a|new", "a|later", "a") == "a|later"
    assert after("a|c", "a|c|later", "a|b|c") == "a|b|c|later"
    assert after("a|b", "a|b|later", "first|a|b") == "a|b|later|first"
    assert after("new", "new", None) is None
    assert after("new", "new|later", None) == "later"
    assert merged("new text", "newer text", "old text").conflicts


def test_only_the_edited_entries_bytes_change() -> None:
    ours = "\ufeffa  \r\n§\r\n\r\nb\r\n§\r\nc\r\n".encode()
    result = merge_entries(b"a\n\xc2\xa7\nb", ours, "a\n§\nB".encode(), Dialect.PLAIN)
    assert result.data == "\ufeffa  \r\n§\r\n\r\nB\r\n§\r\nc\r\n".encode()


def dated(text: str, created: int, last: int, project: str | None = None) -> str:
    return compose(text, Dialect.DATED, f"2026-08-{created:02}", f"2026-08-{last:02}", project)


def test_dates_take_the_earlier_creation_and_the_later_use() -> None:
    base, ours, theirs = dated("t", 2, 2), dated("t", 2, 7), dated("t", 1, 5)
    assert after(base, ours, theirs, Dialect.DATED) == dated("t", 1, 7)
    assert after(None, ours, theirs, Dialect.DATED) == dated("t", 1, 7)
    assert after(base, f"{base}|x", ours, Dialect.DATED) == f"{ours}|x"
    assert after("x", "t|x", f"y|{ours}", Dialect.DATED) == f"{ours}|y"


def test_the_same_text_of_two_projects_is_two_entries() -> None:
    one, two = dated("[insight] t", 1, 1, "shop"), dated("[insight] t", 1, 1, "blog")
    assert after("a", f"a|{one}", f"a|{two}", Dialect.DATED) == f"a|{two}|{one}"


def test_not_utf8_is_refused() -> None:
    with pytest.raises(SystemRefused):
        merge_entries(b"a", b"b", b"\xff", Dialect.PLAIN)
