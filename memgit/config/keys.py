"""Every setting: its name, its type, its default, and whether a tracked file may set it."""

from __future__ import annotations

import re
from typing import NamedTuple

from memgit.errors import UsageError

Value = bool | int | float | str | tuple[str, ...]

DAY = 86_400
"""The longest that a setting in seconds may be."""

_SIZE = re.compile(r"(\d[\d_,]{0,17})\s*(k|m|g|ki|mi|gi)?b?", re.IGNORECASE)
_UNITS = {"": 1, "k": 1000, "m": 1000**2, "g": 1000**3, "ki": 1024, "mi": 1024**2, "gi": 1024**3}
_TRUE = ("true", "yes", "on")
_FALSE = ("false", "no", "off")


class Key(NamedTuple):
    """A setting. kind: bool, int (`least` or more), float (seconds, 0 to a day), str or tuple (a list of texts).

    default: None where it depends on the kind of home. own: only the person's own config may set it, since it moves a
    folder, names a machine, runs a program or loosens a gate.
    """

    name: str
    kind: type
    default: Value | None
    about: str
    own: bool = False
    least: int = 1

    def accepts(self, value: object) -> bool:
        """Whether a value read from a file has the right type."""
        if self.kind is tuple:
            return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
        if self.kind is int:
            return isinstance(value, int) and not isinstance(value, bool) and value >= self.least
        if self.kind is float:
            return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= DAY
        return isinstance(value, self.kind) and (value != "" or self.default == "")

    @property
    def wants(self) -> str:
        """What a right value is, in words."""
        return f"a whole number, at least {self.least}" if self.least > 1 else _WANTS[self.kind]

    @property
    def example(self) -> str:
        """A right value, as the command line takes it."""
        return {bool: "true", int: str(max(5000, self.least)), float: "2.5", str: "TEXT", tuple: "one,two"}[self.kind]


_WANTS = {
    bool: "true or false",
    int: "a whole number above 0",
    float: f"a number of seconds from 0 to {DAY}",
    str: "a text",
    tuple: "a list of texts",
}


KEYS = {
    key.name: key
    for key in (
        Key("enabled", bool, True, "whether memgit does anything here"),
        Key("budgets.memory", int, None, "how much the memory of a home may hold"),
        Key("budgets.user", int, None, "how much the profile of the user may hold"),
        Key("budgets.failures", int, None, "how much the failures may hold"),
        Key("budgets.project", int, None, "how much the memory of one project may hold"),
        Key("budgets.standing", int, None, "how long the standing rules may be together"),
        Key("budgets.standing_lines", int, 20, "how many standing rules there may be"),
        Key("history.fsync", bool, False, "make objects of history durable at once, about 2 ms each", own=True),
        Key(
            "history.max_file_size",
            int,
            10 * 1024 * 1024,
            "the largest file that is recorded, in bytes",
            own=True,
            least=64 * 1024,  # memgit's own records must fit
        ),
        Key("history.quiet_seconds", float, 5.0, "how long files are at rest before the watcher records them"),
        Key("history.author_name", str, "memgit", "the author of commits", own=True),
        Key("history.author_email", str, "memgit@localhost", "the address of the author of commits", own=True),
        Key("skills.disabled", tuple, (), "names of skills that are not shown to the agent"),
        Key("skills.external_dirs", tuple, (), "more folders of skills; memgit never writes there", own=True),
        Key("lint.profile", str, "", "whose rules count: hermes, pi, claude, agentskills or agentskills-strict"),
        Key("lint.shown", int, 60, "how many characters of a description the index of skills shows"),
        Key("lint.select", tuple, (), "rules that speak, by code or family; none: all"),
        Key("lint.ignore", tuple, (), "findings that are left out: 'CODE: reason' or 'CODE PATH: reason'"),
        Key("lint.allow", tuple, (), "the same for secrets and unsafe text"),
        Key("device", str, "", "the name of this machine, kept with each change", own=True),
    )
}
"""Name to setting."""


def require_key(name: str) -> Key:
    """The setting of a name. Raises UsageError with the nearest right one."""
    if name in KEYS:
        return KEYS[name]
    hints = [f"did you mean: memgit config {near}" for near in nearest(name)]
    raise UsageError(f"there is no setting '{name}'", *hints, "memgit config")


def nearest(name: str) -> list[str]:
    """The names of settings nearest to a wrong one, best first."""
    from difflib import get_close_matches

    word = name.lower().replace("-", "_")
    last = word.rpartition(".")[2]
    same = [key for key in KEYS if key.rpartition(".")[2] == last or key.startswith(f"{word}.")]
    return list(dict.fromkeys([*same, *get_close_matches(word, KEYS, n=2, cutoff=0.6)]))[:5]


def parse(key: Key, text: str) -> Value:
    """A value given on the command line. Raises UsageError when it has the wrong type."""
    value = _parse(key, text)
    if value is None:
        raise UsageError(f"{key.name} is {key.wants}, not '{text}'", f"memgit config {key.name} {key.example}")
    return value


def _parse(key: Key, text: str) -> Value | None:
    if key.kind is bool:
        word = text.strip().lower()
        return True if word in _TRUE else False if word in _FALSE else None
    if key.kind is int:
        match = _SIZE.fullmatch(text.strip())
        number = int(re.sub("[_,]", "", match[1])) * _UNITS[(match[2] or "").lower()] if match else 0
        return number if key.accepts(number) else None
    if key.kind is float:
        return _seconds(key, text)
    if key.kind is tuple:
        return tuple(part for part in (part.strip() for part in text.split(",")) if part)
    return text if text.isprintable() and key.accepts(text) else None


def _seconds(key: Key, text: str) -> float | None:
    try:
        number = float(text.strip().lower().removesuffix("s"))
    except ValueError:
        return None
    return abs(number) if key.accepts(number) else None


def shown(value: Value | None) -> str:
    """A value as the command line takes it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return ",".join(value) if isinstance(value, tuple) else str(value)
