"""Entry files: entries parted by a line that is only `§`; an edit changes only its own bytes.

The format of Hermes Agent's `MEMORY.md` and `USER.md` (plain) and of pi-hermes-memory (dated: each entry ends with
a date comment). The agents write LF and no final newline; what people and other systems leave behind (BOM, CRLF, CR,
blank lines around the `§`, trailing spaces) reads the same and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from memgit.errors import Refused
from memgit.formats import dated
from memgit.formats.lines import decode, newline
from memgit.model.entry import Entry
from memgit.model.layout import Dialect

DELIMITER = "\n§\n"
"""What parts entries when a budget counts them."""

_BOM = "\ufeff"
_NEWLINE = re.compile(r"\r\n|\n|\r")
_PARTING = re.compile(r"(\r\n|\n|\r)§(?:\r\n|\n|\r)")
_LONE = ("\n§", "\r§")
_OPENS_LONE = re.compile(r"§(?:[\r\n]|\Z)")
_ENDS_LONE = re.compile(r"[\r\n]§\Z")


class Piece(NamedTuple):
    """An entry's place in the text: [left, right).

    start: where the space before it starts. before: where the delimiter before it starts, None for the first piece.
    behind: where the delimiter behind it ends, None for the last piece.
    """

    before: int | None
    start: int
    left: int
    right: int
    behind: int | None


def contains_delimiter(text: str) -> bool:
    """Whether a text, trimmed, has a line that is only `§`: written as one entry it could read back as others."""
    return "§" in _NEWLINE.split(text.strip(dated.SPACE).strip())


def compose(
    text: str, dialect: Dialect, created: str | None = None, last: str | None = None, project: str | None = None
) -> str:
    """The raw entry of a text. The plain dialect has no dates; a dated one without any is written bare."""
    text = trim(text, dialect)
    created, last = created or last, last or created
    if dialect is not Dialect.DATED or created is None or last is None:
        return text
    return dated.encode(text, created, last, project)


def trim(text: str, dialect: Dialect) -> str:
    """A text without the space around it, as the agent of the dialect strips it."""
    return text.strip(dated.SPACE) if dialect is Dialect.DATED else text.strip()


@dataclass(frozen=True, slots=True)
class EntryFile:
    """An entry file and its entries; edits answer a new one. Entries count from 0, as in `entries`.

    Exact copies of an entry are one entry, as the agents read them: the first stands for all, an edit of it drops the
    rest. Edits raise Refused for an entry that is empty or that would read back as several.
    """

    text: str
    dialect: Dialect
    entries: tuple[Entry, ...]
    bom: str = ""

    @classmethod
    def parse(cls, data: bytes, dialect: Dialect) -> EntryFile:
        """Read a file; SystemRefused if it is not UTF-8, nothing else can be wrong with one."""
        text = decode(data)
        bom = _guard(text)
        return _read(text[len(bom) :], dialect, bom)

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        return (self.bom + self.text).encode()

    @property
    def raws(self) -> list[str]:
        """The entries as they are written."""
        return [entry.raw for entry in self.entries]

    @property
    def joined(self) -> str:
        """What a budget counts: all entries with their comments, and the delimiters between them.

        Newlines count as the agent reads them: one each in the plain dialect, as written in the dated.
        """
        joined = DELIMITER.join(self.raws)
        return _lf(joined) if self.dialect is Dialect.PLAIN else joined

    def index(self, raw: str) -> int | None:
        """Where an entry is, None if it is not here; its newlines do not matter."""
        wanted = _lf(raw)
        if "\r" not in self.text and wanted not in self.text:
            return None
        return next((entry.n for entry in self.entries if _lf(entry.raw) == wanted), None)

    def append(self, raw: str) -> EntryFile:
        """Add an entry at the end; nothing happens if it is there already."""
        return self.insert(len(self.entries) - 1 if self.entries else None, raw)

    def insert(self, after: int | None, raw: str) -> EntryFile:
        """Add an entry after another, None: before the first; nothing happens if it is there already."""
        raw = self._fit(raw)
        if self.index(raw) is not None:
            return self
        at, raws = 0 if after is None else after + 1, self.raws
        if at == len(raws) and (appended := self._with_last(raw)) is not None:
            return appended
        pieces = pieces_of(self.text, self.dialect)
        parting = f"{self._newline}§{self._newline}"
        if not pieces:
            text = _put(self.text, 0, 0, raw)
        elif after is None:
            text = _put(self.text, pieces[0].left, pieces[0].left, raw, after=parting)
        else:
            piece = pieces[-1] if at == len(raws) else self._places(after)[0]
            text = _put(self.text, piece.right, piece.right, raw, before=parting)
        return self._become(text, [*raws[:at], raw, *raws[at:]])

    def replace(self, n: int, raw: str) -> EntryFile:
        """Put another entry in the place of one; if the other is there already, only the first of both stays."""
        raw, raws = self._fit(raw), self.raws
        if raw == raws[n]:
            return self
        same = self.index(raw)
        if same is not None and same < n:
            return self.remove(n)
        if same is None and (span := self._only_span(n)) and not _is_edgy(raw):
            text = self.text[: span[0]] + raw + self.text[span[1] :]
            return self._with(text, (*self.entries[:n], _entry(n, raw, self.dialect), *self.entries[n + 1 :]))
        first, *copies = self._places(n)
        raws[n] = raw
        if same is not None and same != n:
            copies += self._places(same)
            del raws[same]
        text = self.text
        for piece in sorted(copies, key=lambda copy: -copy.start):
            text = _cut(text, piece)
        return self._become(_put(text, first.left, first.right, raw), raws)

    def remove(self, n: int) -> EntryFile:
        """Take an entry out; a file without entries has no bytes."""
        raws = self.raws
        del raws[n]
        if not raws:
            return _read("", self.dialect, "")
        if (cut := self._plain_cut(n)) is not None:
            later = (Entry(e.n - 1, e.raw, e.text, e.created, e.last, e.project) for e in self.entries[n + 1 :])
            return self._with(cut, (*self.entries[:n], *later))
        text = self.text
        for piece in reversed(self._places(n)):
            text = _cut(text, piece)
        return self._become(text, raws)

    def rewrite(self, raws: Iterable[str]) -> EntryFile:
        """Make these the entries, in this order; the file's BOM, newlines and the space at its end stay."""
        unique: dict[str, str] = {}
        for raw in raws:
            unique.setdefault(_lf(self._fit(raw)), self._fit(raw))
        wanted = list(unique.values())
        if wanted == self.raws:
            return self
        return self._afresh(wanted) if wanted else _read("", self.dialect, "")

    @property
    def _newline(self) -> str:
        found = _PARTING.search(self.text)
        return found[1] if found is not None else newline(self.text)

    def _fit(self, raw: str) -> str:
        raw = trim(raw, self.dialect)
        if not raw:
            raise Refused("an entry cannot be empty")
        if _PARTING.search(raw):
            raise Refused("an entry cannot hold a line that is only '§': it would read back as several")
        return raw

    def _with(self, text: str, entries: tuple[Entry, ...]) -> EntryFile:
        return EntryFile(text, self.dialect, entries, self.bom or _guard(text))

    def _with_last(self, raw: str) -> EntryFile | None:
        """The file with one more entry at its end, nothing read again; None where a lone `§` could be misread."""
        end = len(trim("." + self.text, self.dialect)) - 1
        head, space = self.text[:end], self.text[end:]
        if not self.entries or head.endswith(_LONE) or (space and raw.endswith(_LONE)):
            return None
        parting = f"{self._newline}§{self._newline}"
        entry = _entry(len(self.entries), raw, self.dialect)
        return self._with(f"{head}{parting}{raw}{space}", (*self.entries, entry))

    def _only_span(self, n: int) -> tuple[int, int] | None:
        """Where an entry is, if that takes no reading: its text is there once, and no lone `§` at its edges."""
        raw = self.entries[n].raw
        if "\r" in self.text or self.text.count(raw) != 1 or _is_edgy(raw):
            return None
        left = self.text.index(raw)
        return left, left + len(raw)

    def _plain_cut(self, n: int) -> str | None:
        """The text without an entry that stands directly between delimiters; None where it has to be read for that."""
        span = self._only_span(n)
        if span is None:
            return None
        head, tail = self.text[: span[0]], self.text[span[1] :]
        if head and not head.endswith(DELIMITER):
            return None
        if tail.startswith(DELIMITER):
            return head + tail[len(DELIMITER) :]
        head = head[: -len(DELIMITER)]
        return head + tail if head and not trim(tail, self.dialect) and not head.endswith(_LONE) else None

    def _places(self, n: int) -> list[Piece]:
        wanted = _lf(self.entries[n].raw)
        pieces = pieces_of(self.text, self.dialect)
        return [piece for piece in pieces if _lf(self.text[piece.left : piece.right]) == wanted]

    def _become(self, text: str, wanted: list[str]) -> EntryFile:
        """Read an edited text; where mixed newlines ran into each other, write the file afresh."""
        read = _read(text, self.dialect, self.bom)
        return read if read.raws == wanted else self._afresh(wanted)

    def _afresh(self, raws: list[str]) -> EntryFile:
        parting = f"{self._newline}§{self._newline}"
        text = raws[0]
        for raw in raws[1:]:
            text = _put(text, len(text), len(text), raw, before=parting)
        space = self.text[len(trim("." + self.text, self.dialect)) - 1 :]
        guard = " " if _ENDS_LONE.search(text) and space[:1] in ("\r", "\n") else ""
        return _read(text + guard + space, self.dialect, self.bom)


