"""Commit messages: what is composed is parsed again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memgit.model.change import Action, Message, Origin
from memgit.repo import message

words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)
trailers = st.lists(st.tuples(st.sampled_from(["Memgit-From", "Memgit-Restores"]), words), max_size=3)


@given(words, words, st.sampled_from(Origin), st.sampled_from(Action), trailers)
def test_who_and_why_survive(
    subject: str, body: str, origin: Origin, action: Action, extra: list[tuple[str, str]]
) -> None:
    text = message.compose(Message(subject, origin, action, body, "session 1", tuple(extra)), device="laptop")
    read_subject, _, read = message.parse(text)
    assert read_subject == (" ".join(subject.split()) or "(no subject)")
    assert message.origin_of(read) == origin
    assert message.action_of(read) == action
    assert message.values(read, message.SESSION) == ["session 1"]
    assert message.values(read, message.DEVICE) == ["laptop"]
    for key in ("Memgit-From", "Memgit-Restores"):
        assert message.values(read, key) == [" ".join(value.split()) for name, value in extra if name == key]


def test_the_body_is_kept_as_written() -> None:
    text = message.compose(Message("s", Origin.USER, Action.ADD, "because\n\nof this: that\nand more"))
    assert message.parse(text)[1] == "because\n\nof this: that\nand more"


def test_a_message_of_plain_git() -> None:
    subject, body, read = message.parse("Fix it\n\nSee: the docs for this.\nMore.\n")
    assert (subject, body) == ("Fix it", "See: the docs for this.\nMore.")
    assert message.origin_of(read) == "user"
    assert message.action_of(read) == "record"


def test_quotes_show_one_line() -> None:
    assert message.quote("a\nb") == '"a b"'
    assert message.quote("x" * 100, 10) == f'"{"x" * 9}…"'
