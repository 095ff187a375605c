"""What makes a function a command: `@command(examples=…, exits=…)`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from memgit.cli.commands import Row

Function = Callable[..., int | None]

READS: Mapping[int, str] = {3: "no store, or the thing named does not exist"}
"""Exit codes of a command that only reads."""

WRITES: Mapping[int, str] = {
    3: "no store, or the thing named does not exist",
    4: "refused by a rule: a secret, a budget, a pin, an unattended writer",
    5: "another writer held the lock past --wait, or a merge is in progress",
    8: "the system refused, or a file cannot be taken as it is",
}
"""Exit codes of a command that writes."""


class Spec(NamedTuple):
    """What a command declares beside its signature and docstring.

    examples: (command line, what it does), two or three. exits: code to meaning, without 0 and 2, which every command
    has. topics: pages of the manual to read on. text: its arguments are free text, also what begins with a dash and is
    no option of it.
    """

    function: Function
    examples: Sequence[tuple[str, str]]
    exits: Mapping[int, str]
    topics: Sequence[str]
    text: bool = False


def command(
    *,
    examples: Sequence[tuple[str, str]],
    exits: Mapping[int, str],
    topics: Sequence[str] = (),
    text: bool = False,
) -> Callable[[Function], Spec]:
    """Declare the command of a module. The function takes `ctx: Context` first and returns its exit code, None for 0.

    Its docstring is the help text: one sentence, then more if it is needed.
    """

    def declare(function: Function) -> Spec:
        return Spec(function, examples, exits, topics, text)

    return declare


def spec_of(row: Row) -> Spec:
    """Import a command's module and return what it declares."""
    module = importlib.import_module(row.module)
    found = [value for value in vars(module).values() if isinstance(value, Spec)]
    if len(found) != 1:
        raise TypeError(f"{row.module} must declare exactly one command, not {len(found)}")
    return found[0]
