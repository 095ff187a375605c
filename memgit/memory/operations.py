"""What is done to an entry file: single operations and whole lists, from one version of the file to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memgit.errors import UsageError
from memgit.formats.entries import EntryFile, compose
from memgit.formats.lines import newline
from memgit.memory.gates import require_entry
from memgit.memory.matching import lf, matched
from memgit.memory.targets import Kind, Target
from memgit.model.change import Action
from memgit.model.entry import Entry
from memgit.rules.refusal import require_clean


@dataclass(frozen=True, slots=True)
class Operation:
    """One edit. action: add, replace or remove. content: the new entry. old: what names the one that is there."""

    action: Action
    content: str = ""
    old: str = ""


class Done(NamedTuple):
    """The file after an operation, and the texts of the entry before and after; None for one that is not there."""

    file: EntryFile
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Scribe:
    """How entries of one target are written. today: UTC date, for the dialect that has dates."""

    target: Target
    today: str

    def perform(self, file: EntryFile, operation: Operation) -> Done:
        """Do one operation; raises what the gates and the matching raise."""
        match operation.action:
            case Action.ADD:
                return self._add(file, operation.content)
            case Action.REPLACE:
                return self._replace(file, operation.old, operation.content)
            case Action.REMOVE:
                found = self._named(file, operation.old)
                return Done(_without(file, found), found[0].text, None)
            case _:
                raise UsageError(f"'{operation.action}' is not an edit of an entry", "one of add, replace, remove")

    def rewrite(self, file: EntryFile, wanted: Sequence[Entry]) -> EntryFile:
        """Make these the entries. One that is there keeps its dates, unless `wanted` brings dates of its own."""
        there: dict[str, Entry] = {}
        for entry in file.entries:
            there.setdefault(entry.text, entry)
        raws: dict[tuple[str, str | None], str] = {}
        for entry in wanted:
            known = there.get(entry.text)
            if known is None:
                require_entry(entry.text)
                require_clean(file.text, entry.text, f"entry {entry.n + 1}")
            project = entry.project or self._project
            if entry.created is not None:
                raw = entry.raw
            elif known is not None:
                raw, project = known.raw, known.project
            else:
                raw = self._raw(file, entry.text, self.today, project)
            raws.setdefault((entry.text, project), raw)
        return file.rewrite(raws.values())

    @property
    def _project(self) -> str | None:
        """The project that an entry's comment names: in files of their own, projects are named by the folder."""
        return self.target.project if self.target.kind is Kind.FAILURE else None

    def _add(self, file: EntryFile, content: str) -> Done:
        text = self._text(file, content)
        if any(entry.text == text and entry.project == self._project for entry in file.entries):
            return Done(file, text, text)
        return Done(file.append(self._raw(file, text, self.today, self._project)), None, text)

    def _replace(self, file: EntryFile, old: str, content: str) -> Done:
        found = self._named(file, old)
        text = self._text(file, content)
        numbers = {entry.n for entry in found}
        others = {(entry.text, entry.project) for entry in file.entries if entry.n not in numbers}
        for entry in found:
            at = file.index(entry.raw)
            if at is None:
                continue
            if (text, entry.project) in others:
                file = file.remove(at)
            else:
                file = file.replace(at, self._raw(file, text, entry.created or self.today, entry.project))
                others.add((text, entry.project))
        return Done(file, found[0].text, text)

    def _named(self, file: EntryFile, old: str) -> list[Entry]:
        entries = file.entries
        if self._project is not None:
            entries = tuple(entry for entry in entries if entry.project == self._project)
        return matched(entries, old, self.target)

    def _text(self, file: EntryFile, content: str) -> str:
        """The text of a new entry, without the date comment it may have been copied with."""
        require_entry(content)
        read = EntryFile.parse(content.encode(), file.dialect).entries
        text = read[0].text if read else ""
        require_entry(text)
        require_clean(file.text, text, "the entry")
        return text

    def _raw(self, file: EntryFile, text: str, created: str, project: str | None) -> str:
        return compose(text.replace("\n", newline(file.text)), file.dialect, created, self.today, project)


def entries_of(texts: Sequence[str], file: EntryFile) -> list[Entry]:
    """Texts of a list as entries, numbered by their place in it; a date comment is read as one."""
    found: list[Entry] = []
    for at, text in enumerate(texts):
        require_entry(text)
        for entry in EntryFile.parse(lf(text).encode(), file.dialect).entries:
            found.append(Entry(at, entry.raw, entry.text, entry.created, entry.last, entry.project))
    return found


def _without(file: EntryFile, found: Sequence[Entry]) -> EntryFile:
    for entry in found:
        at = file.index(entry.raw)
        if at is not None:
            file = file.remove(at)
    return file
