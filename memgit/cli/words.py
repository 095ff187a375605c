"""Words of a command whose arguments are free text: what begins with a dash and is no option of it is text too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memgit.cli.commands import did_you_mean

_NEAR = 0.8


class Words(NamedTuple):
    """options: the command's own, with their values. text: everything else, in order.

    doubtful: words of the text that look like an option mistyped, each with the option it looks like. bare: an option
    that lacks its value, None when there is none.
    """

    options: tuple[str, ...]
    text: tuple[str, ...]
    doubtful: tuple[tuple[str, str], ...] = ()
    bare: str | None = None


def divide(words: Sequence[str], takes: Mapping[str, bool]) -> Words:
    """Tell options from text. takes: every name of an option to whether a value follows it.

    An option is its exact name, `--name=value` or `-n5`; `-no` and `--nmae` are text. All after `--` is text.
    """
    options: list[str] = []
    text: list[str] = []
    doubtful: list[tuple[str, str]] = []
    bare = None
    rest = iter(words)
    for word in rest:
        if word == "--":
            text += rest
        elif word in takes:
            options.append(word)
            value = next(rest, "--") if takes[word] else None
            bare = word if value == "--" else bare
            options += [value] if value is not None and value != "--" else []
        elif _holds_its_value(word, takes):
            options.append(word)
        else:
            text.append(word)
            if near := _looks_like(word, takes):
                doubtful.append((word, near))
    return Words(tuple(options), tuple(text), tuple(doubtful), bare)


def _holds_its_value(word: str, takes: Mapping[str, bool]) -> bool:
    """Whether a word is an option and its value: `--limit=5`, `-n5`."""
    if word.startswith("--"):
        return "=" in word and word.partition("=")[0] in takes
    return takes.get(word[:2], False) and word[2:].isdecimal()


def _looks_like(word: str, takes: Mapping[str, bool]) -> str | None:
    """The option that a word may be meant as: `--limt`, `-limit`."""
    name = word.partition("=")[0]
    if not word.startswith("-") or len(name) < 3:
        return None
    long = name if name.startswith("--") else f"-{name}"
    return next(iter(did_you_mean(long, [option for option in takes if option.startswith("--")], _NEAR)), None)
