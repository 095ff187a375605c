"""Texts that must be found, and texts that must not: the files beside this tell which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memgit.model.diagnostic import Severity
from memgit.rules import RULES, check

VECTORS = Path(__file__).parents[2] / "vectors" / "rules"
_ESCAPE = re.compile(r"\\(?:n|\\|u[0-9a-f]{4}|U[0-9a-f]{8})")


def _unescaped(line: str) -> str:
    def one(found: re.Match[str]) -> str:
        kind = found[0][1]
        return chr(int(found[0][2:], 16)) if kind in "uU" else {"n": "\n", "\\": "\\"}[kind]

    return _ESCAPE.sub(one, line.replace("␟", ""))


def vectors(name: str) -> list[object]:
    """The lines of a file with the heading each stands under."""
    return list(_vectors(name))


def _vectors(name: str) -> Iterator[object]:
    heading = ""
    for number, line in enumerate((VECTORS / name).read_text(encoding="utf-8").split("\n"), 1):
        if line.startswith("# "):
            heading = line[2:]
        elif line and not line.startswith(";"):
            yield pytest.param(heading, _unescaped(line), id=f"{heading}:{number}")


@pytest.mark.parametrize(("code", "text"), vectors("errors.txt"))
def test_error(code: str, text: str) -> None:
    found = check(text)
    assert (code, Severity.ERROR) in [(one.code, one.severity) for one in found], found


@pytest.mark.parametrize(("code", "text"), vectors("warnings.txt"))
def test_warning(code: str, text: str) -> None:
    found = check(text)
    assert code in [one.code for one in found]
    assert Severity.ERROR not in [one.severity for one in found], found


@pytest.mark.parametrize(("topic", "text"), vectors("clean.txt"))
def test_clean(topic: str, text: str) -> None:
    assert [one for one in check(text) if one.severity is not Severity.HINT] == [], topic


@pytest.mark.parametrize(("code", "text"), vectors("errors.txt"))
def test_found_inside_a_long_text(code: str, text: str) -> None:
    before = "The user keeps notes in Obsidian.\n§\n" * 40
    after = "\n§\nThe build runs on Linux.\n" * 40
    shifted = [one for one in check(before + text + after) if one.code == code]
    assert shifted
    assert all(len(before) <= one.span.start < one.span.end <= len(before + text) for one in shifted)


@pytest.mark.parametrize(("code", "text"), vectors("errors.txt"))
def test_every_rule_is_documented(code: str, text: str) -> None:
    assert code in RULES
    for one in check(text):
        assert RULES[one.code].severity is not Severity.HINT
        assert text[one.span.start : one.span.end] not in one.message or code.startswith("safety/")


def test_every_safety_rule_has_vectors() -> None:
    written = (VECTORS / "errors.txt").read_text() + (VECTORS / "warnings.txt").read_text()
    assert [code for code in RULES if code.startswith("safety/") and f"# {code}\n" not in written] == []
