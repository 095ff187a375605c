"""What a pattern is: the data the scanner runs on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memgit.model.diagnostic import Severity
from memgit.rules.hit import Hit

Judge = Callable[[Hit], Severity | None]


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way a rule is broken.

    code: the rule. anchors: literals, one of which every match holds; nothing else of the text is looked at
    (lower case, unless `cased`). regex: bounded repeats only, matched near an anchor; a group named `hit` narrows
    what is reported. message: one line, lower case. severity: when there is no judge. cased: match the text as
    written, not its lower case. judge: settles what a match means; `None` drops it.
    env: the variable a secret belongs in.
    reach: how far from an anchor a match can begin or end, in characters.
    """

    code: str
    anchors: tuple[str, ...]
    regex: str
    message: str
    severity: Severity = Severity.ERROR
    cased: bool = False
    judge: Judge | None = None
    env: str = ""
    reach: int = 400
