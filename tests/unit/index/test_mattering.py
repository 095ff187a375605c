from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit.index.mattering import matters
from memgit.index.query import parse
from memgit.index.searching import looked_up
from memgit.text.tokens import terms


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("缓存", "說到緩存的事"),
        ("緩存", "缓存"),
        ("锁", "上鎖"),
        ("indexing", "an index of names"),
        ("universities", "the University"),
        ("cafe", "a CAFÉ"),
        ("café", "cafe"),
        ("deploy", "ＤＥＰＬＯＹ"),
        ("--dry-run", "Dry run"),
        ("getUserName", "get_user_name"),
        ("conf*", "Configuration"),
        ("&&", "anything: signs are not known by tokens"),
    ],
)
def test_what_may_be_found(query: str, text: str) -> None:
    assert matters(query)(text)


@pytest.mark.parametrize(("query", "text"), [("缓存", "缓慢地存"), ("deploy", "depart"), ("锁", "门")])
def test_what_can_not(query: str, text: str) -> None:
    assert not matters(query)(text)


WORDS = st.text("abcdeéàñ一鎖锁缓緩存ＡＢ_-. ", max_size=12)


@given(WORDS, WORDS)
def test_nothing_that_the_index_would_find_is_passed_over(query: str, text: str) -> None:
    known = terms(text)
    for token in looked_up(parse(query)):
        if any(term.startswith(token.text) if token.prefix else term == token.text for term in known):
            assert matters(query)(text)
