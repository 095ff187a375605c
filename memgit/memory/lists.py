"""Lists that `apply` and `rewrite` read: JSON of agents, or the `§` text of an entry file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from memgit.errors import SystemRefused, UsageError
from memgit.formats.entries import EntryFile
from memgit.memory.failures import failure_text
from memgit.memory.operations import Operation, entries_of
from memgit.memory.targets import Kind, Target, target
from memgit.model.change import Action
from memgit.model.entry import Entry

_JSON_LIST = re.compile(r"\ufeff?\s*\[\s*[\"\[\]{]")
"""How a JSON list starts; a failure entry, `[correction] …`, does not."""

_ACTIONS = (Action.ADD, Action.REPLACE, Action.REMOVE)


def read_operations(data: bytes, wanted: Target) -> list[Operation]:
    """A JSON list of `{action, content, old_text}`, as Hermes' memory tool takes it: `new_text` is `content` too.

    An object that holds the list as `operations` will do. Failures may have `category`, `failed` and `corrected`.
    Raises UsageError that names the item.
    """
    document = _json(_decode(data))
    if isinstance(document, dict):
        document = document.get("operations")
    if not isinstance(document, list):
        raise UsageError("the edits must be a JSON list", 'for example [{"action": "add", "content": "…"}]')
    return [_operation(item, number, wanted) for number, item in enumerate(document, 1)]


def read_entries(data: bytes, file: EntryFile) -> list[Entry]:
    """A JSON list of strings, or the text of an entry file. Raises UsageError, or SystemRefused if it is not UTF-8."""
    text = _decode(data)
    if not _JSON_LIST.match(text):
        return list(EntryFile.parse(data, file.dialect).entries)
    document = _json(text)
    if not isinstance(document, list) or not all(isinstance(item, str) for item in document):
        raise UsageError("the entries must be a JSON list of strings, or text with '§' lines between them")
    return entries_of(document, file)


def _operation(item: Any, number: int, wanted: Target) -> Operation:
    if not isinstance(item, Mapping):
        raise UsageError(f"edit {number} is not a JSON object")
    action = item.get("action")
    if action not in _ACTIONS:
        raise UsageError(f"edit {number} has no action that can be done: '{action}'", "one of add, replace, remove")
    named = item.get("target")
    if named is not None and target(_string(item, "target", number), wanted.project).kind is not wanted.kind:
        raise UsageError(f"edit {number} is for '{named}', not for {wanted.kind}", "apply each target's edits alone")
    content = _string(item, "content", number) or _string(item, "new_text", number)
    old = _string(item, "old_text", number)
    if action != Action.ADD and not old.strip():
        raise UsageError(f"edit {number} ({action}) needs old_text")
    if action != Action.REMOVE and not content.strip():
        raise UsageError(f"edit {number} ({action}) needs content")
    if action == Action.ADD and wanted.kind is Kind.FAILURE:
        parts = [_string(item, key, number) or None for key in ("category", "failed", "corrected")]
        content = failure_text(content, *parts)
    return Operation(Action(action), content, old)


def _string(item: Mapping[str, Any], key: str, number: int) -> str:
    value = item.get(key)
    if value is not None and not isinstance(value, str):
        raise UsageError(f"{key} of edit {number} is not a string")
    return value or ""


def _json(text: str) -> Any:
    import json

    try:
        return json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"this is not JSON: {error}") from None


def _decode(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise SystemRefused(f"the list is not UTF-8 text: byte {error.start} cannot be read") from None
