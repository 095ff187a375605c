from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit.index.lexer import DEEPEST
from memgit.index.query import And, Condition, Leaf, Not, Or, Query, parse
from memgit.text.tokens import pieces

ODD = st.text(alphabet='"“”„「」『』«»()（）-－*＊ \u3000\n\0\ud800aZé锁的GPT缓存上次_./')
WORDS = st.lists(
    st.sampled_from(
        'AND OR NOT ( ) " -a -( )) a* "x y" “ ” the 上次讨论的缓存 什么 锁 c++ => ＡＮＤ －b -rf'.split(" ")
    ),
    max_size=40,
).flatmap(lambda words: st.sampled_from([" ".join(words), "".join(words)]))


def shown(condition: Condition | None) -> str:
    match condition:
        case Leaf():
            return (f'"{condition.text}"' if condition.phrase else condition.text) + "*" * condition.prefix
        case And(parts) | Or(parts):
            return f"{type(condition).__name__}({', '.join(map(shown, parts))})"
        case Not(part):
            return f"-{shown(part)}"
        case None:
            return ""


def depth(condition: Condition | None) -> int:
    match condition:
        case And(parts) | Or(parts):
            return 1 + max(map(depth, parts))
        case Not(part):
            return 1 + depth(part)
    return 0


def leaves(query: Query) -> list[str]:
    return [shown(leaf) for leaf in query.leaves]


def tokens(query: Query) -> list[str]:
    return [token.text + "*" * token.prefix for leaf in query.leaves for piece in leaf.pieces for token in piece.tokens]


@pytest.mark.parametrize(
    ("text", "expected", "condition"),
    [
        ("cache index", ["cache", "index"], ""),
        ("cache cache", ["cache"], ""),
        ('"a phrase" word', ['"a phrase"', "word"], '"a phrase"'),
        ("aa AND bb", ["aa", "bb"], "And(aa, bb)"),
        ("aa OR bb cc", ["aa", "bb", "cc"], "Or(aa, bb)"),
        ("aa OR bb AND cc", ["aa", "bb", "cc"], "Or(aa, And(bb, cc))"),
        ("aa AND bb AND cc", ["aa", "bb", "cc"], "And(aa, bb, cc)"),
        ("aa AND NOT bb", ["aa"], "And(aa, -bb)"),
        ('aa -bbbb NOT cc -"d e"', ["aa"], 'And(-bbbb, -cc, -"d e")'),
        ("(aa OR bb) AND cc", ["aa", "bb", "cc"], "And(Or(aa, bb), cc)"),
        ("(aa bb) cc", ["aa", "bb", "cc"], ""),
        ("aa AND (bb cc)", ["aa", "bb", "cc"], "And(aa, Or(bb, cc))"),
        ("aa OR (bb -cc)", ["aa", "bb"], "Or(aa, And(-cc, bb))"),
        ('aa AND ("b c" dd)', ["aa", '"b c"', "dd"], 'And(aa, "b c")'),
        ("aa -(bb cc)", ["aa"], "-Or(bb, cc)"),
        ("aa NOT (bb AND NOT cc)", ["aa"], "-And(bb, -cc)"),
        ("((((aa OR bb))))", ["aa", "bb"], "Or(aa, bb)"),
        ("index* 锁", ["index*", "锁"], ""),
        ("and or not cache", ["cache"], ""),
    ],
)
def test_what_is_typed_is_understood(text: str, expected: list[str], condition: str) -> None:
    query = parse(text)
    assert leaves(query) == expected
    assert shown(query.condition) == condition
    assert not query.notes


@pytest.mark.parametrize(
    "text", ["path/to.file", "a-b", "C++", "foo(bar)", "--flag", "snake_case", "v1.2.3", "-p", ":)a"]
)
def test_a_name_typed_as_such_is_one_leaf(text: str) -> None:
    query = parse(text)
    assert [leaf.text for leaf in query.leaves] == [text]
    assert query.leaves[0].pieces == pieces(text)
    assert query.condition is None


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("缓存 －索引", "缓存 -索引"),
        ("＂cache index＂ cc", '"cache index" cc'),
        ("（aa ＯＲ bb） ＡＮＤ cc", "(aa OR bb) AND cc"),
        ("“缓存 索引”", '"缓存 索引"'),
        ("「缓存 索引」", '"缓存 索引"'),
        ("『缓存 索引』 ｢a b｣", '"缓存 索引" "a b"'),
        ("index＊　cache", "index* cache"),
        ("„ab cd“ «ef gh» ”ij kl”", '"ab cd" "ef gh" "ij kl"'),
    ],
)
def test_signs_mean_the_same_in_any_width_and_shape(text: str, plain: str) -> None:
    query = parse(text)
    assert leaves(query) == leaves(parse(plain))
    assert shown(query.condition) == shown(parse(plain).condition)


