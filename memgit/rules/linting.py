"""All rules over one document: what `memgit lint`, the language server and the git hook tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from memgit.model.diagnostic import Diagnostic
from memgit.rules import check
from memgit.rules.document import Document, Kind
from memgit.rules.rule import Rule


class Lint(Protocol):
    """A module that holds one rule; its docstring is the rule's page of the manual."""

    __doc__: str | None
    RULE: Rule
    KINDS: frozenset[Kind]
    check: Callable[[Document], Iterable[Diagnostic]]


CODES = (
    "skill/frontmatter-missing",
    "skill/frontmatter-unclosed",
    "skill/frontmatter-yaml",
    "skill/frontmatter-duplicate-key",
    "skill/frontmatter-not-a-mapping",
    "skill/name-missing",
    "skill/name-not-text",
    "skill/name-invalid",
    "skill/name-mismatch",
    "skill/description-missing",
    "skill/description-empty",
    "skill/description-not-text",
    "skill/description-over-1024",
    "skill/description-over-60",
    "skill/file-name",
    "skill/name-collision",
    "skill/key-unknown",
    "skill/key-type",
    "skill/allowed-tools-format",
    "skill/platform-unknown",
    "skill/env-name",
    "skill/body-empty",
    "skill/section-missing",
    "skill/body-too-long",
    "skill/too-big",
    "skill/link-broken",
    "skill/file-outside",
    "skill/file-orphan",
    "skill/script-not-executable",
    "skill/reference-unknown",
    "skill/author-from-host",
    "skill/tool-name-shell",
    "memory/over-budget",
    "memory/near-budget",
    "memory/delimiter",
    "memory/duplicate",
    "memory/near-duplicate",
    "memory/empty-entry",
    "memory/date-invalid",
    "memory/date-missing",
    "memory/undated-relative",
    "memory/blocked-lookalike",
    "standing/over-budget",
    "standing/duplicate",
    "failures/category",
    "failures/format",
    "topic/type",
    "topic/not-indexed",
    "topic/index-broken-link",
    "topic/index-too-long",
    "topic/wiki-link",
    "text/invisible",
    "text/bidi",
    "text/not-utf8",
    "text/nul",
    "text/mixed-newlines",
    "text/conflict-marker",
)
"""Each code is that of the module `rules/AREA/NAME.py`, with `_` for `-`."""

LATE = frozenset(
    {
        "skill/section-missing",
        "skill/body-too-long",
        "skill/link-broken",
        "skill/file-outside",
        "skill/file-orphan",
        "skill/script-not-executable",
        "skill/tool-name-shell",
        "memory/near-duplicate",
        "memory/undated-relative",
        "topic/wiki-link",
    }
)
"""Rules that read a whole body: an editor is told of them when the person stops typing."""

_EARLY = tuple(code for code in CODES if code not in LATE)


def lint(document: Document) -> tuple[Diagnostic, ...]:
    """Every finding in a document, in order of place."""
    return tuple(sorted((*early(document), *late(document)), key=_place))


def early(document: Document) -> tuple[Diagnostic, ...]:
    """What can be told at each key stroke: the findings of all rules but the late ones, in order of place."""
    found = [*check(document.text), *_found(document, _EARLY)]
    return tuple(sorted(found, key=_place))


def late(document: Document) -> tuple[Diagnostic, ...]:
    """The findings of the late rules, in order of place."""
    return tuple(sorted(_found(document, LATE), key=_place))


def _found(document: Document, codes: Iterable[str]) -> Iterator[Diagnostic]:
    for code in codes:
        rule = load(code)
        if document.kind in rule.KINDS:
            yield from rule.check(document)


def rules() -> Iterator[Lint]:
    """Each rule that has a module."""
    return map(load, CODES)


def page(code: str) -> str | None:
    """A rule's page of the manual; None for the rules of text, which have none of their own."""
    if code not in CODES:
        return None
    return f"Finds {load(code).RULE.doc}.\n\n{(load(code).__doc__ or '').strip()}"


def _place(found: Diagnostic) -> tuple[int, int, str]:
    return found.span.start, found.span.end, found.code


@cache
def load(code: str) -> Lint:
    """The module of a code."""
    return cast(Lint, import_module(f"memgit.rules.{code.replace('/', '.').replace('-', '_')}"))
