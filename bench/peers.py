"""What else one could search with: SQLite FTS5 in two ways, the three-step scheme over two columns, ripgrep.

Each gets a query as a sensible user of it would send it: terms quoted and OR-ed, so that nothing typed is an error.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

import apsw
from corpus import Item

TERM = re.compile(r"[^\s，。？！、：；,?!]+")
"""What stands between blanks and marks: a path or a flag is one term, and so a phrase or a substring."""

CJK = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"


class Peer(Protocol):
    """A search over items. every: only each n-th query of a kind is asked, where one takes long."""

    name: str
    every: int

    def add(self, items: Sequence[Item]) -> None: ...

    def search(self, text: str, limit: int) -> list[str]:
        """Keys of at most `limit` items, the best first."""
        ...

    def cost(self) -> int:
        """Bytes that it keeps beside the files."""
        ...


def quoted(term: str) -> str:
    """A term as FTS5 takes it, whatever is in it."""
    return '"' + term.replace('"', '""') + '"'


class _Sqlite:
    """A database file with one table of the items' keys and texts and one FTS5 table over it."""

    name = ""
    every = 1
    fts = ""

    def __init__(self, folder: Path) -> None:
        self.file = folder / f"{self.name.replace(' ', '-')}.db"
        self.db = apsw.Connection(str(self.file))
        self.db.pragma("journal_mode", "wal")
        self.db.pragma("synchronous", "normal")
        self.db.execute(f"create table item (id integer primary key, key text, text text); {self.fts}")

    def add(self, items: Sequence[Item]) -> None:
        with self.db:
            for n, item in enumerate(items, 1):
                self.db.execute("insert into item values (?, ?, ?)", (n, item.key, item.text))
                self.fill(n, item.text)

    def fill(self, n: int, text: str) -> None:
        self.db.execute("insert into found (rowid, text) values (?, ?)", (n, text))

    def cost(self) -> int:
        self.db.pragma("wal_checkpoint(truncate)")
        return self.file.stat().st_size

    def best(self, match: str, limit: int) -> list[str]:
        """Keys by FTS5's own bm25."""
        rows = self.db.execute("select rowid from found where found match ? order by rank limit ?", (match, limit))
        return [self.item(n)[0] for (n,) in rows.fetchall()]

    def item(self, n: apsw.SQLiteValue) -> tuple[str, str]:
        """Key and text."""
        key, text = next(self.db.execute("select key, text from item where id = ?", (n,)))
        return str(key), str(text)


class Unicode61(_Sqlite):
    """FTS5 as it comes: `unicode61` makes one token of a whole Chinese run. Contents stand in the item table."""

    name = "fts5 unicode61"
    fts = "create virtual table found using fts5(text, content='item', content_rowid='id', tokenize='unicode61')"

    def search(self, text: str, limit: int) -> list[str]:
        terms = dict.fromkeys(term for term in TERM.findall(text) if re.search(r"\w", term))
        return self.best(" OR ".join(map(quoted, terms)), limit) if terms else []


class Trigram(_Sqlite):
    """FTS5's `trigram`: words as substrings, Chinese runs as their trigrams; `LIKE` where all is shorter than three."""

    name = "fts5 trigram"
    fts = "create virtual table found using fts5(text, content='item', content_rowid='id', tokenize='trigram')"

    def search(self, text: str, limit: int) -> list[str]:
        runs = (run for term in TERM.findall(text) for run in re.findall(rf"[{CJK}]+|[^{CJK}]+", term))
        terms = dict.fromkeys(gram for run in runs for gram in self._grams(run))
        if not terms:
            sql = "select key from item where text like ? limit ?"
            return [str(key) for (key,) in self.db.execute(sql, (f"%{text.strip()}%", limit))]
        return self.best(" OR ".join(map(quoted, terms)), limit)

    def _grams(self, run: str) -> list[str]:
        if run.isascii():
            return [run] if len(run) >= 3 else []
        return [run[i : i + 3] for i in range(len(run) - 2)]


