"""STANDING.md: rules by number, and that an edit changes only its own lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgit.errors import NotFound, Refused, SystemRefused
from memgit.formats.standing import StandingFile, normal

fast = settings(max_examples=100, deadline=None)
LINES = st.sampled_from(
    ["# house rules", "- Be brief", "* be  BRIEF", "", "  ", "Run the tests", "-", "#", "- # x", "a"]
)
NEWLINES = st.sampled_from(["\n", "\r\n", "\r"])
RULES = st.sampled_from(
    ["New rule", "be brief", "# looks like a comment", "- - twice", "two\n lines", "**bold** one", "a"]
)
SHARED = Path(__file__).parents[4] / "shared" / "data" / "homes"


@st.composite
def files(draw: st.DrawFn) -> str:
    newline = draw(NEWLINES)
    text = newline.join(draw(st.lists(LINES, max_size=7)))
    return draw(st.sampled_from(["", "\ufeff"])) + text + draw(st.sampled_from(["", newline]))


def parse(text: str) -> StandingFile:
    return StandingFile.parse(text.encode())


def rules(file: StandingFile) -> list[str]:
    return [rule.text for rule in file.rules]


HOUSE = "# house rules\n- Answer in Chinese\n* Never  force-push\n\nRun the tests\nnever force-push\n"


def test_rules_are_numbered_from_one() -> None:
    file = parse(HOUSE)
    assert [(rule.n, rule.text) for rule in file.rules] == [
        (1, "Answer in Chinese"),
        (2, "Never force-push"),
        (3, "Run the tests"),
    ]
    span = file.rules[1].span
    assert HOUSE[span.start : span.end] == "* Never  force-push"
    assert file.joined == "Answer in Chinese\nNever force-push\nRun the tests"


def test_comments_and_headings_are_kept() -> None:
    file = parse(HOUSE)
    assert file.remove(2).text == "# house rules\n- Answer in Chinese\n\nRun the tests\n"
    assert file.clear().text == "# house rules\n\n"
    assert file.add("One  more").text == HOUSE + "One more\n"


def test_add_uses_the_bullet_and_newline_of_the_file() -> None:
    assert parse("- a").add("b").text == "- a\n- b\n"
    assert parse("* a\r\n").add("b").text == "* a\r\n* b\r\n"
    assert parse("").add("b").text == "b\n"
    assert parse("a\n").add("#x").text == "a\n- #x\n"
    assert parse("a\n").add("**b**").text == "a\n**b**\n"


@fast
@given(files())
def test_any_file_round_trips(text: str) -> None:
    assert parse(text).data == text.encode()


@fast
@given(files(), RULES)
def test_add_appends_one_rule(text: str, rule: str) -> None:
    file = parse(text)
    result = file.add(rule)
    if file.find(rule) is not None:
        assert result == file
    else:
        assert rules(result) == [*rules(file), normal(rule)]
        assert result.text.startswith(text)


@fast
@given(files(), st.integers(0, 6))
def test_remove_takes_one_rule(text: str, at: int) -> None:
    file = parse(text)
    if not file.rules:
        return
    at %= len(file.rules)
    result = file.remove(at + 1)
    assert rules(result) == rules(file)[:at] + rules(file)[at + 1 :]
    gone = file.rules[at].text.casefold()
    kept = [
        line
        for line in text.removeprefix("\ufeff").splitlines()
        if normal(line).casefold() != gone or line.startswith("#")
    ]
    assert result.text.removeprefix("\ufeff").splitlines() == kept


@fast
@given(files())
def test_clear_leaves_no_rule_and_every_other_line(text: str) -> None:
    result = parse(text).clear()
    assert result.rules == ()
    assert result.text.count("#") == sum(
        line.count("#") for line in text.splitlines() if line.lstrip("\ufeff").startswith("#")
    )


def test_errors() -> None:
    with pytest.raises(Refused):
        parse("a").add(" - ")
    for n in (0, 2, -1):
        with pytest.raises(NotFound, match=str(n)):
            parse("a").remove(n)
    with pytest.raises(SystemRefused):
        StandingFile.parse(b"\xff")


def test_the_agents_file() -> None:
    if not SHARED.is_dir():
        pytest.skip("no ../shared beside the checkout")
    file = StandingFile.parse((SHARED / "pi-hermes/pi-hermes-memory/STANDING.md").read_bytes())
    assert len(file.rules) == 3