def test_a_leaf_is_what_was_typed_not_what_it_is_looked_up_by() -> None:
    (leaf,) = parse("ＧＰＴ模型").leaves
    assert leaf.text == "ＧＰＴ模型"
    assert [piece.literal for piece in leaf.pieces] == ["gpt", "模型"]


def test_chinese_and_latin_in_one_chunk_are_one_soft_leaf() -> None:
    query = parse("使用GPT模型")
    assert [[piece.literal for piece in leaf.pieces] for leaf in query.leaves] == [["使用", "gpt", "模型"]]
    assert query.condition is None


def test_chinese_quotes_need_no_blanks_around() -> None:
    query = parse("部署文档“缓存索引”迁移")
    assert leaves(query) == ["部署文档", '"缓存索引"', "迁移"]
    assert leaves(parse('部署"缓存索引"迁移')) == ["部署", '"缓存索引"', "迁移"]


def test_a_quoted_word_is_looked_up_as_written() -> None:
    assert tokens(parse("indexing")) == ["index"]
    assert tokens(parse('"indexing"')) == ["indexing"]
    assert tokens(parse('"indexing files"')) == ["indexing", "files"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("indexing*", ["indexing*"]),
        ("foo**", ["foo*"]),
        ('"foo"*', ["foo*"]),
        ('"foo bars"*', ["foo", "bars*"]),
        ("path/to.fi*", ["path/to", "to.fi*"]),
        ("get_us*", ["get_us*"]),
        ("getUs*", ["getus*"]),
        ("使用GPT*", ["使用", "gpt*"]),
        ("缓存索*", ["缓存", "存索"]),
        ("锁*", ["锁*"]),
        ("x" * 70 + "*", ["x" * 64, "x" * 6]),
    ],
)
def test_the_last_word_of_a_prefix_goes_on(text: str, expected: list[str]) -> None:
    query = parse(text)
    assert tokens(query) == expected
    assert query.leaves[-1].prefix


@pytest.mark.parametrize("text", ["**bold**", "*.py", "src/*", "a *b"])
def test_stars_elsewhere_are_no_prefix(text: str) -> None:
    assert not any(leaf.prefix for leaf in parse(text).leaves)


@pytest.mark.parametrize(
    ("text", "expected", "condition", "note"),
    [
        ('foo "bar baz', ["foo", '"bar', "baz"], "", 'the quote at "bar baz is never closed: taken as text'),
        ("foo (bar OR baz", ["foo", "bar", "baz"], "Or(bar, baz)", "the parenthesis at (bar OR baz is never closed"),
        ("OR gate", ["OR", "gate"], "", "OR joins nothing here: taken as a word"),
        ("gate NOT", ["gate", "NOT"], "", "NOT joins nothing here: taken as a word"),
        ("aa AND AND bb", ["aa", "bb"], "And(aa, bb)", "AND after AND is left out"),
        ("aa AND OR bb", ["aa", "bb"], "And(aa, bb)", "OR after AND is left out"),
        ("rm -rf", ["rm"], "-rf", '-rf leaves out what holds rf; look for the option as "-rf"'),
        ("-foobar", [], "-foobar", "nothing to look for: only what to leave out"),
        ("... =>", [], "", "nothing to look for: no word in it"),
        ("", [], "", "nothing to look for: no word in it"),
        ('"->" foo', ['"->"', "foo"], '"->"', '"->" is only checked on what else is found: signs are not indexed'),
    ],
)
def test_what_is_not_understood_is_text_and_said(text: str, expected: list[str], condition: str, note: str) -> None:
    query = parse(text)
    assert leaves(query) == expected
    assert shown(query.condition) == condition
    assert [line for line in query.notes if line.startswith(note)]


