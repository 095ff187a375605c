"""Brings back: a thing that left, an entry that left, a thing as it was at a revision, or the state before a commit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from memgit.config import Settings
from memgit.errors import NotFound, Refused, SystemRefused, UsageError
from memgit.formats.entries import EntryFile
from memgit.formats.topics import TopicIndex
from memgit.formats.usage import CorruptUsage, UsageFile
from memgit.memory.budget import Limits
from memgit.memory.gates import require_text
from memgit.memory.targets import target_of
from memgit.model.change import UNATTENDED, Action, Actor, Message, Origin, Recorded
from memgit.model.layout import Layout, Role
from memgit.ops import past
from memgit.ops.unattended import require_may
from memgit.ops.undo import revert_commits
from memgit.repo import history, lost, message, revs, versions
from memgit.repo.change import Change
from memgit.repo.lost import LostEntry
from memgit.repo.revert import between
from memgit.repo.store import Store
from memgit.skills import archive, archived, records
from memgit.skills import restore as skills_restore
from memgit.skills.writer import DiskTree, Writer
from memgit.text.units import count, usage_line

_SKILLS = (Role.SKILL, Role.ARCHIVE)

_INDEX = "MEMORY.md"
"""The index of topic files, in their folder."""


def what_is(store: Store, word: str) -> tuple[bool, bool]:
    """Whether a word is a name (now, archived, or in the past), and whether it is a revision or a range of them."""
    if ".." in word and "/" not in word and all(_is_rev(store, end) for end in word.split("..", 1)):
        return False, True
    revision = _is_rev(store, word)
    if archived.in_archive(store, DiskTree(store), word):
        return True, revision
    try:
        return past.find(store, word) is not None, revision
    except UsageError:
        return True, revision
    except NotFound:
        return False, revision


def restore_name(store: Store, name: str, actor: Actor) -> Recorded:
    """A skill comes back from the archive, or a deleted file, skill or store as history had it last.

    What is there already stays as it is: a `Recorded` without id. Raises NotFound when history never had it.
    """
    with store.change() as change:
        in_archive = archived.in_archive(store, DiskTree(store), name)
        path = "" if in_archive else past.find(store, name).path
        if path:  # the name in the frontmatter of a skill may lead to its folder in the archive
            in_archive = [one for one in archived.in_archive(store, DiskTree(store), path) if one.folder == path]
        if in_archive:
            edited = skills_restore.restore_archived(change, path or name, in_archive[0], actor)
            recorded = _commit(change, actor, edited.message)
            return replace(recorded, warnings=(*recorded.warnings, *edited.warnings))
        if change.files(path):
            return _commit(
                change,
                actor,
                _message(f"'{name}' is there already; as it was: memgit restore {name} --at REV", actor, ()),
            )
        last = lost.last_with(store.repo, path)
        if last is None:
            raise NotFound(f"history never had '{name}'", "memgit archive --list")
        commit, left = last
        _put(change, path, path, commit)
        _record_back(change, path, commit, actor, left)
        _line_back(change, path, commit)
        return _commit(change, actor, _message(f"{_area(change, path)}: restore", actor, [(message.RESTORES, commit)]))


def restore_at(store: Store, name: str, rev: str, actor: Actor) -> Recorded:
    """A file or folder as it was at a revision; what it holds now and did not then goes.

    A skill that is in the archive now comes back from there first.
    """
    commit = str(revs.resolve(store.repo, rev, store.clock()))
    with store.change() as change:
        then = _place_at(store, name, commit)
        if then is None:
            raise NotFound(f"'{name}' was not there at '{rev}'", f"when it was: memgit log {name}")
        place = store.layout.place(f"{then}/SKILL.md")
        path = _source_of(store, then) if place is not None and place.role is Role.ARCHIVE else then
        _leave_archive(change, path, (then, commit))
        _go_back(store, change, name, (path, commit))
        for gone in set(change.files(path)) - _put(change, then, path, commit):
            change.remove(gone)
        if path != then:
            _record_back(change, path, commit, actor)
        what = f"{_area(change, path)}: restore as of {commit[:7]}"
        return _commit(change, actor, _message(what, actor, [(message.RESTORES, commit)]))


def restore_entry(store: Store, text: str, actor: Actor, settings: Settings) -> Recorded:
    """An entry that left comes back after the nearest entry that preceded it and is still there, else at the end.

    Of an entry that is there already: nothing to do. Raises NotFound, or UsageError when several answer to the text.
    """
    require_text(text, "the text that names an entry")
    with store.change() as change:
        there = _there(store, change, text)
        candidates = [] if text in there else list(lost.lost_entries(store.repo, store.layout, text))
        if there and not candidates:
            return _commit(change, actor, _message(f"{message.quote(there[0])} is there already", actor, ()))
        one = _only(candidates, text)
        file = EntryFile.parse(change.read(one.path) or b"", store.layout.dialect)
        here = {entry.text: entry.n for entry in file.entries}
        after = next((here[earlier] for earlier in one.before if earlier in here), None)
        raw = one.entry.raw
        edited = file.append(raw) if after is None else file.insert(after, raw)
        warnings = _over_budget(store, one.path, edited, actor, settings)
        change.write(one.path, edited.data)
        what = f"{_area(change, one.path)}: restore {message.quote(one.entry.text)}"
        recorded = _commit(change, actor, _message(what, actor, [(message.RESTORES, one.commit)]))
        return replace(recorded, warnings=(*recorded.warnings, *warnings))


def restore_revision(store: Store, word: str, actor: Actor) -> Recorded:
    """Undo one commit, or the commits of `A..B` (B's side only, newest first), in one commit; later ones stay."""
    now = store.clock()
    if ".." not in word:
        return revert_commits(store, [str(revs.resolve(store.repo, word, now))], actor)
    first, last = (revs.resolve(store.repo, end or "HEAD", now) for end in word.split("..", 1))
    commits = between(store.repo, first, last)
    if not commits:
        raise UsageError(f"'{word}' holds no commits", *_turned(store, word))
    return revert_commits(store, commits, actor)


def _commit(change: Change, actor: Actor, text: Message) -> Recorded:
    require_may(change, actor)
    return change.commit(text)


def _is_rev(store: Store, word: str) -> bool:
    return not word or revs.is_revision(store.repo, word, store.clock())


def _turned(store: Store, word: str) -> list[str]:
    """A hint to turn a range round, if there are commits in it then."""
    first, last = (revs.resolve(store.repo, end or "HEAD", store.clock()) for end in word.split("..", 1))
    turned = "..".join(reversed(word.split("..", 1)))
    return [f"the other way round? memgit restore {turned}"] if between(store.repo, last, first) else ["memgit log"]


def _message(subject: str, actor: Actor, trailers: Sequence[tuple[str, str]]) -> Message:
    origin = Origin.RESTORE if actor.origin is Origin.USER else actor.origin
    return Message(subject, origin, Action.RESTORE, actor.reason, actor.session, tuple(trailers))


def _area(change: Change, path: str) -> str:
    """What a path belongs to; a folder that is no skill's stays a path."""
    from memgit.repo.describe import area

    layout = change.store.layout
    if change.files(path) == [path]:
        return area(layout, path)
    place = layout.place(f"{path}/SKILL.md")
    return area(layout, f"{path}/SKILL.md") if place is not None and place.role in _SKILLS else path


def _put(change: Change, then: str, path: str, commit: str) -> set[str]:
    """Set the files of `path` as a commit has them at `then`; answers their paths."""
    done = set()
    for suffix, state in versions.files_at(change.store.repo, commit, then).items():
        if change.store.layout.place(path + suffix) is not None:
            change.put(path + suffix, state)
            done.add(path + suffix)
    return done


def _record_back(change: Change, path: str, commit: str, actor: Actor, left: str | None = None) -> None:
    """The usage record a skill had at a commit comes back; as the commit that deleted it (`left`) tells, if it does."""
    usage = change.store.layout.usage
    told = {} if left is None else archive.told_usage(history.read(change.store.repo, left).trailers)
    if usage is not None and told:
        records.put_back(Writer(change, actor), told)
        return
    state = None if usage is None else versions.file_at(change.store.repo, commit, usage)
    if state is None or change.store.layout.place(f"{path}/SKILL.md") is None:
        return
    name = path.rpartition("/")[2]
    try:
        record = UsageFile.parse(state.data).records.get(name)
    except CorruptUsage:
        return
    if record is not None:
        records.put_back(Writer(change, actor), {name: record})


def _line_back(change: Change, path: str, commit: str) -> None:
    """A topic file comes back with its line in the index."""
    place = change.store.layout.place(path)
    folder, _, name = path.rpartition("/")
    then = versions.file_at(change.store.repo, commit, f"{folder}/{_INDEX}")
    if place is None or place.role is not Role.TOPIC or then is None:
        return
    with suppress(SystemRefused):
        link = TopicIndex.parse(then.data).find(name)
        if link is not None and link.leads:
            index = TopicIndex.parse(change.read(f"{folder}/{_INDEX}") or b"")
            change.write(f"{folder}/{_INDEX}", index.add(name, link.title, link.hook).data)


def _place_at(store: Store, name: str, commit: str) -> str | None:
    """Where a name was at a commit; of an archived skill, its copy in the archive then."""
    try:
        found = past.place_at(store, name, commit)
    except (NotFound, UsageError):
        found = None
    if found is not None:
        return found
    tree = _CommitTree(store, commit)
    copies = [
        folder for folder in archived.archive_folders(tree) if archived.original_name(folder.rpartition("/")[2]) == name
    ]
    return max(copies, default=None)


def _source_of(store: Store, folder: str) -> str:
    """Where a folder of the archive was before."""
    for one in archived.listing(store):
        if one.folder == folder:
            return one.source
    root, _, name = folder.rpartition("/.archive/")
    return f"{root}/{archived.original_name(name)}"


def _leave_archive(change: Change, path: str, then: tuple[str, str]) -> None:
    """If the skill of `path` is in the archive now, it comes back whole before its files become as they were.

    then: where it was, and at which commit: of several copies the one that was there, else the one that left last.
    """
    store, (where, commit) = change.store, then
    if change.files(path):
        return
    copies = [one for one in archived.in_archive(store, DiskTree(store), path) if one.source == path]
    folders = [one.folder for one in copies if one.folder is not None]
    were_there = [
        folder for folder in folders if past.path_at(store, past.Thing(folder, folder, True, True), commit) == where
    ]
    for folder in [*were_there[-1:], *folders[:1]][:1]:  # of those that were there, the first that left after that
        change.move(folder, path)


def _go_back(store: Store, change: Change, name: str, then: tuple[str, str]) -> None:
    """A thing that was moved since goes back whole to where it was, so that it is not there twice.

    then: the path and the commit. What only has the name of the thing that was there then stays.
    """
    path, commit = then
    try:
        thing = past.find(store, name)
    except (NotFound, UsageError):
        return
    if thing.path == path or change.files(path) or past.path_at(store, thing, commit) != path:
        return
    if not thing.folder:
        change.remove(thing.path)
    elif change.files(thing.path):
        change.move(thing.path, path)


class _CommitTree:
    """The files of a commit, looked at as skills look at a home."""

    def __init__(self, store: Store, commit: str) -> None:
        self._store = store
        self._commit = commit
        self._paths = versions.paths_at(store.repo, commit)

    @property
    def layout(self) -> Layout:
        return self._store.layout

    def files(self, prefix: str) -> list[str]:
        return [path for path in self._paths if path == prefix or path.startswith(f"{prefix}/") or not prefix]

    def read(self, path: str) -> bytes | None:
        state = versions.file_at(self._store.repo, self._commit, path)
        return None if state is None else state.data


def _there(store: Store, change: Change, text: str) -> list[str]:
    """The entries that are there and contain the text; one that is exactly the text comes first."""
    found: list[str] = []
    for path in store.tracked():
        place = store.layout.place(path)
        if place is None or target_of(place) is None:
            continue
        try:
            entries = EntryFile.parse(change.read(path) or b"", store.layout.dialect).entries
        except SystemRefused:  # a file that is not text holds back no entry of another
            continue
        found += [entry.text for entry in entries if text in entry.text]
    return sorted(found, key=lambda entry: entry != text)


def _only(candidates: list[LostEntry], text: str) -> LostEntry:
    exact = [one for one in candidates if one.entry.text == text]
    chosen = exact or candidates
    if not chosen:
        raise NotFound(
            f"no entry that left contains {message.quote(text)}", f"look for it: memgit log --entry '{text}'"
        )
    if len(chosen) > 1:
        raise UsageError(
            f"{message.quote(text)} is in {len(chosen)} entries that left; name one of them",
            *[f"{one.path}: {message.quote(one.entry.text)} (left in {one.commit[:7]})" for one in chosen],
            details={"candidates": [{"path": one.path, "text": one.entry.text, "id": one.commit} for one in chosen]},
        )
    return chosen[0]


def _over_budget(store: Store, path: str, file: EntryFile, actor: Actor, settings: Settings) -> tuple[str, ...]:
    """A person may exceed a budget with a warning; nobody else may."""
    place = store.layout.place(path)
    target = None if place is None else target_of(place)
    if target is None:
        return ()
    limit = Limits(settings.budgets).of(store.layout, target.budget)
    chars = count(file.joined, store.layout.unit)
    if limit is None or chars <= limit:
        return ()
    line = f"{path} is over its budget now: {usage_line(chars, limit)}"
    if actor.origin in UNATTENDED:
        raise Refused(line, "shorten or remove other entries first", details=_numbers(chars, limit))
    return (line,)


def _numbers(chars: int, limit: int) -> Mapping[str, int]:
    return {"chars": chars, "limit": limit}
