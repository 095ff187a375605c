from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit.index.matching import adjacency, has, merged, parts, satisfies, spans, token_counts
from memgit.index.query import Leaf, parse
from memgit.text.fold import fold
from memgit.text.tokens import pieces, terms

PLAIN = st.text(alphabet="abde ,。\n缓存索锁カ한😀éж")
TEXTS = PLAIN | st.text(alphabet="aB1缓存 _-./+#'\"\0\ud800’\u200d\u0301😀カ\n") | st.text()


def leaf(text: str) -> Leaf:
    query = parse(text)
    return query.leaves[0]


def found(query: str, text: str) -> list[str]:
    folded = fold(text)
    return [folded[start:end] for start, end in spans(leaf(query), folded)]


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("index", "Index, indexes and INDEXING; reindex indices", ["index", "indexes", "indexing"]),
        ("possible", "possibility of the impossible", ["possibility"]),
        ("dying", "he died; to die, dies, diet", ["died", "die", "dies"]),
        ("ie", "ie, i.e. lie", ["ie"]),
        ("vie", "vying, via", ["vying"]),
        ("hope", "hoping hop hoped", ["hoping", "hoped"]),
        ("ids", "id ids idea", ["id", "ids"]),
        ("cafe", "Café Cafe\u0301s", ["cafe", "cafes"]),
        ("user", "get_user user2 users' superuser", ["user", "user", "users"]),
        ("gpt", "使用GPT模型 gpt4", ["gpt", "gpt"]),
        ("2024", "2024年 v2024 12024", ["2024", "2024"]),
        ("слово", "Слово словоформа", ["слово"]),
        ("缓存索引", "缓存的索引，緩存索引，存索", ["缓存", "索引", "缓存索引", "存索"]),
        ("锁", "锁和死锁", ["锁", "锁"]),
        ("哈哈", "哈哈哈", ["哈哈哈"]),
        ("使用GPT模型", "用模型，使用 gpt", ["模型", "使用", "gpt"]),
        ("😀", "a😀b", ["😀"]),
        ("get_user", "the get_user and get a user", ["get_user"]),
        ("get_user", "get a user", ["get", "user"]),
        ("getUser", "call getUserName", ["getusername"]),
        ("path/to.file", "in src/path/to.file", ["path/to.file"]),
        ("path/to.file", "in to.file", ["to.file"]),
        ("--dry-run", "with --dry-run on", ["--dry-run"]),
        ("--dry-run", "the dry-run", ["dry-run"]),
        ("c++", "C++ and c", ["c++"]),
        ("don't", "Don’t panic, dont", ["dont"]),
        ("don't", "Don’t panic", ["don't"]),
        ("index*", "indexer, reindex, index2, index", ["indexer", "index2", "index"]),
        ("gpt*", "gpt模型", ["gpt"]),
        ("缓*", "缓存", ["缓"]),
        ('"index"', "indexes index", ["index"]),
        ('"two words"', "Two\n  words, two wordsmiths", ["two\n  words"]),
        ('"two wo"*', "two words", ["two words"]),
        ('"缓存 索引"', "缓存索引 缓存　索引", ["缓存 索引"]),
        ('"->"', "a->b", ["->"]),
        ("nothing", "", []),
    ],
)
def test_where_a_leaf_matches(query: str, text: str, expected: list[str]) -> None:
    assert found(query, text) == expected


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("indexing", "index", True),
        ("indexing", "reindexing", False),
        ('"indexing"', "index", False),
        ("缓存索引", "缓存 索引", False),
        ("缓存索引", "缓存索引", True),
        ("缓存索引", "索引缓存存索", True),
        ("使用GPT模型", "使用模型", False),
        ("使用GPT模型", "模型使用 gpt", True),
        ("index*", "indexer", True),
        ("index*", "reindex", False),
        ("path/to.fi*", "in path/to.files", True),
        ("get_user", "get user", False),
        ("getUser", "getUserName", True),
        ("don't", "don't", True),
        ('"a b"', "a  b", True),
        ('"a b"', "aa b", False),
    ],
)
def test_a_leaf_as_a_condition(query: str, text: str, expected: bool) -> None:
    assert has(leaf(query), fold(text)) is expected


