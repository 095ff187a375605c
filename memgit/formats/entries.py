"""Entry files: entries parted by a line that is only `§`; an edit changes only its own bytes.

The format of Hermes Agent's `MEMORY.md` and `USER.md` (plain) and of pi-hermes-memory (dated: each entry ends with
a date comment). The agents write LF and no final newline; what people and other systems leave behind (BOM, CRLF, CR,
blank lines around the `§`, trailing spaces) reads the same and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memgit.errors import Refused, SystemRefused
from memgit.formats import dated
from memgit.model.entry import Entry
from memgit.model.layout import Dialect

DELIMITER = "\n§\n"
"""What parts entries when a budget counts them."""

_BOM = "\ufeff"
_NEWLINE = re.compile(r"\r\n|\n|\r")
_PARTING = re.compile(r"(\r\n|\n|\r)§(?:\r\n|\n|\r)")
_DANGLING = re.compile(r"(?:\r\n|\n|\r)§\Z")
_LONE = re.compile(r"§(?:\r\n|\n|\r|\Z)")


class _Piece(NamedTuple):
    """What stands between two delimiters: [start, end), and [left, right) without the space around it."""

    start: int
    end: int
    left: int
    right: int


def contains_delimiter(text: str) -> bool:
    """Whether a text, trimmed, has a line that is only `§`: written as one entry it could read back as others."""
    return "§" in _NEWLINE.split(text.strip().strip(dated.SPACE))


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
    rest. Edits raise Refused for an entry that is empty or holds the delimiter.
    """

    text: str
    dialect: Dialect
    entries: tuple[Entry, ...]
    bom: str = ""

    @classmethod
    def parse(cls, data: bytes, dialect: Dialect) -> EntryFile:
        """Read a file; SystemRefused if it is not UTF-8, nothing else can be wrong with one."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise SystemRefused(f"not UTF-8 text: byte {error.start} cannot be read") from error
        bom = _BOM if text.startswith(_BOM) else ""
        return cls._read(text[len(bom) :], dialect, bom)

    @classmethod
    def _read(cls, text: str, dialect: Dialect, bom: str) -> EntryFile:
        raws = dict.fromkeys(text[piece.left : piece.right] for piece in _pieces(text, dialect))
        unique: dict[str, Entry] = {}
        for raw in raws:
            entry = _entry(len(unique), raw, dialect)
            unique.setdefault(_lf(raw), entry)
        return cls(text, dialect, tuple(unique.values()), bom)

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
        """What a budget counts: all entries with their comments and the delimiters between them.

        Newlines count as the agent reads them: one each in the plain dialect, as written in the dated.
        """
        joined = DELIMITER.join(self.raws)
        return _lf(joined) if self.dialect is Dialect.PLAIN else joined

    def append(self, raw: str) -> EntryFile:
        """Add an entry at the end; nothing happens if it is there already."""
        return self.insert(len(self.entries) - 1, raw) if self.entries else self.insert(None, raw)

    def insert(self, after: int | None, raw: str) -> EntryFile:
        """Add an entry after another, None: before the first; nothing happens if it is there already."""
        raw, raws = self._fit(raw), self.raws
        at = 0 if after is None else after + 1
        if self._index(raw) is not None:
            return self
        pieces = _pieces(self.text, self.dialect)
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
        first, *copies = self._places(n)
        same = self._index(raw)
        if same is not None and same != n:
            copies.extend(self._places(same))
            if same < n:
                return self.remove(n)
        text = self.text
        for piece in sorted(copies, reverse=True):
            text = _cut(text, piece, self.dialect)
        text = _put(text, first.left, first.right, raw)
        raws[n] = raw
        return self._become(text, [one for at, one in enumerate(raws) if at != same or at == n])

    def remove(self, n: int) -> EntryFile:
        """Take an entry out; a file without entries has no bytes."""
        raws = self.raws
        del raws[n]
        if not raws:
            return EntryFile("", self.dialect, ())
        text = self.text
        for piece in reversed(self._places(n)):
            text = _cut(text, piece, self.dialect)
        return self._become(text, raws)

    def rewrite(self, raws: Iterable[str]) -> EntryFile:
        """Make these the entries, in this order; the file's BOM, newlines and last blank space stay."""
        unique = list({_lf(raw): raw for raw in reversed([self._fit(raw) for raw in raws])}.values())[::-1]
        unique = list(dict.fromkeys(self._fit(raw) for raw in raws)) if isinstance(raws, Sequence) else unique
        if unique == self.raws:
            return self
        if not unique:
            return EntryFile("", self.dialect, ())
        return self._afresh(unique)
