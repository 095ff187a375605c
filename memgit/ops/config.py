"""Sets one setting: in the home, as a change of its own, or in the person's own config."""

from __future__ import annotations

import os
from pathlib import Path

from memgit.config.editing import set_value
from memgit.config.keys import Value, shown
from memgit.config.settings import HOME_FILE
from memgit.errors import Refused
from memgit.memory.gates import require_attended
from memgit.model.change import Action, Actor, Message, Recorded
from memgit.repo.refused import system_errors
from memgit.repo.store import Store
from memgit.rules import gate


def set_in_home(store: Store, name: str, value: Value, actor: Actor) -> Recorded:
    """Set a setting in the home's `memgit.yaml`; nothing to do when it says so already."""
    require_attended(actor, "settings")
    with store.change() as change:
        before = change.read(HOME_FILE)
        after = set_value(before or b"", name, value, HOME_FILE)
        found = gate((before or b"").decode("utf-8"), after.decode("utf-8"))
        if found:
            raise Refused(f"the value of '{name}' is refused: {found[0].message}", f"memgit help rule {found[0].code}")
        change.write(HOME_FILE, after)
        subject = f"config: set {name} = {shown(value)}"
        return change.commit(Message(subject, actor.origin, Action.CONFIG, actor.reason, actor.session))


def set_for_person(path: Path, name: str, value: Value, dry_run: bool) -> bool:
    """Set a setting in the person's own config, which no history keeps; answers whether it changed."""
    with system_errors():
        before = path.read_bytes() if path.exists() else b""
        after = set_value(before, name, value, str(path))
        if after == before or dry_run:
            return after != before
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        target = path.resolve()
        temp = target.with_name(f".{target.name}.memgit-new")
        with open(temp, "wb") as file:
            file.write(after)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temp.chmod(target.stat().st_mode & 0o7777)
        temp.replace(target)
    return True
