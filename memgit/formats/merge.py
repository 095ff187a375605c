"""Three-way merge of entry files, for sync, for reverts and for writers that cross.

Drops no entry that either side added, and revives none that either side removed unless the other side changed it.
The result starts from ours' bytes and only the entries that theirs changed are edited in. In the dated dialect an
entry is its text and project; where both sides moved its dates it is created at the earlier, last used at the later.
"""

from __future__ import annotations

from dataclasses import dataclass

from memgit.formats.entries import EntryFile, compose
from memgit.model.entry import Entry
from memgit.model.layout import Dialect

_SIMILAR = 0.6
_COMPARED = 400
_Key = tuple[str, str | None]
_Entries = dict[_Key, Entry]


@dataclass(frozen=True, slots=True)
class Side:
    """A place that both sides touched: what it is, and what each made of it (None: removed)."""

    what: str
    ours: str | None
    theirs: str | None


@dataclass(frozen=True, slots=True)
class Merge:
    """A merged file (None: no file). With conflicts both versions stay, theirs after ours.

    kept: what one side removed and the other changed; the change stayed.
    """

    data: bytes | None
    conflicts: tuple[Side, ...] = ()
    kept: tuple[Side, ...] = ()


def merge_entries(base: bytes | None, ours: bytes | None, theirs: bytes | None, dialect: Dialect) -> Merge:
    """Merge two versions that come from `base`; None is a file that is not there. SystemRefused if not UTF-8.

    A revert is the merge of the commit's version (base) and its parent's (theirs) into what is there now (ours).
    """
    if theirs in (base, ours):
        return Merge(ours)
    if ours == base:
        return Merge(theirs)
    files = [EntryFile.parse(data or b"", dialect) for data in (base, ours, theirs)]
    merging = _Merging(*files)
    merging.take_base()
    merging.take_additions()
    file = merging.file
    gone = not file.entries and (ours is None or theirs is None)
    return Merge(None if gone else file.data, tuple(merging.conflicts), tuple(merging.kept))


class _Merging:
    """One merge under way: `file` is ours with what theirs changed so far."""

    def __init__(self, base: EntryFile, ours: EntryFile, theirs: EntryFile) -> None:
        self._take(ours)
        self.base, self.ours, self.theirs = _by_key(base), _by_key(ours), _by_key(theirs)
        self.mine, self.yours = _changed(self.base, self.ours), _changed(self.base, self.theirs)
        self.after: dict[_Key, _Key] = {}
        self.conflicts: list[Side] = []
        self.kept: list[Side] = []

    def take_base(self) -> None:
        """Bring in what theirs did to the entries of base."""
        for key, entry in self.base.items():
            if key in self.ours and key in self.theirs:
                self._settle_dates(key)
            elif key in self.ours:
                self._follow(key)
            elif key not in self.theirs:
                self._judge(key, entry)

    def take_additions(self) -> None:
        """Bring in what theirs added, after the nearest entry before it that is here, else at the end."""
        before: _Key | None = None
        for key, entry in self.theirs.items():
            if key in self.base:
                here = key if key in self.ours else self.mine.get(key)
            else:
                here = key
                if key in self.ours:
                    self._settle_dates(key)
                elif self._find(key) is None:
                    self._insert(self.after.get(key, before), entry)
            if here is not None and self._find(here) is not None:
                before = here

    def _follow(self, key: _Key) -> None:
        """Ours left the entry alone and theirs removed or changed it."""
        new = self.yours.get(key)
        at = self._find(key)
        if at is None:
            return
        if new is not None and self._find(new) is None:
            self._take(self.file.replace(at, self.theirs[new].raw))
            at = self._find(key)
        while at is not None:
            self._take(self.file.remove(at))
            at = self._find(key)

    def _judge(self, key: _Key, entry: Entry) -> None:
        """Both sides removed or changed the entry."""
        mine, yours = self.mine.get(key), self.yours.get(key)
        if mine == yours:
            return
        side = Side(_name(entry), mine and mine[0], yours and yours[0])
        if mine is None or yours is None:
            self.kept.append(side)
            return
        self.after[yours] = mine
        if yours not in self.ours and mine not in self.theirs:
            self.conflicts.append(side)

    def _settle_dates(self, key: _Key) -> None:
        ours = self.ours[key]
        raw = _settled(self.base.get(key), ours, self.theirs[key], self.file.dialect)
        at = self._find(key) if raw != ours.raw else None
        if at is not None:
            self._take(self.file.replace(at, raw))

    def _insert(self, before: _Key | None, entry: Entry) -> None:
        at = None if before is None else self._find(before)
        self._take(self.file.append(entry.raw) if at is None else self.file.insert(at, entry.raw))

    def _take(self, file: EntryFile) -> None:
        self.file, self.places = file, {key: entry.n for key, entry in _by_key(file).items()}

    def _find(self, key: _Key) -> int | None:
        return self.places.get(key)


def _by_key(file: EntryFile) -> _Entries:
    entries: _Entries = {}
    for entry in file.entries:
        entries.setdefault((entry.text, entry.project), entry)
    return entries


def _changed(base: _Entries, side: _Entries) -> dict[_Key, _Key]:
    """Which entries of base became which of a side: by position, else by similarity; one to one."""
    from difflib import SequenceMatcher

    old, new = list(base), list(side)
    pairs: dict[_Key, _Key] = {}
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "replace":
            continue
        gone = [key for key in old[i1:i2] if key not in side]
        come = [key for key in new[j1:j2] if key not in base]
        pairs.update(zip(gone, come, strict=True) if len(gone) == len(come) else _alike(gone, come))
    return pairs


def _alike(gone: list[_Key], come: list[_Key]) -> dict[_Key, _Key]:
    """The most similar texts first, each once."""
    from difflib import SequenceMatcher

    if len(gone) * len(come) > _COMPARED:
        return {}
    ratios: list[tuple[float, _Key, _Key]] = []
    for new in come:
        matcher = SequenceMatcher(None, b=new[0], autojunk=False)
        for old in gone:
            matcher.set_seq1(old[0])
            if matcher.real_quick_ratio() >= _SIMILAR and matcher.quick_ratio() >= _SIMILAR:
                ratios.append((matcher.ratio(), old, new))
    pairs: dict[_Key, _Key] = {}
    taken: set[_Key] = set()
    for ratio, old, new in sorted(ratios, key=lambda item: -item[0]):
        if ratio >= _SIMILAR and old not in pairs and new not in taken:
            pairs[old] = new
            taken.add(new)
    return pairs


def _settled(base: Entry | None, ours: Entry, theirs: Entry, dialect: Dialect) -> str:
    """One entry of both sides, equal but for its dates."""
    dates = (ours.created, ours.last), (theirs.created, theirs.last)
    if dialect is not Dialect.DATED or dates[0] == dates[1] or (base and dates[1] == (base.created, base.last)):
        return ours.raw
    if base and dates[0] == (base.created, base.last):
        return theirs.raw
    created = min((date for date in (ours.created, theirs.created) if date), default=None)
    last = max((date for date in (ours.last, theirs.last) if date), default=None)
    for entry, own in ((ours, dates[0]), (theirs, dates[1])):
        if own == (created, last):
            return entry.raw
    return compose(ours.text, dialect, created, last, ours.project)


def _name(entry: Entry) -> str:
    line = entry.text.partition("\n")[0]
    return f"entry '{line if len(line) <= 60 else line[:57] + '...'}'"
