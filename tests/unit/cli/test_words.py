"""Words of free text among options."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit.cli.words import Words, divide

TAKES = {"--in": True, "-n": True, "--limit": True, "--archived": False}


def told(line: str) -> tuple[str, str]:
    found = divide(line.split(), TAKES)
    return " ".join(found.options), " ".join(found.text)


@pytest.mark.parametrize(
    ("line", "options", "text"),
    [
        ("foo bar", "", "foo bar"),
        ("foo -bar", "", "foo -bar"),
        ("--no-verify", "", "--no-verify"),
        ("-n 3 foo --in memory", "-n 3 --in memory", "foo"),
        ("--limit=3 --archived foo", "--limit=3 --archived", "foo"),
        ("foo -- -n 3 --", "", "foo -n 3 --"),
        ("-no -n5 -", "-n5", "-no -"),
        ("--name=value --in=", "--in=", "--name=value"),
        ("--archived=yes", "--archived=yes", ""),
    ],
)
def test_options_are_told_from_text(line: str, options: str, text: str) -> None:
    assert told(line) == (options, text)


@pytest.mark.parametrize(
    ("word", "option"),
    [("--limt", "--limit"), ("--limt=3", "--limit"), ("-limit", "--limit"), ("--archive", "--archived")],
)
def test_what_looks_mistyped_is_told(word: str, option: str) -> None:
    assert divide([word], TAKES) == Words((), (word,), ((word, option),))


@pytest.mark.parametrize("words", [["foo", "--in"], ["--in", "--", "foo"]])
def test_an_option_without_its_value_is_told(words: list[str]) -> None:
    assert divide(words, TAKES).bare == "--in"
    assert divide(["--in", "", *words[:1], "--in", "x"], TAKES).bare is None


@pytest.mark.parametrize("word", ["--dry-run", "--no-verify", "-bar", "-", "limit", "-nx", "-x5"])
def test_what_does_not_is_not(word: str) -> None:
    assert divide([word], TAKES).doubtful == ()


@given(st.lists(st.sampled_from(["a", "-b", "--in", "-n", "--limit=1", "--archived", "--x"]), max_size=8))
def test_no_word_is_lost(words: list[str]) -> None:
    found = divide(words, TAKES)
    assert sorted([*found.options, *found.text]) == sorted(words)
    assert divide(["--", *words], TAKES) == Words((), tuple(words))
