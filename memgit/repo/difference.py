"""What differs between two versions of a file: memory by entries, everything else by lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import pygit2

from memgit.errors import MemgitError
from memgit.formats.entries import EntryFile
from memgit.model.entry import Entry
from memgit.model.layout import ENTRY_ROLES, Dialect, Layout
from memgit.repo import outside
from memgit.repo.files import FileState
from memgit.repo.tree_changes import FileChange
from memgit.repo.trees import Blob

_ALIKE = 0.6
"""How alike two entries are before one is taken for the other changed, when their places do not tell."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs: an entry, or a whole file.

    kind: `added`, `removed` or `changed`. before, after: the text of the entry or file, None where there is none and
    for a binary file. entry: the entry's number, from 1, in the version that has it (the newer if both do); None for a
    file. modes: git's file modes before and after. patch: unified lines of a file, empty for an entry or a binary.
    """

    path: str
    kind: str
    before: str | None
    after: str | None
    entry: int | None = None
    modes: tuple[int, int] = (0, 0)
    patch: str = ""
    binary: bool = False


def of_changes(repo: pygit2.Repository, layout: Layout, changes: Iterable[FileChange]) -> Iterator[Difference]:
    """What differs in each of the changed files."""
    for change in changes:
        before = stored(repo, change.before, change.modes[0])
        after = stored(repo, change.after, change.modes[1])
        yield from of_file(layout, change.path, before, after)


def of_file(layout: Layout, path: str, before: FileState | None, after: FileState | None) -> list[Difference]:
    """What differs between two versions of one file; a memory file whose entries are the same is told of by lines."""
    if before == after:
        return []
    old, new = entries_of(layout, path, before), entries_of(layout, path, after)
    if old is not None and new is not None:
        found = of_entries(path, old, new)
        if found:
            return found
    return [_whole(path, before, after)]


def stored(repo: pygit2.Repository, blob: bytes | None, mode: int) -> FileState | None:
    """The version of a file with a raw blob id; None for none."""
    return None if blob is None else outside.stored(repo, Blob(pygit2.Oid(raw=blob), mode))


def entries_of(layout: Layout, path: str, state: FileState | None) -> tuple[Entry, ...] | None:
    """The entries of a version of a file; None when the file is not kept in entries, or this version is not text."""
    place = layout.place(path)
    if place is None or place.role not in ENTRY_ROLES or layout.dialect is Dialect.FREE:
        return None
    try:
        return EntryFile.parse(b"" if state is None else state.data, layout.dialect).entries
    except MemgitError:
        return None


def of_entries(path: str, old: Sequence[Entry], new: Sequence[Entry]) -> list[Difference]:
    """Which entries were added, removed or changed. An entry that only moved is none of these.

    An entry changed when another stands in its place, or when its dates did: then both texts are given as written.
    """
    from difflib import SequenceMatcher

    old_texts, new_texts = {entry.text: entry for entry in old}, {entry.text for entry in new}
    found: list[Difference] = []
    matcher = SequenceMatcher(None, [entry.text for entry in old], [entry.text for entry in new], autojunk=False)
    for _, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        gone = [entry for entry in old[old_start:old_end] if entry.text not in new_texts]
        come = [entry for entry in new[new_start:new_end] if entry.text not in old_texts]
        found += [_entry(path, left, right) for left, right in _paired(gone, come)]
        for entry in new[new_start:new_end]:
            same = old_texts.get(entry.text)
            if same is not None and same.raw != entry.raw:
                found.append(Difference(path, "changed", same.raw, entry.raw, entry.n + 1))
    return found


def is_text(data: bytes) -> bool:
    """Whether bytes can be shown: UTF-8 without a zero byte."""
    if b"\0" in data:
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _paired(gone: list[Entry], come: list[Entry]) -> Iterator[tuple[Entry | None, Entry | None]]:
    """Entries gone and come at one place: as many of each are pairs in order, else those that are alike."""
    if len(gone) == len(come):
        yield from zip(gone, come, strict=True)
        return
    alike = _likeness()
    left_over = list(come)
    for entry in gone:
        best = max(left_over, key=lambda other: alike(entry.text, other.text), default=None)
        if best is not None and alike(entry.text, best.text) >= _ALIKE:
            left_over.remove(best)
            yield entry, best
        else:
            yield entry, None
    for entry in left_over:
        yield None, entry


def _likeness() -> Callable[[str, str], float]:
    from difflib import SequenceMatcher

    return lambda left, right: SequenceMatcher(None, left, right).ratio()


def _entry(path: str, before: Entry | None, after: Entry | None) -> Difference:
    there = after or before
    number = None if there is None else there.n + 1
    left, right = (None if entry is None else entry.text for entry in (before, after))
    return Difference(path, _kind(left, right), left, right, number)


def _whole(path: str, before: FileState | None, after: FileState | None) -> Difference:
    modes = (before.mode if before else 0, after.mode if after else 0)
    old, new = (None if state is None else state.data for state in (before, after))
    if not is_text((old or b"") + (new or b"")):
        return Difference(path, _kind(before, after), None, None, None, modes, binary=True)
    left, right = (None if data is None else data.decode("utf-8") for data in (old, new))
    return Difference(path, _kind(before, after), left, right, None, modes, _patch(path, old or b"", new or b""))


def _patch(path: str, old: bytes, new: bytes) -> str:
    """The hunks, without git's header."""
    if old == new:
        return ""
    data = pygit2.Patch.create_from(old, new, path, path).data.decode("utf-8", "replace")
    start = 0 if data.startswith("@@") else data.find("\n@@") + 1
    return data[start:]


def _kind(before: object | None, after: object | None) -> str:
    if before is None:
        return "added"
    return "removed" if after is None else "changed"
