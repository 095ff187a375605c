"""Figures beside the text: what of a limit is used, and how often a skill was used and changed."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from lsprotocol import types

from memgit.formats.nodes import Tag
from memgit.rules.document import Document, Kind, Profile
from memgit.rules.memory.over_budget import size
from memgit_lsp import cursor, past
from memgit_lsp.cursor import Cursor
from memgit_lsp.requests.structure import ENTRIES
from memgit_lsp.session import Session

_LIMIT = 1_024
_counted: dict[Path, tuple[str | None, int]] = {}
"""Files to how many changes there are of them, and the newest commit then."""

_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


def hints(session: Session, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """`52/60` behind a description, `1,474/2,200 (67 %)` behind the first line of a memory file."""
    found = cursor.at(session, params.text_document.uri)
    if found is None or not session.wishes.inlay_hints:
        return None
    marks = _marks(found.document)
    wanted = found.text.span(params.range)
    return [
        types.InlayHint(found.text.position(at), label, padding_left=True, tooltip=about)
        for at, label, about in marks
        if wanted.start <= at <= wanted.end
    ]


async def lenses(session: Session, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    """`used 12×, 3 days ago · 4 changes` above a skill, the changes above memory; a click shows them."""
    found = cursor.at(session, params.text_document.uri)
    if found is None or found.home is None or not session.wishes.code_lens:
        return None
    if found.document.kind not in (*ENTRIES, Kind.SKILL, Kind.STANDING, Kind.TOPIC):
        return None
    changes = await _changes(found)
    words = [*_used(found), f"{changes} change{'' if changes == 1 else 's'}"]
    command = types.Command(" · ".join(words), "memgit.log", arguments=[params.text_document.uri])
    return [types.CodeLens(_TOP, command)]


def _marks(document: Document) -> list[tuple[int, str, str]]:
    if document.kind is Kind.SKILL:
        field = document.front.field("description")
        if field is None or field.node.tag is not Tag.TEXT:
            return []
        used = len(field.node.value.strip().strip("'\""))
        hermes = document.profile is Profile.HERMES
        limit = document.shown if hermes else _LIMIT
        about = "characters that the index of skills shows" if hermes else "characters that a description may have"
        return [(field.value.end, f"{used:,}/{limit:,}", about)]
    if document.kind in ENTRIES and document.limit and document.entries:
        used = size(document)
        share = used * 100 // document.limit
        end = min(found for found in (_end(document.text, document.entries[0].span.start), len(document.text)))
        return [(end, f"{used:,}/{document.limit:,} ({share} %)", "the budget of the file")]
    return []


def _end(text: str, at: int) -> int:
    ends = [found for sign in "\r\n" if (found := text.find(sign, at)) >= 0]
    return min(ends, default=len(text))


def _used(found: Cursor) -> list[str]:
    library = None if found.home is None else found.session.homes.library(found.home)
    ref = None if library is None else library.refs.get(found.own.rpartition("/")[0])
    if ref is None or found.document.kind is not Kind.SKILL:
        return []
    if not ref.uses:
        return ["never used"]
    try:
        last = f", {past.ago(datetime.fromisoformat(ref.last_used))}" if ref.last_used else ""
    except ValueError:
        last = ""
    return [f"used {ref.uses}×{last}"]


async def _changes(found: Cursor) -> int:
    """How many changes there are; looked for anew when the branch has moved."""
    assert found.home is not None
    head = past.head_of(found.home, found.session)
    known = _counted.get(found.path)
    if known is not None and known[0] == head:
        return known[1]
    count = await found.session.work(past.changes, found.session, found.home, found.path)
    _counted[found.path] = (head, count)
    return count
