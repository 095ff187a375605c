"""What can be done beside mending: bring back what left, move an entry, split a skill, archive it, ask why."""

from __future__ import annotations

import re

from lsprotocol import types

from memgit.errors import MemgitError
from memgit.formats.entries import EntryFile
from memgit.formats.skill import SUPPORT_FOLDERS
from memgit.model.diagnostic import Span
from memgit.model.layout import Role
from memgit.rules.document import Kind
from memgit_lsp import past
from memgit_lsp.cursor import Cursor
from memgit_lsp.findings import printable
from memgit_lsp.homes import within
from memgit_lsp.past import Left
from memgit_lsp.requests.structure import ENTRIES, sections
from memgit_lsp.text import Text

_SHOWN = 50
_LONG = 1_000
"""Characters of a section that is worth a file of its own."""

_OTHERS = {Role.MEMORY: Role.USER, Role.USER: Role.MEMORY}
_SLUG = re.compile(r"[^\w]+")
_left: dict[tuple[str, str], tuple[str | None, list[Left]]] = {}
"""What left a file, and the newest commit when it was looked for: editors ask at each move of the cursor."""


async def offers(found: Cursor, span: Span) -> list[types.CodeAction]:
    """What is offered at a place."""
    if found.document.kind in ENTRIES and found.home is not None:
        return [*_of_entry(found), *await _entries_left(found)]
    if found.document.kind is Kind.SKILL:
        return [*_split(found, span), *await _of_skill(found)]
    return []


def _of_entry(found: Cursor) -> list[types.CodeAction]:
    entry = found.entry()
    if entry is None or found.home is None:
        return []
    why = types.Command(
        "why does the agent know this?", "memgit.log", arguments=[{"uri": found.uri, "entry": entry.text}]
    )
    every = [types.CodeAction(why.title, types.CodeActionKind.Source, command=why)]
    place = found.home.layout.place(found.own)
    other = _OTHERS.get(place.role) if place is not None else None
    path = found.home.layout.files.get(str(other)) if other is not None else None
    if path is None:
        return every
    target = found.home.path / path
    text = found.session.text(target) or Text("", found.text.encoding)
    raw = found.document.text[entry.span.start : entry.span.end]
    try:
        data = text.text.encode("utf-8", "surrogateescape")
        after = EntryFile.parse(data, found.home.layout.dialect).append(raw)
    except MemgitError:  # it is no text, or the entry would be two there
        return every
    from memgit_lsp.requests.actions import edit_documents, smallest

    put = smallest(text.text, after.data.decode())
    buffer = found.session.buffer_at(target)
    edit = edit_documents(
        found.session,
        [
            (found.path, found.uri, found.version, [types.TextEdit(found.text.range(entry.taken), "")]),
            (
                target,
                found.session.uri_of(target),
                buffer.version if buffer else None,
                [types.TextEdit(text.range(put.span), put.text)],
            ),
        ],
    )
    if not target.is_file() and buffer is None:
        return every
    return [*every, types.CodeAction(f"move the entry to {path}", types.CodeActionKind.RefactorRewrite, edit=edit)]


async def _entries_left(found: Cursor) -> list[types.CodeAction]:
    """The entries that left last, each back where it was."""
    assert found.home is not None
    from memgit_lsp.requests.actions import edit_of, smallest

    key, head = (str(found.home.path), found.own), past.head_of(found.home, found.session)
    known = _left.get(key)
    if known is None or known[0] != head:
        known = (head, await found.session.work(past.entries_left, found.session, found.home, found.path, ""))
        _left[key] = known
    text, dialect = found.document.text, found.home.layout.dialect
    every = []
    file = EntryFile.parse(text.encode("utf-8", "replace"), dialect)
    here = {entry.text: entry.n for entry in file.entries}
    for left in known[1]:
        one = left.entry
        if one.entry.text in here or file.data.decode() != text:
            continue
        after = next((here[earlier] for earlier in one.before if earlier in here), None)
        try:
            back = file.append(one.entry.raw) if after is None else file.insert(after, one.entry.raw)
        except MemgitError:
            continue
        title = f"restore “{_short(one.entry.text)}” (left {past.ago(left.commit.time)}, {left.commit.id[:7]})"
        edit = edit_of(found, [smallest(text, back.data.decode())])
        every.append(types.CodeAction(printable(title), types.CodeActionKind.RefactorRewrite, edit=edit))
    return every


async def _of_skill(found: Cursor) -> list[types.CodeAction]:
    """Archive the skill; bring back one that left."""
    if found.home is None:
        return []
    folder = within(found.home, found.path.parent)
    archive = types.Command(
        f"archive the skill {found.path.parent.name}", "memgit.archive", arguments=[{"uri": found.uri, "name": folder}]
    )
    every = [types.CodeAction(archive.title, types.CodeActionKind.Source, command=archive)]
    for one in await found.session.work(past.skills_left, found.session, found.home):
        when = f" (left {past.ago(one.time)})" if one.time else ""
        command = types.Command(
            f"restore the skill {one.name}{when}",
            "memgit.restore",
            arguments=[{"uri": found.uri, "name": one.folder or one.source}],
        )
        every.append(types.CodeAction(printable(command.title), types.CodeActionKind.Source, command=command))
    return every


def _split(found: Cursor, span: Span) -> list[types.CodeAction]:
    """A long section in a file of its own, with a link in its place."""
    if not found.session.can(types.ResourceOperationKind.Create):
        return []
    inside = [(head, whole) for head, whole in sections(found.document) if head.level > 1 and found.is_in(head.span)]
    every = []
    for head, whole in inside:
        body = Span(head.span.end, whole.end)
        text = found.document.text[body.start : body.end].strip()
        slug = _SLUG.sub("-", head.text.lower()).strip("-") or "section"
        target = found.path.parent / SUPPORT_FOLDERS[0] / f"{slug}.md"
        if len(text) < _LONG or target.exists():
            continue
        end = found.document.front.block.newline
        link = f"{end}{end}See [{head.text}]({SUPPORT_FOLDERS[0]}/{slug}.md).{end}" + (
            end if whole.end < len(found.document.text) else ""
        )
        start = types.Range(types.Position(0, 0), types.Position(0, 0))
        uri = found.session.uri_of(target)
        edit = types.WorkspaceEdit(
            document_changes=[
                types.CreateFile(uri),
                types.TextDocumentEdit(
                    types.OptionalVersionedTextDocumentIdentifier(uri),
                    [types.TextEdit(start, f"# {head.text}{end}{end}{text}{end}")],
                ),
                types.TextDocumentEdit(
                    types.OptionalVersionedTextDocumentIdentifier(found.uri, found.version),
                    [types.TextEdit(found.text.range(body), link)],
                ),
            ]
        )
        title = f"move the section to {SUPPORT_FOLDERS[0]}/{slug}.md"
        every.append(types.CodeAction(printable(title), types.CodeActionKind.RefactorExtract, edit=edit))
    return every


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