@pytest.mark.parametrize(
    ("query", "met", "unmet"),
    [
        ("aa AND bb", "bb aa", "aa"),
        ("aa OR bb", "bb", "cc"),
        ('-"a b" x', "b a", "a b"),
        ("aa AND NOT (bb OR cc)", "aa", "aa cc"),
        ("aa OR (bb -cc)", "bb", "bb cc"),
        ("缓存 -的", "缓存", "缓存的"),
    ],
)
def test_conditions(query: str, met: str, unmet: str) -> None:
    condition = parse(query).condition
    assert condition
    assert satisfies(condition, fold(met))
    assert not satisfies(condition, fold(unmet))


def test_every_token_is_counted() -> None:
    query = parse('indexing 缓存索引 锁 get_user kernel\'ll "files" ab*')
    text = fold("Index the indexes. 缓存缓存索引, 死锁 get_user getuser kernel'll file files abc ab")
    assert token_counts(query, text) == {
        "index": 2,
        "缓存": 2,
        "存索": 1,
        "索引": 1,
        "锁": 1,
        "get_user": 1,
        "get": 1,
        "user": 1,
        "kernell": 1,
        "files": 1,
        "ab": 2,
    }


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("缓存索引", "缓存索引", [("缓存", "存索"), ("存索", "索引")]),
        ("缓存索引", "缓存的存索", []),
        ("cache index", "the cache,\n  indexes", [("cach", "index")]),
        ("cache index", "index cache", []),
        ("cache index", "cache of index", []),
        ("cache index", "index cache index", [("cach", "index")]),
        ("缓存 索引", "缓存索引", [("缓存", "索引")]),
        ("使用GPT模型", "使用 GPT 的模型", [("使用", "gpt")]),
        ("哈哈大哈哈", "哈大哈", [("哈大", "大哈")]),
        ("one two one two", "one two", [("one", "two")]),
        ("锁 😀", "锁😀", [("锁", "😀")]),
        ("the cache and the index", "cache index", [("cach", "index")]),
        ("get_user name", "get_user: name", [("get_user", "name")]),
    ],
)
def test_neighbours_in_the_query_that_are_neighbours_in_the_text(
    query: str, text: str, expected: list[tuple[str, str]]
) -> None:
    assert adjacency(parse(query), fold(text)) == expected


def test_merged_spans_are_apart() -> None:
    assert merged([(4, 6), (0, 2), (1, 3), (3, 4), (8, 9), (8, 9)]) == [(0, 6), (8, 9)]


def test_the_places_of_a_piece_can_be_few() -> None:
    assert parts(leaf("锁"), "锁 " * 9, most=2) == [[(0, 1), (2, 3)]]


@given(TEXTS, TEXTS)
def test_spans_are_in_range_in_order_and_apart(typed: str, text: str) -> None:
    folded = fold(text)
    for each in parse(typed).leaves:
        places = spans(each, folded)
        assert all(0 <= start < end <= len(folded) for start, end in places)
        assert all(left[1] < right[0] for left, right in pairwise(places))
        if each.pieces and has(each, folded):
            assert places


@given(PLAIN, PLAIN)
def test_a_word_is_there_where_the_index_lists_it(typed: str, text: str) -> None:
    listed = terms(text)
    for piece in pieces(typed):
        each = Leaf(piece.literal, (piece,))
        expected = all(token.text in listed or (token.prefix and token.text in text) for token in piece.tokens)
        assert has(each, fold(text)) == expected


@given(TEXTS, TEXTS)
def test_counts_agree_with_what_is_there(typed: str, text: str) -> None:
    query, folded = parse(typed), fold(text)
    counts = token_counts(query, folded)
    assert counts.keys() == {token.text for each in query.leaves for piece in each.pieces for token in piece.tokens}
    for first, second in adjacency(query, folded):
        assert counts[first] or "'" in folded
        assert counts[second] or "'" in folded


@given(st.text(alphabet="ab缓存 .,-", min_size=1))
def test_a_phrase_is_in_its_own_text(text: str) -> None:
    for each in parse(f'"{text}"').leaves:
        assert has(each, fold(f"x, {text}; y"))


def test_fifty_texts_are_counted_in_milliseconds() -> None:
    query = parse("captain whale harpoon ship ocean 缓存索引 sailor mast")
    texts = ["the captain of a ship said little of the whale " * 42 + str(n) for n in range(50)]
    start = time.process_time()
    for text in texts:
        token_counts(query, text)
        adjacency(query, text)
    assert time.process_time() - start < 0.1
