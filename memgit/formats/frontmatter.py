"""The YAML block at the head of a Markdown file: read leniently as Hermes Agent does, edited by span.

Text is decoded without touching newlines; a BOM stays in it as its first character. An edit changes the lines of its
key and nothing else. Simple heads are read without a YAML parser: 5,000 skills are listed at every start.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from memgit.errors import Refused
from memgit.formats import scalar
from memgit.formats.scalar import SLOW, Value

_OPENING = re.compile(r"\ufeff?---[^\r\n]*(\r\n|\n|\r)")
_CLOSING = re.compile(r"(?<=[\r\n])---[^\S\r\n]*(?:\r\n|\n|\r)")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_KEY = re.compile(
    r"(\"[^\"\r\n]*\"[ \t]*|'[^'\r\n]*'[ \t]*"
    r"|[^\s#\[\]{}\"',&*!|>%@`?:-](?:[^:\r\n]|:(?=[^\s]))*+):(?=[ \t\r\n]|\Z)[ \t]*"
)
_BELOW = re.compile(r"(?:(?:[ \t]*(?:\r\n|\n|\r))*(?:[ \t]+(?=[^ \t\r\n])|-(?=[ \t\r\n]))[^\r\n]*(?:\r\n|\n|\r))*")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'', re.DOTALL)
_BRACKET = re.compile(r'[\[{]|[\]}]|"(?:[^"\\]|\\.)*"|(?<![\w])\'(?:[^\']|\'\')*\'', re.DOTALL)
_COMMENT = re.compile(r"[ \t]#")
_NEWLINE = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """Where the block of a text is: its YAML is text[start:end], the closing line starts at `end`, the body at `body`.

    Without a closing line (`closed` is False; `opened` says whether there is an opening one) nothing is frontmatter:
    `body` is where the text starts. A `---` at the very end of a file, with no newline behind it, closes nothing.
    """

    start: int
    end: int
    body: int
    opened: bool
    closed: bool
    newline: str


class Key(NamedTuple):
    """A top-level key: its lines are text[line:end], its name ends at `stop`, what it is set to starts at `value`."""

    name: str
    line: int
    stop: int
    value: int
    end: int


def split(text: str) -> Frontmatter:
    """Find the block. `newline` is the one of the opening line, or of the first line where there is no block."""
    top = 1 if text.startswith("\ufeff") else 0
    opening = _OPENING.match(text)
    if opening is None:
        first = _NEWLINE.search(text)
        return Frontmatter(top, top, top, text.startswith("---", top), False, first[0] if first else "\n")
    closing = _CLOSING.search(text, opening.end())
    if closing is None:
        return Frontmatter(opening.end(), len(text), top, True, False, opening[1])
    return Frontmatter(opening.end(), closing.start(), closing.end(), True, True, opening[1])


def field(text: str, key: str) -> str | None:
    """The value of a top-level key as text; None where it is missing, null, a list or a mapping.

    Numbers and dates come as they are written, as NotText.
    """
    value = fields(text, (key,))[key]
    return value if isinstance(value, str) else None


def fields(text: str, keys: Iterable[str]) -> dict[str, Any]:
    """The values of some top-level keys, None for those that are missing: text, NotText, or what YAML makes of it."""
    block = split(text)
    if not block.closed:
        return dict.fromkeys(keys)
    scanned = _scan(text, block)
    if scanned is None:
        loaded = load(text)
        return {key: loaded.get(key) for key in keys}
    if _is_prose(text, scanned):
        naive = _naive(text[block.start : block.end])
        return {key: naive.get(key) for key in keys}
    places = {key.name: key for key in scanned}
    found: dict[str, Any] = {}
    for key in keys:
        place = places.get(key)
        value = scalar.read(text[place.value : place.end]) if place else None
        if value is SLOW:
            loaded = load(text)
            return {name: loaded.get(name) for name in keys}
        found[key] = value
    return found


def load(text: str) -> dict[str, Any]:
    """Everything the block says. What is not YAML is read as `key: value`, line by line; no block is no keys."""
    block = split(text)
    if not block.closed:
        return {}
    try:
        loaded = parse_yaml(_without_repeats(text, block))
    except ValueError:
        return dict(_naive(text[block.start : block.end]))
    if not isinstance(loaded, Mapping):
        return {}
    return {str(key): value for key, value in loaded.items() if isinstance(key, str | int | float)}


def problem(text: str) -> str | None:
    """Why a writer must not write the block of a text; None if it is fine."""
    block = split(text)
    if not block.opened:
        return "it must start with a line '---' (frontmatter)"
    if not block.closed:
        return "the frontmatter is not closed by a line '---'"
    try:
        loaded = parse_yaml(_without_repeats(text, block), first_line=2)
    except ValueError as error:
        return f"the frontmatter is not valid YAML: {error}"
    return None if isinstance(loaded, Mapping) else "the frontmatter is not a mapping of keys to values"


def top_level(text: str, block: Frontmatter) -> tuple[list[Key], bool]:
    """The top-level keys, and whether every line is one, belongs to one, or is blank or a comment."""
    keys: list[Key] = []
    clean, at = True, block.start
    while at < block.end:
        key = _KEY.match(text, at, block.end)
        if key is not None:
            value = key.end()
            if text[value : value + 1] in ("'", '"', "[", "{"):
                value = _value_end(text, value, block.end)
            end = _below(text, _line_end(text, value, block.end), block.end)
            keys.append(Key(_bare(key[1]), at, at + len(key[1].rstrip(" \t")), key.end(), end))
        else:
            end = _line_end(text, at, block.end)
            if text[at] != "#" and text[at:end].strip():
                clean = False
                keys[-1:] = [key._replace(end=end) for key in keys[-1:]]
        at = end
    return keys, clean


def set_field(text: str, key: str, value: str) -> str:
    """Set a top-level key, in place or as the last one; a text without a block gets one. Refused if it is not closed.

    A comment behind a one-line value stays.
    """
    block = split(text)
    written = scalar.write(value)
    if not block.closed:
        if block.opened:
            raise Refused("the frontmatter is not closed", "add a line '---' behind its last key")
        head = f"---{block.newline}{key}: {written}{block.newline}---{block.newline}"
        return text[: block.body] + head + text[block.body :]
    place = _find(text, block, key)
    if place is None:
        return f"{text[: block.end]}{key}: {written}{block.newline}{text[block.end :]}"
    given = text[place.value : place.end]
    tail = _tail(given) or block.newline
    space = "" if text[place.value - 1] in " \t" else " "
    return text[: place.value] + space + written + tail + text[place.end :]


def remove_field(text: str, key: str) -> str:
    """Take a top-level key and its lines out; a text that lacks it is answered as it is."""
    block = split(text)
    place = _find(text, block, key) if block.closed else None
    return text if place is None else text[: place.line] + text[place.end :]


def parse_yaml(block: str, first_line: int = 1) -> Any:
    """Load YAML 1.1 with a parser; ValueError with one line of reason if it is none."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    parser = YAML(typ="safe", pure=True)
    parser.version = (1, 1)
    try:
        return parser.load(block)
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reason = str(getattr(error, "problem", None) or error).splitlines()[0]
        raise ValueError(f"{reason} (line {mark.line + first_line})" if mark else reason) from error
    except (ValueError, TypeError, RecursionError, AttributeError, KeyError, OverflowError) as error:
        raise ValueError(f"{type(error).__name__.lower()}: {error}") from error