class ThreeSteps(_Sqlite):
    """Two columns, single characters and pairs, and no bm25.

    The rarest three of the query's characters find 200 candidates, the newest first; the share of the query's pairs
    that a candidate's text holds ranks them.
    """

    name = "three steps"
    fts = "create virtual table found using fts5(chars, grams, content='', contentless_delete=1)"
    candidates = 200
    most_anchors = 3

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._frequencies: dict[str, int] = {}

    def fill(self, n: int, text: str) -> None:
        chars, grams = self._tokens(text)
        self.db.execute(
            "insert into found (rowid, chars, grams) values (?, ?, ?)", (n, " ".join(chars), " ".join(grams))
        )

    def search(self, text: str, limit: int) -> list[str]:
        chars, grams = (list(dict.fromkeys(tokens)) for tokens in self._tokens(text))
        held = sorted((count, char) for char in chars if (count := self._frequency(char)))
        anchors = [quoted(char) for _, char in held[: self.most_anchors]]
        if not anchors:
            return []
        numbers = self._newest(f"chars:({' '.join(anchors)})") or self._newest(f"chars:({' OR '.join(anchors)})")
        scored = []
        for n in numbers:
            key, held_text = self.item(n)
            low = held_text.lower()
            scored.append((-sum(gram in low for gram in grams or chars), -n, key))
        return [key for _, _, key in sorted(scored)[:limit]]

    def _newest(self, match: str) -> list[int]:
        sql = "select rowid from found where found match ? order by rowid desc limit ?"
        return [int(n) for (n,) in self.db.execute(sql, (match, self.candidates))]

    def _frequency(self, char: str) -> int:
        """Items that hold it; kept for the process, as the scheme has it."""
        if char not in self._frequencies:
            rows = self.db.execute("select count(*) from found where found match ?", (f'chars:("{char}")',))
            self._frequencies[char] = int(next(rows)[0])
        return self._frequencies[char]

    @staticmethod
    def _tokens(text: str) -> tuple[list[str], list[str]]:
        chars: list[str] = []
        grams: list[str] = []
        for run in re.findall(rf"[a-z0-9_]{{2,}}|[{CJK}]+", text.lower()):
            if run.isascii():
                chars.append(run)
                grams.append(run)
            else:
                chars += run
                grams += (run[i : i + 2] for i in range(len(run) - 1))
        return chars, grams


class Ripgrep:
    """`rg` over a file for each item: the query as it is; if nothing has it, its words; the most matches first."""

    name = "ripgrep"
    every = 5

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "ripgrep"
        self._keys: dict[str, str] = {}

    @staticmethod
    def installed() -> bool:
        return shutil.which("rg") is not None

    def add(self, items: Sequence[Item]) -> None:
        for n, item in enumerate(items):
            file = self.folder / f"{n // 500:03}" / f"{n:06}.md"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(item.text, encoding="utf-8")
            self._keys[file.name] = item.key

    def search(self, text: str, limit: int) -> list[str]:
        counts = self._counts([text]) or self._counts(dict.fromkeys(TERM.findall(text)))
        return [self._keys[name] for _, name in sorted((-count, name) for name, count in counts.items())[:limit]]

    def _counts(self, patterns: Iterable[str]) -> dict[str, int]:
        words = [word for pattern in patterns for word in ("-e", pattern)]
        command = ["rg", "--count-matches", "-i", "-F", "--no-config", "--no-ignore", *words, str(self.folder)]
        lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
        found = (line.rpartition(":") for line in lines)
        return {path.rpartition("/")[2]: int(count) for path, _, count in found}

    def cost(self) -> int:
        return 0


def peers(folder: Path) -> list[Peer]:
    """Every peer that is installed, with its files in a folder."""
    return [Unicode61(folder), Trigram(folder), ThreeSteps(folder), *([Ripgrep(folder)] if Ripgrep.installed() else [])]
