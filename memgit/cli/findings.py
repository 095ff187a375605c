"""Findings as text, JSON, and lines that GitHub shows beside a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from memgit.cli.output import Output
from memgit.model.diagnostic import Fix, Severity
from memgit.ops.lint import Linted
from memgit.text.places import Places

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan", Severity.HINT: "dim"}
_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice", Severity.HINT: "notice"}


def items(linted: Linted) -> Iterator[dict[str, Any]]:
    """The findings in a file as JSON.

    Lines and columns count from 1, columns in UTF-16 units; `start` and `end` are offsets in the file's bytes.
    """
    places = Places(linted.text) if linted.found else None
    for found in linted.found:
        assert places is not None
        yield {
            "path": linted.shown,
            "code": found.code,
            "severity": found.severity.value,
            "message": found.message,
            **_range(places, found.span.start, found.span.end),
            "fixes": [_fix(places, fix) for fix in found.fixes],
        }


def lines(linted: Linted, out: Output) -> Iterator[str]:
    """The findings in a file for people: `path:line:column: severity code: message`, and the mend below."""
    places = Places(linted.text) if linted.found else None
    for found in linted.found:
        assert places is not None
        at = places.at(found.span.start)
        kind = out.style(found.severity.value, _COLOURS[found.severity])
        place = out.style(f"{linted.shown}:{at.line}:{at.column}:", "bold")
        yield f"{place} {kind} {found.code}: {found.message}"
        if found.fixes:
            yield f"    mend: {found.fixes[0].title}"


def github(linted: Linted) -> Iterator[str]:
    """The findings in a file as workflow commands, which GitHub shows beside the lines."""
    places = Places(linted.text) if linted.found else None
    for found in linted.found:
        assert places is not None
        first, last = places.at(found.span.start), places.at(found.span.end)
        where = f"file={_property(linted.shown)},line={first.line},endLine={last.line},col={first.column}"
        if first.line == last.line:
            where += f",endColumn={last.column}"
        yield f"::{_GITHUB[found.severity]} {where},title={_property(found.code)}::{_data(found.message)}"


def summary(linted: Sequence[Linted], out: Output) -> str:
    """One line: how many of each severity, in how many files, and how many can be mended."""
    found = [one for each in linted for one in each.found]
    looked = f"{len(linted):,} file{'' if len(linted) == 1 else 's'}"
    if not found:
        return f"nothing found in {looked}"
    counts = Counter(one.severity for one in found)
    parts = [
        out.style(f"{counts[kind]:,} {kind}{'' if counts[kind] == 1 or kind is Severity.INFO else 's'}", _COLOURS[kind])
        for kind in Severity
        if counts[kind]
    ]
    files = [each for each in linted if each.path is not None]  # stdin and what is staged is not mended
    mended = sum(any(fix.safe for fix in one.fixes) for each in files for one in each.found)
    hint = f"; to mend {mended:,}: memgit lint --fix" if mended else ""
    return f"{', '.join(parts)} in {looked}{hint}"


def _range(places: Places, start: int, end: int) -> dict[str, int]:
    first, last = places.at(start), places.at(end)
    return {
        "line": first.line,
        "column": first.column,
        "end_line": last.line,
        "end_column": last.column,
        "start": first.byte,
        "end": last.byte,
    }


def _fix(places: Places, fix: Fix) -> dict[str, Any]:
    return {
        "title": fix.title,
        "safe": fix.safe,
        **_range(places, fix.span.start, fix.span.end),
        "text": fix.text,
    }


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
