"""What documents say of other files: skills by name, files by path, topics by their stems."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memgit.formats.skill import FILE
from memgit.formats.topics import references as wiki_links
from memgit.model.diagnostic import Span
from memgit.ops.documents import Home
from memgit.rules import markdown
from memgit.rules.document import Document, Kind
from memgit.rules.skill.reference_unknown import named
from memgit_lsp.homes import Library

_HERE = re.compile(r"\$\{HERMES_SKILL_DIR\}/([\w./-]+\w)")
_TOPICS = frozenset({Kind.TOPIC, Kind.TOPIC_INDEX})
CRON = "cron/jobs.json"
"""Hermes Agent's jobs, which name skills (`skills`, formerly `skill`)."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A span that names a file. name: as it is written. skill: the SKILL.md of a skill is meant by the skill's name."""

    span: Span
    name: str
    target: Path
    skill: bool = False


def of(document: Document, path: Path, home: Home | None, library: Library | None) -> Iterator[Reference]:
    """All that a document names, whether it is there or not; skills only as far as they are known."""
    if home is not None and library is not None:
        for node in named(document):
            name = node.value.strip()
            for target in library.names.get(name.rpartition("/")[2], ()):
                yield Reference(node.span, name, home.path / target, skill=True)
    if document.kind in (Kind.SKILL, Kind.SUPPORT):
        yield from _files(document, path)
    if document.kind in _TOPICS:
        yield from _topics(document, path)


def files_that_name(home: Home, library: Library, name: str) -> Iterator[Path]:
    """Files of a home that may name a skill: a quick look at their bytes."""
    needle = name.encode()
    paths = [f"{ref.path}/{FILE}" for ref in library.refs.values() if not ref.external]
    for folder in ("skill-bundles", "bundles"):
        paths += [found.relative_to(home.path).as_posix() for found in sorted((home.path / folder).glob("*.y*ml"))]
    for path in paths:
        try:
            if needle in (home.path / path).read_bytes():
                yield home.path / path
        except OSError:
            continue


def in_jobs(text: str, name: str) -> list[Span]:
    """Where Hermes' jobs name a skill; nowhere if they are no JSON."""
    try:
        json.loads(text)
    except ValueError:
        return []
    quoted = re.escape(json.dumps(name, ensure_ascii=False))
    spans = []
    for found in re.finditer(r'"skills?"\s*:\s*(\[[^\]]*\]|"[^"]*")', text):
        for one in re.finditer(quoted, found[1]):
            start = found.start(1) + one.start()
            spans.append(Span(start + 1, start + len(one[0]) - 1))
    return spans


def _files(document: Document, path: Path) -> Iterator[Reference]:
    folder = path.parent
    for link in markdown.links(document.prose):
        yield Reference(link.span, link.path, Path(posixpath.normpath(posixpath.join(folder.as_posix(), link.path))))
    for found in _HERE.finditer(document.text):
        yield Reference(Span(*found.span(1)), found[1], folder / found[1])


def _topics(document: Document, path: Path) -> Iterator[Reference]:
    known = {stem.casefold().replace(" ", "-").replace("_", "-"): stem for stem in document.around.topics or ()}
    for name, span in wiki_links(document.prose):
        plain = name.removesuffix(".md").casefold().replace(" ", "-").replace("_", "-")
        at = document.text.index(name, span.start)
        yield Reference(Span(at, at + len(name)), name, path.parent / f"{known.get(plain, name)}.md")
    if document.kind is Kind.TOPIC_INDEX:
        for link in document.links:
            if ":" not in link.path:
                at = document.text.index(link.target, link.span.start)
                yield Reference(Span(at, at + len(link.target)), link.target, path.parent / link.path)
