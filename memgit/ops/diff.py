"""Compares two revisions, or a revision with the files on disk: memory by entries, everything else by lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memgit.errors import NotFound, UsageError
from memgit.ops import past
from memgit.ops.past import Follow
from memgit.repo import difference, revs, versions
from memgit.repo.difference import Difference
from memgit.repo.store import Store

_MOST_REVISIONS = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """What `diff [REV [REV2]] [NAME]` asks for: commit ids; no `new` means the files on disk, no `old` nothing."""

    old: str | None
    new: str | None
    name: str | None


def diff(store: Store, words: Sequence[str], follow: Follow | None = None) -> Iterator[Difference]:
    """What differs. Raises NotFound for a word that is neither a revision nor a name."""
    asked = read_words(store, words)
    if asked.name is not None:
        return _of_name(store, asked, asked.name, follow)
    if asked.new is not None:
        return versions.between(store.repo, store.layout, asked.old, asked.new)
    return versions.against_disk(store.repo, store.layout, asked.old, store.scan().edits)


def read_words(store: Store, words: Sequence[str]) -> Asked:
    """Tell revisions and the name apart; a word that could be both is a UsageError."""
    found: list[str] = []
    name: str | None = None
    for word in _parted(store, words):
        if name is None and len(found) < _MOST_REVISIONS and _is_revision(store, word):
            found.append(str(revs.resolve(store.repo, word, store.clock())))
        elif name is None:
            name = word
        else:
            raise UsageError(f"'{word}' is one word too many", "memgit diff [REV [REV2]] [NAME]")
    old, new = (*found, None, None)[:_MOST_REVISIONS]
    return Asked(old or versions.head(store.repo), new, name)


def _parted(store: Store, words: Sequence[str]) -> Iterator[str]:
    """`A..B` is two revisions, as in git."""
    for word in words:
        old, dots, new = word.partition("..")
        both = (old or "HEAD", new or "HEAD")
        if dots and "/" not in word and all(revs.is_revision(store.repo, side, store.clock()) for side in both):
            yield from both
        else:
            yield word


def _is_revision(store: Store, word: str) -> bool:
    if not revs.is_revision(store.repo, word, store.clock()):
        return False
    if past.is_name_now(store, word):
        raise UsageError(
            f"'{word}' is both a name and a revision", "write the whole path of the file, or the id of the commit"
        )
    return True


def _of_name(store: Store, asked: Asked, name: str, follow: Follow | None) -> Iterator[Difference]:
    """One thing, wherever it was on either side: files are compared by their place inside it."""
    thing = past.find(store, name, follow)
    old_path = past.path_at(store, thing, asked.old, follow)
    old = versions.files_at(store.repo, asked.old, old_path)
    if asked.new is None:
        new_path = thing.path
        new = versions.files_on_disk(store.home, store.layout, new_path, store.options.max_file_size)
    else:
        new_path = past.path_at(store, thing, asked.new, follow)
        new = versions.files_at(store.repo, asked.new, new_path)
    if not old and not new and not thing.present:
        raise NotFound(f"'{name}' is on neither side", f"its changes: memgit log {name}")
    for inside in sorted({*old, *new}):
        path = (new_path if inside in new else old_path) + inside
        yield from difference.of_file(store.layout, path, old.get(inside), new.get(inside))
