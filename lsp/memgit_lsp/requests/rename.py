"""Renaming a skill, a topic or a support file: the file moves, and all that names it follows, in one edit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from memgit.formats import scalar
from memgit.formats.skill import FILE
from memgit.model.diagnostic import Span
from memgit.rules.document import Kind
from memgit_lsp import cursor
from memgit_lsp.cursor import Cursor
from memgit_lsp.protocol import FAILED, INVALID_PARAMS, Refusal
from memgit_lsp.requests.navigation import meant, named_at, names_of
from memgit_lsp.session import Session
from memgit_lsp.text import Text

_SKILL = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_STEM = re.compile(r"[^\s/\\:*?\"<>|][^/\\:*?\"<>|\n]{0,120}")

Edits = dict[Path, tuple[Text, list[tuple[Span, str]]]]
"""For each file its text and what is put in place of which spans."""


async def prepare(session: Session, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """The name at a place, if it can be renamed."""
    found = cursor.at(session, params.text_document.uri, params.position)
    target = None if found is None else await meant(found)
    if found is None or target is None:
        return None
    span = await _span(found)
    return None if span is None else types.PrepareRenamePlaceholder(found.text.range(span), _name_of(target))


async def rename(session: Session, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The edit that renames what a place names. Refused where the client cannot move files."""
    found = cursor.at(session, params.text_document.uri, params.position)
    target = None if found is None else await meant(found)
    if found is None or target is None:
        return None
    new = params.new_name.strip()
    move = _move(target, new)
    if not session.can(types.ResourceOperationKind.Rename):
        raise Refusal(FAILED, "this editor cannot move files in an edit: move the folder, then mend what is told")
    edits = await session.work(_edits, found, target, new)
    changes: list[types.TextDocumentEdit | types.RenameFile] = [
        types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(session.uri_of(path), _version(session, path)),
            [types.TextEdit(text.range(span), put) for span, put in spans],
        )
        for path, (text, spans) in edits.items()
        if spans
    ]
    if move[0] != move[1]:
        changes.append(types.RenameFile(session.uri_of(move[0]), session.uri_of(move[1])))
    return types.WorkspaceEdit(document_changes=changes)


def _edits(found: Cursor, target: Path, new: str) -> Edits:
    edits: Edits = {}
    for path, text, ref in named_at(found, target, found.session):
        _, spans = edits.setdefault(path, (text, []))
        spans.append((ref.span, _put(ref.name, target, new, ref.skill)))
    if target.name == FILE:
        for path, text, span, put in _own(found, target, new):
            _, spans = edits.setdefault(path, (text, []))
            spans.append((span, put))
    return {path: (text, sorted(set(spans), key=lambda one: one[0].start)) for path, (text, spans) in edits.items()}


def _put(written: str, target: Path, new: str, skill: bool) -> str:
    """What is written in place of a name: a category before it, or the folders of a path, stay."""
    before, slash, _ = written.rpartition("/")
    if skill:
        return f"{before}{slash}{new}"
    name = target.name if target.suffix and written.endswith(target.suffix) else ""
    return f"{before}{slash}{_renamed(target, new).name if name else new}"


def _own(found: Cursor, target: Path, new: str) -> Iterator[tuple[Path, Text, Span, str]]:
    """The skill's own name, and the key of its usage record."""
    session = found.session
    text = session.text(target)
    document = None if text is None else session.homes.document(target, text.text)
    field = None if document is None else document.front.field("name")
    if text is not None and field is not None:
        yield target, text, field.value, scalar.write(new)
    home = found.home
    if home is None or home.layout.usage is None:
        return
    usage = home.path / home.layout.usage
    records = session.text(usage) if usage.is_file() else None
    library = session.homes.known(home)
    for name in names_of(target, home, library) if records is not None and library is not None else ():
        assert records is not None
        key = re.search(
            rf"(?m)^[ \t]*({re.escape(json.dumps(name, ensure_ascii=False))})[ \t]*:[ \t]*\{{", records.text
        )
        if key is not None:
            yield usage, records, Span(key.start(1) + 1, key.end(1) - 1), new
            return


def _move(target: Path, new: str) -> tuple[Path, Path]:
    """From where to where. Refusal for a name that cannot be, or is taken."""
    is_skill = target.name == FILE
    if not (_SKILL if is_skill else _STEM).fullmatch(new):
        wanted = "1 to 64 of a-z, 0-9, '-', '.' and '_', a letter or digit first" if is_skill else "a file's name"
        raise Refusal(INVALID_PARAMS, f"'{new}' cannot be the name: {wanted}")
    before = target.parent if is_skill else target
    after = before.with_name(new) if is_skill else _renamed(target, new)
    if after != before and after.exists():
        raise Refusal(FAILED, f"'{after.name}' is there already")
    return before, after


def _renamed(target: Path, new: str) -> Path:
    return target.with_name(new if Path(new).suffix else f"{new}{target.suffix}")


def _name_of(target: Path) -> str:
    return target.parent.name if target.name == FILE else target.stem


async def _span(found: Cursor) -> Span | None:
    """What is marked as the name at a place."""
    from memgit_lsp import references

    library = None if found.home is None else await found.session.homes.library_now(found.home)
    for ref in references.of(found.document, found.path, found.home, library):
        if found.is_in(ref.span):
            return ref.span
    field = found.field()
    if field is not None and field.name == "name":
        return field.value
    return Span(found.offset, found.offset) if found.document.kind is Kind.TOPIC else None


def _version(session: Session, path: Path) -> int | None:
    buffer = session.buffer_at(path)
    return None if buffer is None else buffer.version
