"""Findings as SARIF 2.1.0, the format of code scanning (OASIS standard; columns in UTF-16 units)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

from memgit import __version__
from memgit.model.diagnostic import Diagnostic, Fix, Severity
from memgit.ops.lint import Linted
from memgit.rules import RULES
from memgit.text.places import Places

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note", Severity.HINT: "note"}


def document(found: Iterable[Linted]) -> dict[str, Any]:
    """The log of one run: the rules that found something, and each finding with its place and its mends."""
    every = list(found)
    codes = sorted({one.code for linted in every for one in linted.found})
    places = {code: n for n, code in enumerate(codes)}
    driver = {
        "name": "memgit",
        "semanticVersion": __version__,
        "informationUri": "https://pypi.org/project/memgit-files/",
        "rules": [_rule(code) for code in codes],
    }
    results = [result for linted in every for result in _results(linted, places)]
    run = {"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, Any]:
    rule = RULES[code]
    return {
        "id": code,
        "shortDescription": {"text": rule.doc},
        "help": {"text": f"memgit help rule {code}"},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _results(linted: Linted, numbers: dict[str, int]) -> Iterator[dict[str, Any]]:
    places = Places(linted.text)
    for found in linted.found:
        place = {"artifactLocation": _artifact(linted), "region": _region(places, found)}
        result: dict[str, Any] = {
            "ruleId": found.code,
            "ruleIndex": numbers[found.code],
            "level": _LEVELS[found.severity],
            "message": {"text": found.message},
            "locations": [{"physicalLocation": place}],
        }
        if found.fixes:
            result["fixes"] = [_fix(linted, places, fix) for fix in found.fixes]
        yield result


def _artifact(linted: Linted) -> dict[str, str]:
    """The file, relative where it was named so."""
    return {"uri": quote(os.path.normpath(linted.shown).encode("utf-8", "surrogateescape"))}


def _region(places: Places, found: Diagnostic | Fix) -> dict[str, int]:
    first, last = places.at(found.span.start), places.at(found.span.end)
    return {
        "startLine": first.line,
        "startColumn": first.column,
        "endLine": last.line,
        "endColumn": last.column,
        "byteOffset": first.byte,
        "byteLength": last.byte - first.byte,
    }


def _fix(linted: Linted, places: Places, fix: Fix) -> dict[str, Any]:
    replacement = {"deletedRegion": _region(places, fix), "insertedContent": {"text": fix.text}}
    change = {"artifactLocation": _artifact(linted), "replacements": [replacement]}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}
