"""What a place means: a key with its real limits, what an agent will see, where an entry comes from."""

from __future__ import annotations

from lsprotocol import types

from memgit.model.diagnostic import Span
from memgit.model.layout import Unit
from memgit.rules.document import Kind, Profile
from memgit.rules.front import Field
from memgit.rules.memory.over_budget import size
from memgit.skills.discovery import SkillRef
from memgit.text.units import count
from memgit_lsp import cursor, keys, past, references
from memgit_lsp.cursor import Cursor
from memgit_lsp.findings import printable
from memgit_lsp.homes import Library
from memgit_lsp.requests.structure import ENTRIES
from memgit_lsp.session import Session

_UNITS = {Unit.CODE_POINTS: "characters", Unit.UTF16: "UTF-16 units"}


async def hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    """Markdown about the key, name, description or entry at a place; None where there is nothing to say."""
    found = cursor.at(session, params.text_document.uri, params.position)
    if found is None:
        return None
    if found.document.kind in ENTRIES:
        return await _entry(found)
    library = None if found.home is None else session.homes.library(found.home)
    for ref in references.of(found.document, found.path, found.home, library):
        if found.is_in(ref.span) and ref.skill and library is not None and found.home is not None:
            known = library.refs.get(ref.target.parent.relative_to(found.home.path).as_posix())
            return None if known is None else _shown(found, ref.span, _skill(known))
    field = found.field()
    return None if field is None else _field(found, field, library)


async def _entry(found: Cursor) -> types.Hover | None:
    entry = found.entry()
    if entry is None:
        return None
    document, unit = found.document, _UNITS[found.document.unit]
    own = count(document.text[entry.span.start : entry.span.end], document.unit)
    lines = [f"**entry {entry.n} of {len(document.entries)}**: {own:,} {unit}"]
    if document.limit:
        lines[0] += f", {own * 100 // document.limit} % of the budget ({size(document):,} of {document.limit:,} used)"
    lines += [f"created {entry.created}, last {entry.last}"] if entry.created else []
    if found.home is not None:
        commit = await found.session.work(past.blamed, found.session, found.home, found.path, entry.text)
        lines.append("not recorded yet" if commit is None else past.told(commit))
    return _shown(found, entry.span, "\n\n".join(lines))


def _field(found: Cursor, field: Field, library: Library | None) -> types.Hover | None:
    on_key = found.is_in(field.key)
    lines = [f"**{field.name}**"] if on_key else []
    if on_key and (meaning := keys.meaning(field.name)):
        lines.append(meaning)
        if takes := keys.takes(field.name, found.document.profile):
            lines.append(f"Takes {takes}.")
    if found.document.kind is Kind.SKILL and field.name == "description":
        lines += _description(found, field)
    if found.document.kind is Kind.SKILL and field.name == "name" and library is not None:
        ref = library.refs.get(found.own.rpartition("/")[0])
        lines += [_usage(ref)] if ref is not None else []
    if len(lines) <= on_key:
        return None
    return _shown(found, field.key if on_key else field.value, "\n\n".join(lines))


def _description(found: Cursor, field: Field) -> list[str]:
    """What the system prompt will show."""
    bare = " ".join(field.node.value.strip().strip("'\"").split())
    shown = found.document.shown
    if found.document.profile is not Profile.HERMES:
        return [f"{len(bare):,} of 1,024 characters"]
    seen = bare if len(bare) <= shown else f"{bare[: shown - 3]}..."
    return [f"{len(bare)} of {shown} characters; the index of skills shows:", f"> {_escaped(seen)}"]


def _skill(ref: SkillRef) -> str:
    return "\n\n".join([f"**{ref.name}**  `{ref.path}`", _escaped(ref.description), _usage(ref)])


def _usage(ref: SkillRef) -> str:
    if not ref.uses:
        return "never used, as far as is known" + (", pinned" if ref.pinned else "")
    last = f", last {ref.last_used}" if ref.last_used else ""
    return f"used {ref.uses}×{last}" + (", pinned" if ref.pinned else "")


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|" else char for char in text)


def _shown(found: Cursor, span: Span, text: str) -> types.Hover:
    content = types.MarkupContent(types.MarkupKind.Markdown, printable(text))
    return types.Hover(content, found.text.range(span))
