"""What may stand at a place: keys, values, names of skills, topics and files, sections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lsprotocol import types

from memgit.config.keys import KEYS
from memgit.formats.failures import CATEGORIES
from memgit.formats.topics import TYPES
from memgit.model.diagnostic import Span
from memgit.rules import markdown
from memgit.rules.document import Kind, Profile
from memgit.rules.skill import keys as known
from memgit.rules.skill.section_missing import SECTIONS
from memgit.skills.discovery import ENVIRONMENTS
from memgit_lsp import cursor, keys
from memgit_lsp.cursor import Cursor
from memgit_lsp.session import Session

MOST = 200
"""Items of one answer: what a person types next makes them fewer."""

TOOLS = {
    Profile.HERMES: (
        "terminal read_file write_file patch search_files web_search web_extract browser_navigate vision_analyze"
        " image_generate execute_code delegate_task skill_view skill_manage skills_list memory session_search cronjob"
        " todo clarify process"
    ).split(),
    Profile.CLAUDE: "Bash Read Write Edit Glob Grep WebFetch WebSearch Task TodoWrite NotebookEdit Skill".split(),
}
"""Names of tools that skills speak of."""

_VALUES = {
    "platforms": ("linux", "macos", "windows"),
    "environments": tuple(sorted(ENVIRONMENTS)),
    "type": TYPES,
    "disable-model-invocation": ("true", "false"),
    "user-invocable": ("true", "false"),
    "context": ("fork",),
}
_BUNDLE = ("name", "skills", "description", "instruction")
_SKILLS = ("related_skills", "skills")
_KEY = re.compile(r"([ \t]*)([\w-]*)$")
_VALUE = re.compile(r"[ \t]*([\w-]+):[ \t]*(?:.*[\s,\[\"'])?([\w./-]*)$")
_ITEM = re.compile(r"[ \t]*-[ \t]+[\"']?([\w./-]*)$")
_HEADING = re.compile(r"(#{1,6})[ \t]*([^\n]*)$")
_WIKI = re.compile(r"\[\[([^\[\]|#\n]*)$")
_LINK = re.compile(r"\]\(([^()\s]*)$")
_TICK = re.compile(r"(?<!`)`([\w]*)$")
_HEAD_LINE = re.compile(r"[ \t]|-|[\w-]+[ \t]*:|\r?\Z")
_BRACKET = re.compile(r"\[([\w-]*)$")


@dataclass(frozen=True, slots=True)
class Choice:
    """What may be put in place of what is typed. more: put behind it."""

    label: str
    kind: types.CompletionItemKind
    detail: str = ""
    about: str = ""
    more: str = ""


def completion(session: Session, params: types.CompletionParams) -> types.CompletionList | None:
    """What may stand at a place, for what is typed before it; more than MOST are cut, and asked for again."""
    found = cursor.at(session, params.text_document.uri, params.position)
    if found is None:
        return None
    typed, choices = _choices(found)
    place = found.text.range(Span(found.offset - len(typed), found.offset))
    wanted = typed.casefold()
    fitting = [one for one in choices if _fits(one.label.casefold(), wanted)]
    fitting.sort(key=lambda one: (not one.label.casefold().startswith(wanted), one.label.casefold()))
    items = [_item(one, place) for one in fitting[:MOST]]
    return types.CompletionList(is_incomplete=len(fitting) > MOST, items=items)


def _choices(found: Cursor) -> tuple[str, Iterable[Choice]]:
    """What is typed of a name, and what it may become."""
    document, text = found.document, found.document.text
    line = text[found.text.starts[found.text.line_at(found.offset)] : found.offset]
    block = document.front.block
    in_front = block.start <= found.offset <= block.end if block.closed else _in_open_head(found)
    if document.kind in (Kind.BUNDLE, Kind.SETTINGS) or (block.opened and in_front):
        return _in_yaml(found, line)
    if document.kind is Kind.FAILURES and (bracket := _BRACKET.fullmatch(line)):
        return bracket[1], [Choice(one, types.CompletionItemKind.EnumMember, more="] ") for one in CATEGORIES]
    if document.kind in (Kind.TOPIC, Kind.TOPIC_INDEX) and (wiki := _WIKI.search(line)):
        return wiki[1], [Choice(one, types.CompletionItemKind.Reference) for one in document.around.topics or ()]
    return _in_body(found, line)


def _in_open_head(found: Cursor) -> bool:
    """Whether a place is in a frontmatter that is still being written: every line above is a key or belongs to one."""
    above = found.document.text[: found.offset].split("\n")[1:-1]
    return all(_HEAD_LINE.match(line) for line in above)


def _in_body(found: Cursor, line: str) -> tuple[str, Iterable[Choice]]:
    document = found.document
    if link := _LINK.search(line):
        names = document.around.files or {f"{stem}.md": False for stem in document.around.topics or ()}
        return link[1], [Choice(name, types.CompletionItemKind.File) for name in names]
    if document.kind is Kind.SKILL and (heading := _HEADING.fullmatch(line)):
        have = {head.text.strip().casefold() for head in markdown.headings(document.prose)}
        have.discard(heading[2].strip().casefold())
        return heading[2], [
            Choice(one, types.CompletionItemKind.Struct, "section") for one in SECTIONS if one.casefold() not in have
        ]
    if document.kind in (Kind.SKILL, Kind.SUPPORT) and (tick := _TICK.search(line)):
        return tick[1], [
            Choice(one, types.CompletionItemKind.Function, "tool") for one in TOOLS.get(document.profile, ())
        ]
    return "", ()


def _in_yaml(found: Cursor, line: str) -> tuple[str, Iterable[Choice]]:
    if key := _KEY.fullmatch(line):
        return key[2], _keys(found, len(key[1]))
    if value := _VALUE.fullmatch(line):
        return value[2], _values(found, value[1])
    if item := _ITEM.fullmatch(line):
        return item[1], _values(found, _key_above(found))
    return "", ()


def _keys(found: Cursor, indent: int) -> Iterator[Choice]:
    document = found.document
    kind = types.CompletionItemKind.Property
    if document.kind is Kind.SETTINGS:
        yield from _settings(_key_above(found) if indent else None)
        return
    names: tuple[str, ...]
    if document.kind is Kind.BUNDLE:
        names = _BUNDLE
    elif document.kind is Kind.TOPIC:
        names = keys.TOPIC
    elif indent:
        names = tuple(known.nested()) if _key_above(found) in ("hermes", "metadata") else ()
    else:
        names = tuple(known.known(document.profile))
    here = {field.name for field in document.front.fields} if not indent else set()
    for name in names:
        if name not in here:
            yield Choice(name, kind, keys.takes(name, document.profile), keys.meaning(name), ": ")


def _settings(group: str | None) -> Iterator[Choice]:
    """The settings of a group, or the groups."""
    if group is None:
        for name in sorted({name.partition(".")[0] for name in KEYS}):
            yield Choice(name, types.CompletionItemKind.Property, more=": ")
        return
    for name, key in KEYS.items():
        if name.startswith(f"{group}."):
            yield Choice(name.partition(".")[2], types.CompletionItemKind.Property, about=key.about, more=": ")


def _values(found: Cursor, key: str) -> Iterator[Choice]:
    document, kind = found.document, types.CompletionItemKind.Value
    if key in _SKILLS:
        library = None if found.home is None else found.session.homes.library(found.home)
        for ref in library.refs.values() if library is not None else ():
            yield Choice(ref.name, types.CompletionItemKind.Module, ref.category or "", ref.description)
    elif key in ("allowed-tools", "disallowed-tools"):
        yield from (Choice(name, types.CompletionItemKind.Function) for name in TOOLS.get(document.profile, ()))
    elif key == "name" and document.kind is Kind.SKILL and document.around.folder:
        yield Choice(document.around.folder, kind, "the name of the folder")
    else:
        yield from (Choice(name, kind) for name in _VALUES.get(key, ()))


def _key_above(found: Cursor) -> str:
    """The key that the line at a place is below: the nearest one above that is indented less."""
    lines = found.document.text[: found.offset].split("\n")
    indent = len(lines[-1]) - len(lines[-1].lstrip())
    is_item = lines[-1].lstrip().startswith("-")
    for line in reversed(lines[:-1]):
        depth = len(line) - len(line.lstrip())
        key = line.strip().partition(":")[0]
        if line.strip() and ":" in line and not line.lstrip().startswith("-") and depth < indent + is_item:
            return key
    return ""


def _fits(label: str, typed: str) -> bool:
    """Whether all that is typed stands in a label in that order."""
    at = 0
    for char in typed:
        at = label.find(char, at) + 1
        if not at:
            return False
    return True


def _item(one: Choice, place: types.Range) -> types.CompletionItem:
    return types.CompletionItem(
        label=one.label,
        kind=one.kind,
        detail=one.detail or None,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, one.about) if one.about else None,
        filter_text=one.label,
        text_edit=types.TextEdit(place, one.label + one.more),
    )
