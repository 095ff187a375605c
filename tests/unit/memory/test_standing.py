"""Standing rules: a person's lines, and who may not touch them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memgit.errors import NotFound, Refused, SystemRefused, UsageError
from memgit.memory import standing
from memgit.memory.budget import Limits
from memgit.model.change import UNATTENDED, Action, Actor, Origin

PATH = "pi-hermes-memory/STANDING.md"
RULES = b"# house rules\n- Never force-push\n\nRun the tests\n"
ME = Actor()
Make = Callable[..., Any]


def pi(make: Make, data: bytes | None = RULES) -> Any:
    return make("pi-hermes", {"pi-hermes-memory/MEMORY.md": b""} | ({} if data is None else {PATH: data}))


def test_add_makes_the_file_and_ends_the_line(make: Make) -> None:
    home = pi(make, None)
    done = home.edit(standing.add, "answer  in\nChinese", ME, home.limits)
    assert home.read(PATH) == b"answer in Chinese\n"
    assert (done.subject, done.action) == ('standing: add "answer in Chinese"', Action.ADD)


def test_add_keeps_comments_and_knows_rules_in_another_case(make: Make) -> None:
    home = pi(make)
    assert home.edit(standing.add, "- never FORCE-push", ME, home.limits).id is None
    home.edit(standing.add, "one more", ME, home.limits)
    assert home.read(PATH) == RULES + b"one more\n"


def test_remove_by_number_and_clear_keep_the_headings(make: Make) -> None:
    home = pi(make)
    done = home.edit(standing.remove, 1, ME)
    assert (done.subject, home.read(PATH)) == (
        'standing: remove "Never force-push"',
        b"# house rules\n\nRun the tests\n",
    )
    done = home.edit(standing.clear, ME)
    assert (done.subject, home.read(PATH)) == ("standing: clear 1 rule", b"# house rules\n\n")
    assert home.edit(standing.clear, ME).id is None


@pytest.mark.parametrize("number", [0, -1, 3])
def test_a_number_that_is_not_there(make: Make, number: int) -> None:
    home = pi(make)
    with pytest.raises(NotFound):
        home.edit(standing.remove, number, ME)
    assert home.read(PATH) == RULES


@pytest.mark.parametrize("origin", sorted(UNATTENDED))
def test_nobody_unwatched_touches_them(make: Make, origin: Origin) -> None:
    home, actor = pi(make), Actor(origin)
    for edit, arguments in (
        (standing.add, ("x", actor, home.limits)),
        (standing.remove, (1, actor)),
        (standing.clear, (actor,)),
    ):
        with pytest.raises(Refused, match="may not change the standing rules"):
            home.edit(edit, *arguments)
    assert home.read(PATH) == RULES


@pytest.mark.parametrize("limits", [Limits({}, 2), Limits({"standing": 31})])
def test_room_is_refused_with_the_list(make: Make, limits: Limits) -> None:
    home = pi(make)
    with pytest.raises(Refused) as caught:
        home.edit(standing.add, "xy", ME, limits)
    assert [item["text"] for item in caught.value.details["entries"]] == ["Never force-push", "Run the tests"]
    home.edit(standing.add, "x", ME, Limits({"standing": 32}))


@pytest.mark.parametrize("text", ["", " - ", "\n"])
def test_a_rule_says_something(make: Make, text: str) -> None:
    home = pi(make)
    with pytest.raises(UsageError):
        home.edit(standing.add, text, ME, home.limits)


def test_a_secret_is_no_rule(make: Make) -> None:
    home = pi(make)
    with pytest.raises(Refused, match="secret/"):
        home.edit(standing.add, "sign in with AKIA" + "QWERTYUIOPASDF12", ME, home.limits)


def test_homes_without_standing_rules_and_files_that_are_not_text(make: Make) -> None:
    home = pi(make, b"\xff")
    with pytest.raises(SystemRefused, match=r"STANDING\.md"):
        home.edit(standing.add, "x", ME, home.limits)


def test_a_hermes_home_has_none(make: Make) -> None:
    home = make("hermes")
    with pytest.raises(NotFound, match="no standing rules"):
        home.edit(standing.add, "x", ME, home.limits)
