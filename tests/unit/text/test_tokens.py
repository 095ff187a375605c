"""What a text is indexed under and what a query is looked up by."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memgit.text import names
from memgit.text.fold import fold
from memgit.text.tokens import LONGEST, SIGNS, Token, is_cjk, pieces, terms

WORDS = r"""
缓存索引 锁 記憶體 記憶 が か゛ ｶﾞｲﾄﾞ 한국어 𠮷野家 々 indexing Indexes café CAFÉ don't user's O'Brien l'été get_user_name
getUserName HTTPServer2 IDs v1.2.3 sha256 3f2a91c kebab-case --dry-run path/to.file /usr/bin c++ C++17 c# f#x .NET
ASP.NET node.js a/b 2026-11-30 10.5% foo::bar user@host.tld https://x.y/z?a=b __init__ Привет สวัสดี مرحبا ΟΔΟΣ ☃ ≠ 1️⃣
😀👍🏽 x² ½ ™ GPT-4模型 3月5日 “引用” （全角） ＡＢＣ－１ ... --- ' "
""".split()
HOSTILE = ["\0", "\ud800", "a\x01b\x01锁", "\x85", "\u2028"]
TEXTS = st.text() | st.lists(
    st.sampled_from(WORDS + HOSTILE) | st.text(alphabet="aB1_-./:@+#'é后後锁 。"), max_size=8
).map(" ".join)
STORED = re.compile(rf"(?:[a-z0-9{re.escape(SIGNS)}]|[^\s\x00-\x7f\ud800-\udfff])+\Z")


def asked(text: str) -> list[str]:
    return [token.text for piece in pieces(text) for token in piece.tokens]


def missing(query: str, text: str) -> list[Token]:
    """The tokens of a query that a text is not found by."""
    found = terms(text)
    tokens = [token for piece in pieces(query) for token in piece.tokens]
    return [
        token
        for token in tokens
        if not (any(term.startswith(token.text) for term in found) if token.prefix else token.text in found)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("缓存索引", "缓存 存索 索引 引"),
        ("锁", "锁"),
        ("GPT模型", "gpt 模型 型"),
        ("indexing", "index indexing"),
        ("user's don't", "user dont don"),
        ("get_user", "get user get_user"),
        ("getUser", "get user getuser getus"),
        ("--dry-run", "dry-run dry dri run"),
        ("HTTPServer2", "http server 2 httpserver2 httpserver server2"),
        ("v1.2", "v1.2 v1 v 1 2 1.2"),
        ("3f2a91c", "3f2a91c"),
        ("c++ C#", "c++ c c#"),
        (".net", ".net net"),
        ("a/b", "a/b a b"),
        ("10.5%", "10.5 10 5"),
        ("end. Next", "end next"),
        ("__init__", "init"),
        ("--- ... ____ '", ""),
        ("Привет", "привет"),
        ("☃☃ ❤️", "☃ ❤"),
        ("x" * 100, f"{'x' * 64} {'x' * 36}"),
    ],
)
def test_terms(text: str, expected: str) -> None:
    assert terms(text) == set(expected.split())


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ""),
        ("缓存索引", "缓存 存索 索引"),
        ("indexing", "index"),
        ("get_user_name", "get_user user_name get user name"),
        ("getUserNames", "getusernames get user name"),
        ("text.py", "text.py text py"),
        (".py", ".py py"),
        ("c++", "c++ c"),
        ("don't", "dont"),
        ("user's", "user"),
    ],
)
def test_a_query_asks_for(query: str, expected: str) -> None:
    assert asked(query) == expected.split()


def test_a_character_alone_is_a_prefix() -> None:
    assert pieces("锁 x") == (pieces("锁")[0], pieces("x")[0])
    assert pieces("鎖")[0] == ("锁", (Token("锁", prefix=True),))


@pytest.mark.parametrize("word", WORDS + HOSTILE)
def test_a_word_is_found_as_typed(word: str) -> None:
    assert missing(word, f"some text, {word}; more") == []


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("text.py", "src/memgit/text.py"),
        ("memgit/text", "src/memgit/text.py"),
        ("1.2.3", "v1.2.3"),
        (".NET", "ASP.NET"),
        ("c++", "C++17"),
        ("getusername", "getUserName"),
        ("資料庫", "这个资料库。"),
        ("资料库", "這個資料庫。"),
        ("ｃａｆｅ", "CAFÉ"),
        ("don’t", "don't"),
        ("dont", "don't"),
    ],
)
def test_is_found_in(query: str, text: str) -> None:
    assert missing(query, text) == []


@given(TEXTS)
def test_terms_can_be_stored(text: str) -> None:
    for term in terms(text):
        assert 0 < len(term) <= LONGEST
        assert STORED.match(term)
        assert term.encode()


@given(TEXTS)
def test_pieces_are_in_the_folded_text(text: str) -> None:
    at = 0
    for piece in pieces(text):
        assert piece.tokens
        at = fold(text).index(piece.literal, at) + len(piece.literal)


@given(TEXTS, st.data())
def test_what_is_cut_out_of_a_text_finds_it(text: str, data: st.DataObject) -> None:
    runs = [piece.literal for piece in pieces(text)]
    assert missing(text, text) == []
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(runs))] * 2)))
    assert missing(" ".join(runs[first:last]), text) == []


@given(TEXTS)
def test_every_cjk_character_is_found(text: str) -> None:
    for char in filter(is_cjk, fold(text)):
        assert missing(char, text) == []


@given(TEXTS)
def test_how_a_text_is_written_does_not_matter(text: str) -> None:
    assert missing(fold(text), text) == []


@given(st.text(alphabet="aBcDé1_-./:@+#' ", max_size=30))
@example("getUserName2")
def test_capitals_do_not_matter(text: str) -> None:
    assert missing(text.lower(), text) == []
    assert missing(text.upper(), text) == []


@given(st.lists(st.text(alphabet="缓存锁が々𠮷한", min_size=1, max_size=5), max_size=5))
@example(["缓", "存"])
@example(["缓𠮷", "存"])
def test_runs_have_pairs_and_a_last_character(runs: list[str]) -> None:
    expected = {run[at : at + 2] for run in runs for at in range(len(run))}
    assert terms("，".join(runs)) == expected


JOINED = r"[-_/:]{0,2}([a-z]{1,4}|[0-9]{1,2})([-_./:]{1,3}([a-z]{1,4}|[0-9]{1,2})){1,4}[/_]?"


@given(st.from_regex(JOINED, fullmatch=True))
@example("a.b")
@example("/x-1.22:cc/")
def test_names_of_plain_words_are_taken_apart_as_any_name(run: str) -> None:
    name = names.split(run)
    words = {*name.parts, *name.words}
    stems = {term for word in words for term in terms(word)}
    assert terms(run) == {*name.inside, *name.pairs, *words, *stems}
