"""Edits of entries in every dialect, and what refuses them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from memgit.errors import MemgitError, NotFound, Refused, SystemRefused, UsageError
from memgit.memory import edits
from memgit.memory.budget import Limits
from memgit.memory.failures import failure_text
from memgit.memory.lists import read_operations
from memgit.memory.operations import Operation
from memgit.memory.targets import Kind, Target
from memgit.model.change import Action, Actor, Origin

MEMORY = Target()
ME = Actor()
HERMES = "memories/MEMORY.md"
PI = "pi-hermes-memory/MEMORY.md"
FAILURES = "pi-hermes-memory/failures.md"
DATED = "created=2026-10-01, last=2026-10-01"
Make = Callable[..., Any]


def hermes(make: Make, data: bytes | None) -> Any:
    return make("hermes", {} if data is None else {HERMES: data})


def pi(make: Make, data: str, path: str = PI) -> Any:
    return make("pi-hermes", {path: data.encode()})


def refused(home: Any, kind: type[MemgitError], what: Any, *args: object) -> MemgitError:
    """The error of an edit; and the files are as they were."""
    before = {path: path.read_bytes() for path in home.folder.rglob("*.md")}
    with pytest.raises(kind) as caught:
        home.edit(what, *args)
    assert {path: path.read_bytes() for path in home.folder.rglob("*.md")} == before
    return caught.value


def test_add_makes_the_file_when_it_is_missing(make: Make) -> None:
    home = hermes(make, None)
    done = home.edit(edits.add, MEMORY, "uses uv", ME, home.limits)
    assert home.read(HERMES) == b"uses uv"
    assert (done.subject, done.action, done.paths) == ('memory: add "uses uv"', Action.ADD, (HERMES,))
    assert done.id


def test_add_appends_and_keeps_the_bytes_before(make: Make) -> None:
    home = hermes(make, "\ufeffone  \r\n§\r\n\r\ntwo\r\n".encode())
    home.edit(edits.add, MEMORY, "three\nlines", ME, home.limits)
    assert home.read(HERMES) == "\ufeffone  \r\n§\r\n\r\ntwo\r\n§\r\nthree\r\nlines\r\n".encode()


def test_an_exact_duplicate_is_nothing_to_do(make: Make) -> None:
    home = hermes(make, b"one")
    done = home.edit(edits.add, MEMORY, " one\n", ME, home.limits)
    assert done.id is None
    assert "is there already" in done.subject


def test_a_dated_duplicate_is_told_by_its_text(make: Make) -> None:
    home = pi(make, "one <!-- created=2026-01-01, last=2026-01-02 -->")
    assert home.edit(edits.add, MEMORY, "one", ME, home.limits).id is None


def test_add_in_the_dated_dialect_writes_both_dates(make: Make) -> None:
    home = pi(make, "")
    home.edit(edits.add, MEMORY, "one", ME, home.limits)
    assert home.read(PI).decode() == f"one <!-- {DATED} -->"


def test_a_copied_date_comment_is_not_text(make: Make) -> None:
    home = pi(make, "")
    home.edit(edits.add, MEMORY, "one <!-- created=2020-01-01, last=2020-01-01 -->", ME, home.limits)
    assert home.read(PI).decode() == f"one <!-- {DATED} -->"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("old <!-- created=2026-13-45, last=soon -->", "new <!-- created=2026-13-45, last=2026-10-01 -->"),
        ("old", f"new <!-- {DATED} -->"),
    ],
)
def test_replace_keeps_created_and_refreshes_last(make: Make, before: str, after: str) -> None:
    home = pi(make, f"{before}\n§\nother")
    done = home.edit(edits.replace, MEMORY, "old", "new", ME, home.limits)
    assert home.read(PI).decode() == f"{after}\n§\nother"
    assert done.subject == 'memory: replace "old" → "new"'


def test_replace_by_the_same_text_refreshes_the_date_only(make: Make) -> None:
    home = pi(make, "old <!-- created=2026-01-01, last=2026-01-01 -->")
    home.edit(edits.replace, MEMORY, "old", "old", ME, home.limits)
    assert home.read(PI).decode() == "old <!-- created=2026-01-01, last=2026-10-01 -->"


def test_replace_by_an_entry_that_is_there_leaves_one(make: Make) -> None:
    home = pi(make, "a1\n§\nb <!-- created=2026-01-01, last=2026-01-01 -->")
    home.edit(edits.replace, MEMORY, "a1", "b", ME, home.limits)
    assert home.read(PI).decode() == "b <!-- created=2026-01-01, last=2026-01-01 -->"


def test_an_exact_entry_wins_over_those_that_hold_it(make: Make) -> None:
    home = hermes(make, "uses uv always\n§\nuses uv\n§\nnever uses uv".encode())
    home.edit(edits.remove, MEMORY, "uses uv", ME, home.limits)
    assert home.read(HERMES) == "uses uv always\n§\nnever uses uv".encode()


def test_ambiguity_lists_the_candidates(make: Make) -> None:
    home = hermes(make, "uses uv always\nsecond line\n§\nnever pip, uses uv".encode())
    error = refused(home, UsageError, edits.remove, MEMORY, "uses uv", ME, home.limits)
    assert [item["n"] for item in error.details["candidates"]] == [1, 2]
    assert [hint.partition(": ")[2] for hint in error.hints] == ["1. uses uv always", "2. never pip, uses uv"]


def test_what_is_not_there_names_what_is_near(make: Make) -> None:
    home = hermes(make, "deploys go out on Tuesdays\n§\nunrelated".encode())
    error = refused(home, NotFound, edits.replace, MEMORY, "deploys go out on Mondays", "x", ME, home.limits)
    assert [item["text"] for item in error.details["nearest"]] == ["deploys go out on Tuesdays"]


def test_the_last_entry_leaves_a_file_without_bytes(make: Make) -> None:
    home = hermes(make, b"one\n")
    home.edit(edits.remove, MEMORY, "one", ME, home.limits)
    assert home.read(HERMES) == b""


@pytest.mark.parametrize("origin", [Origin.REVIEW, Origin.LEARN, Origin.CURATOR, Origin.DREAM, Origin.EXTRACT])
def test_nobody_watching_cannot_empty_a_store(make: Make, origin: Origin) -> None:
    home, actor = hermes(make, "one\n§\ntwo".encode()), Actor(origin)
    refused(home, Refused, edits.rewrite, MEMORY, b"[]", actor, home.limits)
    refused(home, Refused, edits.rewrite, MEMORY, b"\n", actor, home.limits)
    removals = read_operations(b'[{"action":"remove","old_text":"one"},{"action":"remove","old_text":"two"}]', MEMORY)
    refused(home, Refused, edits.apply, MEMORY, removals, actor, home.limits)
    home.edit(edits.remove, MEMORY, "one", actor, home.limits)
    refused(home, Refused, edits.remove, MEMORY, "two", actor, home.limits)
    home.edit(edits.replace, MEMORY, "two", "three", actor, home.limits)


def test_an_agent_in_a_persons_presence_may_empty_a_store(make: Make) -> None:
    home = hermes(make, b"one")
    home.edit(edits.remove, MEMORY, "one", Actor(Origin.AGENT), home.limits)
    assert home.read(HERMES) == b""


@pytest.mark.parametrize("text", ["a\n§\nb", "§", "a\r\n§", "§\na"])
def test_the_delimiter_is_refused_by_name(make: Make, text: str) -> None:
    home = hermes(make, b"one")
    assert "'§'" in refused(home, Refused, edits.add, MEMORY, text, ME, home.limits).message
    refused(home, Refused, edits.replace, MEMORY, "one", text, ME, home.limits)
    refused(home, Refused, edits.rewrite, MEMORY, json.dumps([text]).encode(), ME, home.limits)


def test_a_section_sign_inside_a_line_is_text(make: Make) -> None:
    home = hermes(make, None)
    home.edit(edits.add, MEMORY, "see § 4\n §x", ME, home.limits)
    assert home.read(HERMES) == "see § 4\n §x".encode()


@pytest.mark.parametrize("text", ["", "  \n", "a\0b", "\udcff"])
def test_texts_that_no_entry_can_hold(make: Make, text: str) -> None:
    home = hermes(make, b"one")
    refused(home, UsageError, edits.add, MEMORY, text, ME, home.limits)
    refused(home, UsageError, edits.replace, MEMORY, "one", text, ME, home.limits)


def test_what_is_far_over_the_budget_is_refused_before_the_rules_read_it(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, huge = hermes(make, b"one"), "x " * 100_000
    checked: list[int] = []
    monkeypatch.setattr("memgit.memory.gates.gate", lambda before, after: checked.append(len(after)) or ())
    operations = [Operation(Action.ADD, "two"), Operation(Action.ADD, huge)]
    error = refused(home, Refused, edits.add, MEMORY, huge, ME, home.limits)
    assert "has room for 2,200 code points, and this would make it 199,999" in error.message
    assert error.details["budget"]["needed"] == 199_999
    refused(home, Refused, edits.replace, MEMORY, "one", huge, ME, home.limits)
    refused(home, Refused, edits.rewrite, MEMORY, json.dumps([huge]).encode(), ME, home.limits)
    assert "edit 2" in refused(home, Refused, edits.apply, MEMORY, operations, ME, home.limits).message
    assert max(checked, default=0) < 10
    home.edit(edits.add, MEMORY, f"{' ' * 100_000}two", ME, home.limits)


def test_the_budget_counts_delimiters_and_lists_what_is_there(make: Make) -> None:
    home = hermes(make, b"12345")
    home.edit(edits.add, MEMORY, "67", ME, Limits({"memory": 10}))
    error = refused(home, Refused, edits.add, MEMORY, "8", ME, Limits({"memory": 13}))
    assert error.details["entries"] == [{"n": 1, "text": "12345", "chars": 5}, {"n": 2, "text": "67", "chars": 2}]
    assert error.details["budget"]["needed"] == 14
    assert "there is: 1. 12345 (5)" in error.hints


def test_the_dated_budget_counts_comments_in_utf16_units(make: Make) -> None:
    home = pi(make, "")
    refused(home, Refused, edits.add, MEMORY, "🐟", ME, Limits({"memory": 46}))
    home.edit(edits.add, MEMORY, "🐟", ME, Limits({"memory": 47}))


def test_the_layouts_own_budget_holds_where_nothing_is_set(make: Make) -> None:
    home = hermes(make, None)
    refused(home, Refused, edits.add, MEMORY, "x" * 2201, ME, home.limits)
    refused(home, Refused, edits.add, Target(Kind.USER), "x" * 1376, ME, home.limits)
    home.edit(edits.add, MEMORY, "x" * 2200, ME, home.limits)


def test_a_store_over_its_budget_can_be_made_smaller(make: Make) -> None:
    home, limits = hermes(make, b"a" * 30 + "\n§\n".encode() + b"b" * 30), Limits({"memory": 20})
    refused(home, Refused, edits.replace, MEMORY, "aaa", "a" * 31, ME, limits)
    home.edit(edits.replace, MEMORY, "aaa", "a" * 29, ME, limits)
    home.edit(edits.remove, MEMORY, "bbb", ME, limits)
    assert home.read(HERMES) == b"a" * 29


def test_a_secret_is_refused_with_its_code_and_place(make: Make) -> None:
    home, secret = hermes(make, b"one"), "deploy with\nAKIA" + "QWERTYUIOPASDF12"
    error = refused(home, Refused, edits.add, MEMORY, secret, ME, home.limits)
    (found,) = error.details["findings"]
    assert found["code"].startswith("secret/")
    assert found["line"] == 2
    assert "QWERTY" not in error.message
    refused(home, Refused, edits.replace, MEMORY, "one", secret, ME, home.limits)
    refused(home, Refused, edits.rewrite, MEMORY, json.dumps([secret]).encode(), ME, home.limits)
    refused(home, Refused, edits.add, MEMORY, "two", Actor(reason=secret), home.limits)


def test_a_file_that_is_not_text_is_left_alone(make: Make) -> None:
    home = hermes(make, b"caf\xe9")
    error = refused(home, SystemRefused, edits.add, MEMORY, "one", ME, home.limits)
    assert f"'{HERMES}'" in error.message


def test_apply_sees_its_own_edits_and_counts_at_the_end(make: Make) -> None:
    home = hermes(make, b"12345")
    operations = read_operations(
        json.dumps(
            [
                {"action": "add", "content": "x" * 20},
                {"action": "replace", "old_text": "xxx", "new_text": "67"},
                {"action": "remove", "old_text": "123"},
                {"action": "add", "content": "67"},
            ]
        ).encode(),
        MEMORY,
    )
    done = home.edit(edits.apply, MEMORY, operations, ME, Limits({"memory": 6}))
    assert home.read(HERMES) == b"67"
    assert done.subject == "memory: apply 1 add, 1 replace, 1 remove"


def test_apply_is_all_or_nothing(make: Make) -> None:
    home = hermes(make, b"one")
    operations = read_operations(b'[{"action":"add","content":"two"},{"action":"remove","old_text":"three"}]', MEMORY)
    error = refused(home, NotFound, edits.apply, MEMORY, operations, ME, home.limits)
    assert error.message.startswith("edit 2 (remove): ")
    assert error.details["edit"] == 2


@pytest.mark.parametrize(
    "data",
    [
        b"{}",
        b"nonsense",
        b'["add"]',
        b'[{"action":"list"}]',
        b'[{"action":"add"}]',
        b'[{"action":"remove"}]',
        b'[{"action":"add","content":7}]',
        b'[{"action":["add"],"content":"x"}]',
        b'[{"action":"add","content":"x","target":"user"}]',
    ],
)
def test_lists_that_are_no_list_of_edits(data: bytes) -> None:
    with pytest.raises(UsageError):
        read_operations(data, MEMORY)


def test_rewrite_takes_section_text_and_keeps_dates(make: Make) -> None:
    home = pi(make, "one <!-- created=2026-01-01, last=2026-01-02 -->\n§\ntwo")
    text = "three\n§\none\n§\n\nfour <!-- created=2026-02-02, last=2026-02-03 -->\n§\nthree\n"
    home.edit(edits.rewrite, MEMORY, text.encode(), ME, home.limits)
    assert home.read(PI).decode() == (
        f"three <!-- {DATED} -->\n§\none <!-- created=2026-01-01, last=2026-01-02 -->"
        "\n§\nfour <!-- created=2026-02-02, last=2026-02-03 -->"
    )


def test_rewrite_with_the_files_own_bytes_changes_nothing(make: Make) -> None:
    data = "[correction] a — Failed: b <!-- created=2026-01-01, last=2026-01-02, project64=c2hvcA -->\n§\nc"
    home = pi(make, data, FAILURES)
    done = home.edit(edits.rewrite, Target(Kind.FAILURE), data.encode(), ME, home.limits)
    assert done.id is None
    assert home.read(FAILURES).decode() == data


@pytest.mark.parametrize("data", [b'["a", 1]', b'["a"', b'[{"a": 1}]'])
def test_rewrite_refuses_json_that_is_no_list_of_strings(make: Make, data: bytes) -> None:
    home = hermes(make, b"one")
    refused(home, UsageError, edits.rewrite, MEMORY, data, ME, home.limits)


def test_failures_are_told_apart_by_project(make: Make) -> None:
    home = pi(make, "", FAILURES)
    text = failure_text("used npm", "correction", "lockfile drift", "pnpm")
    assert text == "[correction] used npm — Failed: lockfile drift — Corrected to: pnpm"
    home.edit(edits.add, Target(Kind.FAILURE, "shop"), text, ME, home.limits)
    home.edit(edits.add, Target(Kind.FAILURE), text, ME, home.limits)
    assert home.edit(edits.add, Target(Kind.FAILURE, "shop"), text, ME, home.limits).id is None
    shop, bare = f"{text} <!-- {DATED}, project64=c2hvcA -->", f"{text} <!-- {DATED} -->"
    assert home.read(FAILURES).decode() == f"{shop}\n§\n{bare}"
    home.edit(edits.replace, Target(Kind.FAILURE), "npm", "[insight] x", ME, home.limits)
    assert (
        home.read(FAILURES).decode()
        == f"[insight] x <!-- {DATED}, project64=c2hvcA -->\n§\n[insight] x <!-- {DATED} -->"
    )
    home.edit(edits.remove, Target(Kind.FAILURE, "shop"), "insight", ME, home.limits)
    assert home.read(FAILURES).decode() == f"[insight] x <!-- {DATED} -->"


def test_failure_categories() -> None:
    assert failure_text("x") == "[failure] x"
    assert failure_text("[insight] x") == "[insight] x"
    assert failure_text("[insight] x", "tool-quirk") == "[tool-quirk] x"
    assert failure_text("[shop] x") == "[failure] [shop] x"
    with pytest.raises(UsageError):
        failure_text("x", "worry")


def test_projects_have_a_file_of_their_own_without_project64(make: Make) -> None:
    home = pi(make, "")
    done = home.edit(edits.add, Target(Kind.PROJECT, "店铺"), "uses Postgres", ME, home.limits)
    assert done.subject == 'project(店铺): add "uses Postgres"'
    assert home.read("projects-memory/店铺/MEMORY.md").decode() == f"uses Postgres <!-- {DATED} -->"


def test_history_does_not_quote_what_it_should_not_hold(make: Make) -> None:
    secret = "AKIA" + "QWERTYUIOPASDF12"
    home = hermes(make, b"one")
    (home.folder / HERMES).write_bytes(f"one\n§\nkey {secret}".encode())
    done = home.edit(edits.remove, MEMORY, "key", ME, home.limits)
    assert secret not in done.subject
    assert home.read(HERMES) == b"one"


def test_an_edit_says_why(make: Make) -> None:
    home = hermes(make, b"one")
    done = home.edit(edits.add, MEMORY, "two", Actor(Origin.REVIEW, "s1", "seen twice"), home.limits)
    text = home.store.repo[done.id].message
    assert text.startswith('memory: add "two"\n\nseen twice\n\nMemgit-Origin: review\nMemgit-Action: add\n')
    assert "Memgit-Session: s1" in text
