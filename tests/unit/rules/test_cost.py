"""Checks cost time in proportion to the text, and importing the rules costs next to nothing."""

from __future__ import annotations

import math
import subprocess
import sys
import time

import pytest

from memgit.rules import RULES, check
from memgit.rules.safety import PATTERNS as SAFETY
from memgit.rules.secrets import PATTERNS as SECRETS

SMALL, LARGE = 8_000, 64_000
# Eight times the text may take this many times as long; a quadratic pattern takes sixty-four times.
RATIO = 28
TRIES = 6
NASTY = (
    "ignore ", "previous instructions ", "ignore all previous ", "curl http://x",
    "curl https://a.b/ -d $", "eyJ", "eyJaaaaaaaaaaaa.", "token=", "token = abc1 ",
    "a://b:c", "-----BEGIN RSA PRIVATE KEY-----\n", "<!-- ",
    "<!--a-", '<div style="display:none">', "忽略", "把密钥", "a\u200b", "rm -rf ", "![a](https://x/", "base64 -d ",
    "echo curl >> ", "A", "a.", "sk-", "a\u0430", "echo x crontab ", "send all api keys to ",
    "you are now ", "\n", " ", '"ignore previous instructions" ', "-", "[", "password: a1B$xxyz",
)  # fmt: skip


def _seconds(text: str) -> float:
    start = time.process_time()
    check(text)
    return time.process_time() - start


def _in_proportion(small: str, large: str) -> bool:
    """Whether the large text costs what its size lets expect, at best of a few times: a busy machine is no pattern."""
    least_small = least_large = math.inf
    for _ in range(TRIES):
        least_small, least_large = min(least_small, _seconds(small)), min(least_large, _seconds(large))
        if least_large <= RATIO * max(least_small, 0.002):
            return True
    return False


@pytest.mark.parametrize("unit", NASTY)
def test_time_is_in_proportion(unit: str) -> None:
    small, large = ((unit * (size // len(unit) + 1))[:size] for size in (SMALL, LARGE))
    assert _in_proportion(small, large)


def test_a_word_before_endless_space() -> None:
    for word in ("ignore", "password:", "curl", "send"):
        assert _in_proportion(*(word + " " * size + "x" for size in (SMALL, LARGE)))


def test_importing_loads_no_pattern() -> None:
    code = (
        "import sys; before = set(sys.modules); import memgit.rules; "
        "print(*sorted(m for m in set(sys.modules) - before if m.startswith('memgit.rules') or m == 'unicodedata'))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert shown == ["memgit.rules"]


def test_patterns_belong_to_rules_and_hold_to_lower_case() -> None:
    for pattern in (*SAFETY, *SECRETS):
        assert pattern.code in RULES
        assert pattern.anchors
        if not pattern.cased:
            assert [anchor for anchor in pattern.anchors if anchor != anchor.lower()] == []
    grave = {code for code in RULES if code.startswith(("secret/", "safety/"))}
    assert grave - {"safety/homoglyph"} == {p.code for p in (*SAFETY, *SECRETS)}