def _read(text: str, dialect: Dialect, bom: str) -> EntryFile:
    unique: dict[str, str] = {}
    for piece in pieces_of(text, dialect):
        raw = text[piece.left : piece.right]
        unique.setdefault(_lf(raw), raw)
    return EntryFile(
        text, dialect, tuple(_entry(n, raw, dialect) for n, raw in enumerate(unique.values())), bom or _guard(text)
    )


def _guard(text: str) -> str:
    """The BOM that a text needs whose first entry starts with the same character: readers take the first one off."""
    return _BOM if text.startswith(_BOM) else ""


def _entry(n: int, raw: str, dialect: Dialect) -> Entry:
    if dialect is not Dialect.DATED:
        return Entry(n, raw, _lf(raw))
    text, created, last, project = dated.decode(raw)
    return Entry(n, raw, _lf(text), created, last, project)


def pieces_of(text: str, dialect: Dialect) -> list[Piece]:
    """Where the entries are; blank pieces are left out."""
    pieces: list[Piece] = []
    before, start = None, 0
    for found in [*_PARTING.finditer(text), None]:
        end, behind = (len(text), None) if found is None else found.span()
        piece = text[start:end]
        trimmed = trim(piece, dialect)
        if trimmed:
            left = start + piece.index(trimmed)
            pieces.append(Piece(before, start, left, left + len(trimmed), behind))
        before, start = end, behind or end
    return pieces


def _is_edgy(raw: str) -> bool:
    """Whether an entry's edge could become a part of a delimiter."""
    return _OPENS_LONE.match(raw) is not None or raw.endswith(_LONE)


def _put(text: str, left: int, right: int, raw: str, *, before: str = "", after: str = "") -> str:
    """Replace [left, right) by an entry, with a delimiter before or after it.

    A line that is only `§` at an entry's edge gets a space where it would become part of a delimiter.
    """
    head, tail = text[:left], text[right:]
    if before and _ENDS_LONE.search(head):
        head += " "
    if not before and _OPENS_LONE.match(raw) and head.endswith(("\r", "\n")):
        head += " "
    if _ENDS_LONE.search(raw) and (after or tail).startswith(("\r", "\n")):
        raw += " "
    return head + before + raw + after + tail


def _cut(text: str, piece: Piece) -> str:
    """Take a piece out with one delimiter: the one behind it, or for the last the one before."""
    if piece.behind is not None:
        return text[: piece.start] + text[piece.behind :]
    return text[: piece.before] + text[piece.right :]


def _lf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
