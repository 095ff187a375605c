"""Global flags stand anywhere before `--`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgit.cli.flags import Globals, glance, hoist
from memgit.errors import UsageError


@pytest.mark.parametrize(
    ("line", "flags", "rest"),
    [
        ("log", Globals(), "log"),
        ("--json log", Globals(json=True), "log"),
        ("log -n 3 --json --home /h x", Globals(json=True, home="/h"), "log -n 3 x"),
        ("log --home=/h", Globals(home="/h"), "log"),
        ("log --wait 0.5 --dry-run", Globals(wait=0.5, dry_run=True), "log"),
        ("memory add -- --json", Globals(), "memory add -- --json"),
        ("log --no-color --no-pager", Globals(color="never", pager=False), "log"),
        ("log --color=never --color", Globals(color="always"), "log"),
        ("search --dry-run --yes=1 --no-input", Globals(), "search --dry-run --yes=1 --no-input"),
        ("--dry-run search --json x --home /h", Globals(dry_run=True, json=True, home="/h"), "search x"),
        ("log search --dry-run", Globals(dry_run=True), "log search"),
        ("log --yes --no-input --debug", Globals(yes=True, input=False, debug=True), "log"),
    ],
)
def test_flags_are_taken_off(line: str, flags: Globals, rest: str) -> None:
    assert hoist(line.split()) == (flags, rest.split())


@pytest.mark.parametrize("line", ["--home", "--wait", "--wait=", "--wait -1", "--wait nan", "--wait inf", "--yes=no"])
def test_bad_values_are_refused(line: str) -> None:
    with pytest.raises(UsageError):
        hoist(line.split())


@given(st.lists(st.sampled_from(["a", "--json", "--", "-n", "--dry-run", "--x=1"]), max_size=6))
def test_nothing_else_is_touched(argv: list[str]) -> None:
    flags, rest = hoist(argv)
    before = argv[: argv.index("--")] if "--" in argv else argv
    after = argv[len(before) :]
    assert rest == [word for word in before if word not in ("--json", "--dry-run")] + after
    assert flags.json == glance(argv).json == ("--json" in before)


def test_a_blank_will_do_in_place_of_the_sign_of_equality() -> None:
    assert hoist(["--color", "never", "log"]) == (Globals(color="never"), ["log"])
    assert hoist(["log", "--color", "skill"]) == (Globals(color="always"), ["log", "skill"])
    assert hoist(["search", "--color", "never"]) == (Globals(color="always"), ["search", "never"])
