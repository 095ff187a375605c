"""Findings that a person has looked at and does not want to be told of again.

In a file: `memgit-ignore CODE: reason` in a comment (`<!-- … -->` in Markdown, `# …` in YAML) silences the line it is
on, or, where it has a line for itself, the next one; `memgit-ignore-file` the whole file. Secrets and unsafe text take
`memgit-allow` and `memgit-allow-file`. In settings: `lint.ignore` and `lint.allow`, each a list of `CODE: reason` or
`CODE PATH: reason`, with `*` in either. Without a reason nothing is silenced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from memgit.model.diagnostic import Diagnostic, Span

GRAVE = frozenset({"secret", "safety"})
"""Families that only `allow` silences."""

_COMMENT = re.compile(
    r"(?:<!--|#)[ \t]*memgit-(?P<verb>ignore|allow)(?P<file>-file)?[ \t]+(?P<codes>[\w/*, \t-]+?)[ \t]*:"
    r"[ \t]*(?P<reason>(?!-->)\S.*?)[ \t]*(?:-->|$)",
    re.MULTILINE,
)
_SETTING = re.compile(r"(?P<code>[\w/*-]+)(?:[ \t]+(?P<path>\S+))?[ \t]*:[ \t]*(?P<reason>\S.*)")


@dataclass(frozen=True, slots=True)
class Silence:
    """Findings of some codes that are not told. span: where; None for anywhere. path: a pattern, None for any."""

    codes: tuple[str, ...]
    grave: bool
    span: Span | None = None
    path: str | None = None

    def covers(self, found: Diagnostic, path: str | None) -> bool:
        """Whether a finding in a file is meant."""
        if (found.code.partition("/")[0] in GRAVE) is not self.grave:
            return False
        if self.path is not None and (path is None or not fnmatchcase(path, self.path)):
            return False
        if self.span is not None and not self.span.start <= found.span.start < max(self.span.end, self.span.start + 1):
            return False
        return any(matches(code, found.code) for code in self.codes)


def matches(wanted: str, code: str) -> bool:
    """Whether a code is what somebody names: the whole, its family, or a pattern with `*`."""
    return wanted == code or wanted == code.partition("/")[0] or fnmatchcase(code, wanted)


def in_text(text: str) -> Iterator[Silence]:
    """What the comments of a text silence."""
    if "memgit-" not in text:
        return
    for found in _COMMENT.finditer(text):
        codes = tuple(found["codes"].replace(",", " ").split())
        grave = found["verb"] == "allow"
        yield Silence(codes, grave, None if found["file"] else _reach(text, found.start(), found.end()))


def in_settings(lines: Iterable[str], grave: bool) -> Iterator[Silence]:
    """What a list in the settings silences; a line that is not of the form silences nothing."""
    for line in lines:
        if found := _SETTING.fullmatch(line.strip()):
            yield Silence((found["code"],), grave, None, found["path"])


def audible(
    found: Iterable[Diagnostic], text: str, path: str | None, settings: Iterable[Silence] = ()
) -> tuple[Diagnostic, ...]:
    """The findings in a text that nothing silences."""
    silences = [*in_text(text), *settings]
    return tuple(one for one in found if not any(silence.covers(one, path) for silence in silences))


def _reach(text: str, start: int, end: int) -> Span:
    """The line of a comment; with the next one where the comment has the line for itself."""
    first = text.rfind("\n", 0, start) + 1
    last = _line_end(text, end)
    alone = not text[first:start].strip() and not text[end:last].strip().removeprefix("-->")
    return Span(first, _line_end(text, last) if alone else last)


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1
