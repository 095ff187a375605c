from __future__ import annotations

from memgit.index.cluster import ALIKE, cluster
from memgit.index.query import parse
from memgit.text.fold import aligned


def test_what_is_folded_alike_keeps_its_places() -> None:
    text = "".join(char for char in map(chr, range(0x10000)) if ALIKE.fullmatch(char))
    assert "緩" in text
    assert list(aligned(text).at) == list(range(len(text) + 1))


def test_a_place_is_found_across_the_ends_of_regions() -> None:
    for before in range(7_990, 8_010):
        text = "中" * before + "needle 缓存" + "中" * 20_000
        found = cluster(text, parse("needle 缓存").leaves, 100)
        assert found.span == (before, before + 9)
        assert found.marks == [(before, before + 6), (before + 7, before + 9)]
        assert found.known[0] < before < found.known[1] < before + 2_000


def test_marks_are_only_where_it_was_looked_closely() -> None:
    found = cluster("ship " + "x " * 30_000 + "whale ship", parse("whale ship").leaves, 100)
    assert [mark[1] - mark[0] for mark in found.marks] == [5, 4]
    assert found.known[0] > 5


def test_nothing_found_is_the_start() -> None:
    assert cluster("some text", parse("absent").leaves, 100) == ((0, 0), (0, 9), [])
    assert cluster("", parse("absent").leaves, 100) == ((0, 0), (0, 0), [])
