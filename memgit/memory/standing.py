"""Standing rules on an open change: a person's own lines, which nobody else may touch unwatched.

In pi-hermes-memory only a person writes `STANDING.md`; no tool of the model does.
"""

from __future__ import annotations

from memgit.errors import NotFound, SystemRefused
from memgit.formats.standing import StandingFile, normal
from memgit.memory import gates
from memgit.memory.budget import STANDING, Limits, require_standing_room
from memgit.model.change import Action, Actor, Message
from memgit.model.layout import Layout
from memgit.repo.change import Change
from memgit.repo.message import quote
from memgit.rules.refusal import require_clean


def path_of(layout: Layout) -> str:
    """Where the standing rules are. Raises NotFound when this kind of home has none."""
    path = layout.files.get(STANDING)
    if path is None:
        raise NotFound(f"a {layout.name} home has no standing rules", "memgit --home ~/.memgit standing list")
    return path


def read(change: Change) -> StandingFile:
    """The rules as they are; SystemRefused when the file is not UTF-8."""
    path = path_of(change.store.layout)
    try:
        return StandingFile.parse(change.read(path) or b"")
    except SystemRefused as error:
        raise SystemRefused(
            f"'{path}' is {error.message}", f"mend the file, or bring back an earlier one: memgit log {path}"
        ) from error


def add(change: Change, text: str, actor: Actor, limits: Limits) -> Message:
    """Add a rule at the end, as one line; nothing to do when it is there already, in whatever case."""
    before = _open(change, actor)
    rule = normal(text)
    gates.require_text(rule, "a standing rule")
    require_clean(before.text, rule, "the rule")
    if before.find(rule) is not None:
        return _message(Action.ADD, f"{quote(rule)} is there already", actor)
    after = before.add(rule)
    require_standing_room(before, after, limits, change.store.layout)
    change.write(path_of(change.store.layout), after.data)
    return _message(Action.ADD, f"add {quote(rule)}", actor)


def remove(change: Change, number: int, actor: Actor) -> Message:
    """Take out the rule of a number, from 1. Raises NotFound when there is none."""
    before = _open(change, actor)
    after = before.remove(number)
    change.write(path_of(change.store.layout), after.data)
    text = before.rules[number - 1].text
    what = quote(text) if gates.speakable(text) else "a rule that cannot be quoted"
    return _message(Action.REMOVE, f"remove {what}", actor)


def clear(change: Change, actor: Actor) -> Message:
    """Take out every rule; comments and headings stay."""
    before = _open(change, actor)
    if not before.rules:
        return _message(Action.REMOVE, "there are no rules", actor)
    change.write(path_of(change.store.layout), before.clear().data)
    count = len(before.rules)
    return _message(Action.REMOVE, f"clear {count} rule{'' if count == 1 else 's'}", actor)


def _open(change: Change, actor: Actor) -> StandingFile:
    gates.require_attended(actor, "the standing rules")
    require_clean(None, actor.reason, "the reason")
    return read(change)


def _message(action: Action, what: str, actor: Actor) -> Message:
    return Message(f"{STANDING}: {what}", actor.origin, action, actor.reason, actor.session)
