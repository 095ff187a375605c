"""Telling a value that is a secret from one that only stands where a secret would."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache
from itertools import pairwise

MARKS = (
    "example", "placeholder", "redacted", "your", "dummy", "changeme", "change-me", "change_me", "insert", "replace",
    "xxxx", "****", "mock", "...", "…", "<", ">", "${", "{{", "%s", "%(", "fake", "sample", "notreal", "not-real",
    "not_real",
    "masked", "hidden", "removed", "secret-here", "key-here", "token-here", "-here", "_here", "todo", "foobar",
    "示例", "你的",
    "占位", "填写", "xx-xx", "0000000000", "lorem",
)  # fmt: skip
"""What a shaped token holds when it is an illustration."""

_FILLERS = frozenset("xX*.0_-#•●·")
_WORDS = r"(?:[A-Za-z]{1,24}|[A-Za-z]\d{1,2}[a-z]|[A-Z]?[a-z]+\d{0,4}|v?\d{1,4})"


@cache
def _wordy() -> re.Pattern[str]:
    """Words joined by separators or capitals, as identifiers are: never a random secret."""
    return re.compile(
        rf"{_WORDS}(?:[-_./:]{_WORDS}){{1,12}}|[a-z]{{1,40}}|[A-Z]{{1,40}}|[a-zA-Z]?[a-z]{{1,20}}"
        rf"(?:[A-Z][a-z]{{1,20}}){{0,8}}\d{{0,4}}"
    )


def is_illustration(token: str) -> bool:
    """Whether a token of a known shape is only an illustration: it says so, or it is padding."""
    lowered = token.lower()
    if any(mark in lowered for mark in MARKS):
        return True
    tail = token[len(token) // 3 :]
    return set(tail) <= _FILLERS


def is_cut(after: str) -> bool:
    """Whether what follows a token shows that only its beginning is given, as in `sk-abc...`, or that it is called."""
    return after.lstrip("\"'`\\").startswith(("...", "…", "***", "<", "xxx", "(", "[", "{"))


_REFERENCES = ("${", "$(", "(", "[", "{", "os.environ", "process.env", "getenv", "secrets.", "env.", "vault:", "op://")


def is_code(value: str) -> bool:
    """Whether an assigned value is a reference or an expression rather than the thing itself."""
    return value.startswith(("$", "%")) or any(sign in value for sign in _REFERENCES)


def entropy(value: str) -> float:
    """Shannon entropy of the characters, in bits each."""
    total = len(value)
    return -sum(n / total * math.log2(n / total) for n in Counter(value).values()) if total else 0.0


def classes(value: str) -> int:
    """How many of lower case, upper case, digits and others a value mixes."""
    kinds = (str.islower, str.isupper, str.isdigit)
    return sum(any(kind(c) for c in value) for kind in kinds) + any(not c.isalnum() for c in value)


def is_sequence(value: str) -> bool:
    """Whether the value holds a run of six or more in order, as `123456` or `abcdef`, either way."""
    up = down = 1
    for a, b in pairwise(value):
        step = ord(b) - ord(a)
        up = up + 1 if step == 1 else 1
        down = down + 1 if step == -1 else 1
        if max(up, down) >= 6:
            return True
    return False


def is_random(value: str) -> bool:
    """Whether a value of twelve characters and more looks drawn by a machine."""
    if len(value) < 12 or _wordy().fullmatch(value) or is_sequence(value):
        return False
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return mixed and entropy(value) >= (3.0 if len(value) < 20 else 3.2)


@cache
def _uuid() -> re.Pattern[str]:
    return re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def is_uuid(value: str) -> bool:
    """Whether the value is a UUID, which names things more often than it opens them."""
    return _uuid().fullmatch(value) is not None
