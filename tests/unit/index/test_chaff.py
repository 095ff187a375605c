"""Words about remembering: left out beside others, looked for when they are alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit.index.chaff import chaff, weighty
from memgit.text.fold import fold
from memgit.text.tokens import Token, pieces, terms


def tokens(text: str) -> list[Token]:
    return [token for piece in pieces(text) for token in piece.tokens]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("decided deploy", "deploy"),
        ("remembering the deploys", "the deploy"),
        ("Yesterday DEPLOY", "deploy"),
        ("之前 讨论 缓存", "缓存"),
        ("記憶 緩存", "缓存"),
        ("find it", "it"),
        ("whale wall", "whale wall"),
        ("", ""),
    ],
)
def test_what_says_what_is_looked_for(text: str, kept: str) -> None:
    assert [token.text for token in weighty(tokens(text))] == kept.split()


@pytest.mark.parametrize("text", ["what we said", "find", "之前讨论", "怎么样"])
def test_words_that_are_alone_are_looked_for(text: str) -> None:
    alone = [token for token in tokens(text) if token.text in chaff()]
    assert alone
    assert weighty(alone) == alone


def test_they_are_tokens_of_the_index() -> None:
    for token in chaff():
        assert fold(token) == token
        assert token in terms(token)


@given(st.lists(st.sampled_from([*sorted(chaff())[::20], "deploy", "缓存", "whale"]).map(Token)))
def test_nothing_is_added_and_something_stays(asked: list[Token]) -> None:
    kept = weighty(asked)
    assert bool(kept) == bool(asked)
    assert [token for token in asked if token in kept] == kept
    assert {token for token in asked if token.text not in chaff()} <= set(kept)