def _find(text: str, block: Frontmatter, key: str) -> Key | None:
    """The last place of a key: of repeated ones the last counts."""
    found = [place for place in top_level(text, block)[0] if place.name == key]
    return found[-1] if found else None


def _tail(given: str) -> str:
    """What stays behind a value: of a one-line one the comment, of any the last newline."""
    line = given.rstrip("\r\n")
    newline = given[len(line) :]
    if _NEWLINE.search(line) or line[:1] in "[{":
        ends = _NEWLINE.findall(newline)
        return ends[-1] if ends else ""
    quoted = _QUOTED.match(line)
    behind = line[quoted.end() if quoted else 0 :]
    comment = _COMMENT.search(behind)
    kept = len(behind[: comment.start()].rstrip(" \t") if comment else behind.rstrip(" \t"))
    return behind[kept:] + newline


def _scan(text: str, block: Frontmatter) -> list[Key] | None:
    """The top-level keys in order; None if a line is neither a key nor belongs to one."""
    keys, clean = top_level(text, block)
    return keys if clean else None


def _below(text: str, at: int, end: int) -> int:
    """Where the lines that belong to the key above end: indented ones and those of a list."""
    found = _BELOW.match(text, at, end) if at < end and text[at] in " \t-\r\n" else None
    return found.end() if found else at


def _line_end(text: str, at: int, end: int) -> int:
    found = _LINE.match(text, at, end)
    return found.end() if found else end


def _value_end(text: str, at: int, end: int) -> int:
    """Where a quoted or bracketed value ends, which may be lines below; where it starts if nothing ends it."""
    if text[at] in "\"'":
        quoted = _QUOTED.match(text, at, end)
        return quoted.end() if quoted else at
    depth = 0
    for found in _BRACKET.finditer(text, at, end):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    return at


def _bare(key: str) -> str:
    key = key.rstrip(" \t")
    return key[1:-1] if key[0] in "\"'" else key


def _is_prose(text: str, keys: list[Key]) -> bool:
    """Whether some value is plain text with a colon in it: no YAML then, and it takes no parser to see it."""
    for key in keys:
        if text[key.value : key.value + 1] in ('"', "'", "[", "{", "|", ">", "&", "*", "!", "#", "\n", "\r", ""):
            continue
        line = _LINE.match(text, key.value, key.end)
        if line and scalar.breaks(scalar.uncommented(line[0].rstrip("\r\n"))):
            return True
    return False


def _naive(block: str) -> dict[str, Value]:
    """`key: value` line by line, quotes taken off; an indented line counts only where no other has its key."""
    top: dict[str, Value] = {}
    below: dict[str, Value] = {}
    for line in _NEWLINE.split(block):
        key, colon, value = line.partition(":")
        if colon:
            kept = value.strip()
            if len(kept) > 1 and kept[0] == kept[-1] and kept[0] in "\"'":
                kept = kept[1:-1]
            (below if line[0] in " \t" else top)[key.strip()] = kept
    return below | top


def _without_repeats(text: str, block: Frontmatter) -> str:
    """The block with only the last of each repeated key, which is the one that counts."""
    keys = _scan(text, block) or []
    last = {key.name: key for key in keys}
    at, kept = block.start, []
    for key in keys:
        if last[key.name] is not key:
            kept.append(text[at : key.line])
            at = key.end
    return "".join(kept) + text[at : block.end]
