"""Any list of operations against a plain list of texts: what the file holds, and what it keeps."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from memgit.errors import MemgitError
from memgit.formats.entries import EntryFile, contains_delimiter
from memgit.memory.lists import read_entries
from memgit.memory.operations import Operation, Scribe
from memgit.memory.targets import Target
from memgit.model.change import Action
from memgit.model.layout import Dialect

SCRIBE = Scribe(Target(), "2026-10-01")
WORDS = st.lists(st.sampled_from(["ab", "bc", "鱼", "§", "🐟", " ", "\n", "x <!-- y -->"]), min_size=1, max_size=4)
TEXTS = WORDS.map("".join).map(str.strip).filter(lambda text: text and not contains_delimiter(text))
OPERATIONS = st.lists(
    st.builds(Operation, st.sampled_from([Action.ADD, Action.REPLACE, Action.REMOVE]), TEXTS, TEXTS), max_size=8
)


def model(texts: list[str], operation: Operation) -> list[str]:
    """What an operation does to a list of texts; as it is where it must be refused."""
    new, old = operation.content, operation.old
    if operation.action is Action.ADD:
        return texts if new in texts else [*texts, new]
    found = [text for text in texts if text == old] or [text for text in texts if old in text]
    if len(found) != 1:
        return texts
    at = texts.index(found[0])
    if operation.action is Action.REMOVE or (new in texts and new != found[0]):
        return texts[:at] + texts[at + 1 :]
    return [*texts[:at], new, *texts[at + 1 :]]


@settings(max_examples=100, deadline=None)
@given(st.lists(TEXTS, unique=True, max_size=5), OPERATIONS, st.sampled_from([Dialect.PLAIN, Dialect.DATED]))
def test_operations_do_to_the_file_what_they_do_to_a_list(
    texts: list[str], operations: list[Operation], dialect: Dialect
) -> None:
    file = EntryFile.parse("\n§\n".join(texts).encode(), dialect)
    for operation in operations:
        raws = {entry.text: entry.raw for entry in file.entries}
        expected = model(texts, operation)
        try:
            file = SCRIBE.perform(file, operation).file
        except MemgitError:
            assert expected == texts
        texts = expected
        assert [entry.text for entry in EntryFile.parse(file.data, dialect).entries] == texts

        assert all(
            raws.get(entry.text, entry.raw) == entry.raw for entry in file.entries if entry.text != operation.content
        )


@settings(max_examples=100, deadline=None)
@given(
    st.lists(TEXTS, unique=True, max_size=5),
    st.lists(TEXTS, max_size=5),
    st.sampled_from([Dialect.PLAIN, Dialect.DATED]),
    st.booleans(),
)
def test_rewrite_makes_the_list_the_file(before: list[str], after: list[str], dialect: Dialect, as_json: bool) -> None:
    file = EntryFile.parse("\n§\n".join(before).encode(), dialect)
    data = json.dumps(after) if as_json else "\n§\n".join(after)
    written = SCRIBE.rewrite(file, read_entries(data.encode(), file))
    assert [entry.text for entry in written.entries] == list(dict.fromkeys(after))
    kept = {entry.text: entry.raw for entry in file.entries}
    assert all(kept.get(entry.text, entry.raw) == entry.raw for entry in written.entries)
