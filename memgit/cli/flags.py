"""The global flags: taken off the command line wherever they stand before `--`."""

from __future__ import annotations

from typing import NamedTuple

from memgit.errors import UsageError


class Globals(NamedTuple):
    """What every command is told besides its own words."""

    home: str | None = None
    json: bool = False
    color: str = "auto"
    pager: bool = True
    wait: float = 10.0
    dry_run: bool = False
    debug: bool = False
    input: bool = True
    yes: bool = False


HELP = ("-h", "--help")
"""Words that ask for help wherever they stand before `--`."""

_SWITCHES: dict[str, dict[str, object]] = {
    "--json": {"json": True},
    "--no-color": {"color": "never"},
    "--color": {"color": "always"},
    "--no-pager": {"pager": False},
    "--dry-run": {"dry_run": True},
    "--debug": {"debug": True},
    "--no-input": {"input": False},
    "--yes": {"yes": True},
}

_WHEN = ("always", "never", "auto")

SEARCHED = ("--dry-run", "--yes", "--no-input")
"""Flags that mean nothing to `memgit search`: behind that word they are text to search for."""

GLOBAL_OPTIONS = (
    ("--home DIR", "the home to work on; else $MEMGIT_HOME, the nearest one above, ~/.memgit"),
    ("--json", "print one JSON document; errors become JSON too"),
    ("--dry-run", "say what would change and change nothing"),
    ("--wait SECONDS", "how long to wait for another writer (default 10)"),
    ("--yes", "answer yes to every question"),
    ("--no-input", "never ask a question"),
    ("--color=WHEN", "always, never or auto; --no-color is never"),
    ("--no-pager", "print long output directly"),
    ("--debug", "print the traceback of an unexpected error"),
)
"""Flag and what it does, for help texts and completion."""


def hoist(argv: list[str]) -> tuple[Globals, list[str]]:
    """The global flags and the words that are left. Raises UsageError for a flag without or with a bad value."""
    values: dict[str, object] = {}
    rest: list[str] = []
    words = iter(argv)
    before = ""
    for word in words:
        if before == "--color" and word in _WHEN and rest[:1] != ["search"]:  # a blank in place of the `=`
            values |= _color(word)
            before = ""
            continue
        before = word
        if word == "--":
            rest += [word, *words]
            break
        if rest[:1] == ["search"] and word.partition("=")[0] in SEARCHED:
            rest.append(word)
            continue
        if word in _SWITCHES:
            values |= _SWITCHES[word]
            continue
        flag, equals, value = word.partition("=")
        if flag in ("--home", "--wait"):
            values |= _valued(flag, value if equals else next(words, None))
        elif flag == "--color" and equals:
            values |= _color(value)
        elif flag in _SWITCHES:
            raise UsageError(f"{flag} takes no value")
        else:
            rest.append(word)
    return Globals(**values), rest  # type: ignore[arg-type]


def glance(argv: list[str]) -> Globals:
    """The flags that decide how an error looks, read without complaint; for errors in the flags themselves."""
    before = argv[: argv.index("--")] if "--" in argv else argv
    return Globals(json="--json" in before, debug="--debug" in before)


def _valued(flag: str, value: str | None) -> dict[str, object]:
    if not value:
        raise UsageError(f"{flag} needs a value", f"memgit {flag} {'DIR' if flag == '--home' else 'SECONDS'} COMMAND")
    if flag == "--home":
        return {"home": value}
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise UsageError(f"--wait needs a number of seconds, not '{value}'", "memgit --wait 30 COMMAND")
    return {"wait": seconds}


def _color(value: str) -> dict[str, object]:
    if value not in _WHEN:
        raise UsageError(f"--color is always, never or auto, not '{value}'")
    return {"color": value}