@pytest.mark.parametrize(
    "text", ['5" disk 7" disk', "foo) bar", "foo () bar", '"" foo', "a -> b", "- foo", "x AND () foo"]
)
def test_stray_signs_harm_nothing(text: str) -> None:
    assert leaves(parse(text))
    assert not parse(text).notes


@pytest.mark.parametrize(("text", "condition"), [("NOT NOT aa bb", "-aa"), ("NOT -aa bb", "-aa"), ("bb -(-aa)", "-aa")])
def test_an_exclusion_typed_twice_is_one(text: str, condition: str) -> None:
    assert shown(parse(text).condition) == condition
    assert leaves(parse(text)) == ["bb"]


@pytest.mark.parametrize(
    ("text", "expected", "dropped"),
    [
        ("what did we decide last time about the cache", ["cache"], "what did we decide last time about the"),
        ("do you remember the sync design?", ["sync", "design?"], "do you remember the"),
        ("what's the IT policy", ["IT", "policy"], "what's the"),
        ("WHAT IS THE CACHE", ["CACHE"], "WHAT IS THE"),
        ("to be or not to be", ["to", "be", "or", "not"], ""),
        ("the", ["the"], ""),
        ("the AND cache", ["the", "cache"], ""),
        ('the "the who"', ['"the who"'], "the"),
        ("th* the", ["th*"], "the"),
        ("我们之前讨论过的 缓存 怎么用", ["缓存"], "我们之前讨论过的 怎么用"),
        ("上次 之前", ["上次", "之前"], ""),
        ("GPT 的 模型", ["GPT", "模型"], "的"),
        ("=> foo", ["foo"], "=>"),
    ],
)
def test_what_only_surrounds_a_question_is_dropped(text: str, expected: list[str], dropped: str) -> None:
    query = parse(text)
    assert leaves(query) == expected
    assert " ".join(query.dropped) == dropped


def test_what_surrounds_within_a_leaf_is_cut_from_its_pieces() -> None:
    query = parse("上次討論的緩存，是怎么定的？ use the/GPT的模型")
    assert [piece.literal for leaf in query.leaves for piece in leaf.pieces] == ["缓存", "use", "the/gpt", "模型"]
    assert query.dropped == ("上次討論的", "是怎么定的", "的")


def test_conditions_and_exclusions_keep_their_function_words() -> None:
    query = parse("-的 -the 缓存 OR 我们")
    assert shown(query.condition) == "And(-的, -the, Or(缓存, 我们))"
    assert leaves(query) == ["缓存", "我们"]


@given(st.text() | ODD | WORDS)
def test_anything_is_a_query(text: str) -> None:
    query = parse(text)
    assert query.text == text.encode("utf-8", "replace").decode()
    assert parse(text) == query
    assert all("\n" not in note for note in query.notes)
    assert depth(query.condition) <= 4 * DEEPEST
    assert len(set(query.leaves)) == len(query.leaves)
    assert all(leaf.pieces or leaf.phrase for leaf in query.leaves)


@given(st.lists(st.text(alphabet="abcdefgh", min_size=3), min_size=1))
def test_plain_words_are_their_own_leaves(words: list[str]) -> None:
    assert set(leaves(parse(" ".join(words)))) | set(parse(" ".join(words)).dropped) == set(words)


@given(ODD)
def test_nothing_that_could_be_looked_up_is_lost(text: str) -> None:
    query = parse(text)
    assert query.leaves or query.condition or not pieces(text)


@pytest.mark.parametrize(
    "unit",
    [
        "(",
        ")",
        "(a",
        "-(",
        '"',
        "「",
        "“",
        '"a" ”',
        "NOT ",
        "AND ",
        "(a OR b AND ",
        "x (y ",
        "a OR b ",
        "的",
        "我们",
        "缓存怎么",
        "记",
        "a-",
        "*",
    ],
)
def test_a_long_query_costs_in_proportion(unit: str) -> None:
    text = unit * (10_000 // len(unit))
    start = time.process_time()
    parse(text)
    assert time.process_time() - start < 1


@pytest.mark.parametrize("opens", [DEEPEST, DEEPEST + 1, 5_000])
def test_parentheses_have_no_depth_that_breaks(opens: int) -> None:
    query = parse("(aa OR NOT " * opens + "bb" + ")" * opens + " cc")
    assert leaves(query)[-1] == "cc"
    assert any("deeper" in note for note in query.notes) == (opens > DEEPEST)
    assert repr(query)
