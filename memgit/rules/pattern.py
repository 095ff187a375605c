"""What a pattern is: the data the scanner runs on."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from memgit.model.diagnostic import Severity
from memgit.rules.hit import Hit

Judge = Callable[[Hit], Severity | None]

_GAP = r"(?:[\s>*_]{1,8})"


class Phrase(str):
    """A regular expression with shorthands, written out when it is compiled.

    A space is white space (line breaks and quote marks included), `@3` up to three words, `#8` up to eight
    characters of one Chinese clause.
    """

    __slots__ = ()


class Pattern(NamedTuple):
    """One way a rule is broken.

    code: the rule. anchors: literals at which a match begins, or near which if `lead`; the regex is tried nowhere
    else. A space in one stands for any one character of those that part words, marks of emphasis included; the case
    is of no matter. regex: bounded repeats only. A group named `hit` narrows what is reported. message: one line,
    lower case. severity: when there is no judge. cased: match the text as written, not its lower case. judge: settles
    what a match means; `None` drops it. env: the variable a secret belongs in.
    also: literals, one of which every match holds besides its anchor; a text without them is left alone.
    lead: how far before an anchor a match may begin; then the regex is searched from there to `reach` after the anchor.
    """

    code: str
    anchors: tuple[str, ...]
    regex: str
    message: str
    severity: Severity = Severity.ERROR
    cased: bool = False
    judge: Judge | None = None
    env: str = ""
    also: tuple[str, ...] = ()
    lead: int = 0
    reach: int = 400

    @property
    def compiled(self) -> re.Pattern[str]:
        """The regular expression, compiled when it is first needed."""
        return _compiled(self.regex)


@cache
def _compiled(regex: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"(?<!\\)[@#]\d+| ", _written_out, regex) if isinstance(regex, Phrase) else regex)


def _written_out(shorthand: re.Match[str]) -> str:
    kind, most = shorthand[0][0], shorthand[0][1:]
    if kind == " ":
        return _GAP
    if kind == "@":
        return rf"(?:[\w'/,-]{{1,24}}{_GAP}){{0,{most}}}?"
    return rf"[^。！？；;!?\n]{{0,{most}}}?"
