"""Settings as values: each field from the person's own file and the home's, or its default, on its own."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memgit.config.keys import KEYS, Key, Value, nearest
from memgit.config.reading import read

HOME_FILE = "memgit.yaml"
"""The settings of a home, tracked in it."""

_GROUPS = {name.partition(".")[0] for name in KEYS if "." in name}


@dataclass(frozen=True, slots=True)
class History:
    """How changes are recorded. max_file_size: bytes. quiet_seconds: how long the watcher waits after the last edit."""

    fsync: bool = False
    max_file_size: int = 10 * 1024 * 1024
    quiet_seconds: float = 5.0
    author_name: str = "memgit"
    author_email: str = "memgit@localhost"


@dataclass(frozen=True, slots=True)
class SkillSettings:
    """disabled: names of skills. external_dirs: absolute folders, read and never written."""

    disabled: tuple[str, ...] = ()
    external_dirs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LintSettings:
    """What `memgit lint` and the language server tell of. profile: empty where the kind of home decides."""

    profile: str = ""
    shown: int = 60
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """What counts in a home. budgets: `memory`, `user`, `failures`, `project`, `standing` to limit, only what is set.

    warnings: one line for each thing in the files that does not count, and why.
    """

    enabled: bool = True
    budgets: Mapping[str, int] = field(default_factory=dict)
    standing_lines: int = 20
    history: History = History()
    skills: SkillSettings = SkillSettings()
    lint: LintSettings = LintSettings()
    device: str | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolved:
    """Each setting that a file sets: its value, and whether `home` or `user` set it."""

    values: Mapping[str, Value]
    sources: Mapping[str, str]
    warnings: tuple[str, ...]

    def value(self, name: str) -> Value | None:
        """A value, or its default; None where that depends on the kind of home."""
        return self.values.get(name, KEYS[name].default)


def user_file(environ: Mapping[str, str]) -> Path:
    """The person's own settings: `$XDG_CONFIG_HOME/memgit/config.yaml`, by the XDG base directory specification."""
    named = environ.get("XDG_CONFIG_HOME", "")
    folder = Path(named) if os.path.isabs(named) else Path(_user_home(environ), ".config")
    return folder / "memgit" / "config.yaml"


def load(home: Path | None, environ: Mapping[str, str]) -> Settings:
    """The settings that count in a home, or for the person alone. Never fails: what is wrong is a warning."""
    found = resolve(home, environ)
    values = {name: found.value(name) for name in KEYS}
    budgets = {
        name.removeprefix("budgets."): value
        for name, value in values.items()
        if name.startswith("budgets.") and isinstance(value, int) and name != "budgets.standing_lines"
    }
    folders = _texts(values["skills.external_dirs"])
    return Settings(
        enabled=bool(values["enabled"]),
        budgets=budgets,
        standing_lines=_number(values["budgets.standing_lines"]),
        history=History(
            fsync=bool(values["history.fsync"]),
            max_file_size=_number(values["history.max_file_size"]),
            quiet_seconds=_seconds(values["history.quiet_seconds"]),
            author_name=str(values["history.author_name"]),
            author_email=str(values["history.author_email"]),
        ),
        skills=SkillSettings(_texts(values["skills.disabled"]), tuple(_expand(name, environ) for name in folders)),
        lint=LintSettings(
            str(values["lint.profile"]),
            _number(values["lint.shown"]),
            _texts(values["lint.select"]),
            _texts(values["lint.ignore"]),
            _texts(values["lint.allow"]),
        ),
        device=str(values["device"]) or None,
        warnings=found.warnings,
    )


def resolve(home: Path | None, environ: Mapping[str, str]) -> Resolved:
    """What both files set: the home's wins, except that it cannot switch on what the person switched off."""
    own = _File(user_file(environ), tracked=False)
    files = [("user", own)] if home is None else [("user", own), ("home", _File(home / HOME_FILE, tracked=True))]
    values: dict[str, Value] = {}
    sources: dict[str, str] = {}
    for source, file in files:
        for name, value in file.values.items():
            if name == "enabled" and values.get(name) is False:
                continue
            values[name] = value
            sources[name] = source
    return Resolved(values, sources, tuple(line for _, file in files for line in file.warnings))


class _File:
    """One settings file: its right values, and warnings for the rest."""

    def __init__(self, path: Path, tracked: bool) -> None:
        self.path = path
        self.tracked = tracked
        self.warnings: list[str] = []
        self.values: dict[str, Value] = {}
        for name, value in self._flat(self._document()):
            if (key := KEYS.get(name)) is None:
                near = "".join(f"; did you mean '{match}'?" for match in nearest(name)[:1])
                self._warn(f"there is no setting '{name}'{near}")
            elif self._counts(key, value):
                self.values[name] = tuple(value) if isinstance(value, list) else value

    def _document(self) -> dict[str, Any]:
        try:
            return read(self.path.read_bytes().decode("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except UnicodeDecodeError:
            self._warn("it is not UTF-8 text; the defaults count")
        except OSError as error:
            self._warn(f"it cannot be read ({error.strerror}); the defaults count")
        except ValueError as error:
            self._warn(f"{error}; the defaults count")
        return {}

    def _flat(self, document: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
        for name, value in document.items():
            if name in _GROUPS and isinstance(value, Mapping):
                yield from ((f"{name}.{key}", inner) for key, inner in value.items())
            elif name in _GROUPS:
                if value is not None:
                    self._warn(f"'{name}' is a group of settings, not one value")
            else:
                yield str(name), value

    def _counts(self, key: Key, value: object) -> bool:
        if self.tracked and key.own:
            self._warn(f"'{key.name}' counts only in your own config: memgit config {key.name} VALUE")
            return False
        if not key.accepts(value):
            self._warn(f"'{key.name}' is {key.wants}; its default counts")
            return False
        return True

    def _warn(self, what: str) -> None:
        self.warnings.append(f"{self.path}: {what}")


def _user_home(environ: Mapping[str, str]) -> str:
    return environ.get("HOME") or os.path.expanduser("~")


def _expand(folder: str, environ: Mapping[str, str]) -> str:
    if folder == "~" or folder.startswith("~/"):
        return _user_home(environ) + folder[1:]
    return folder


def _number(value: Value | None) -> int:
    assert isinstance(value, int)
    return value


def _seconds(value: Value | None) -> float:
    assert isinstance(value, int | float)
    return float(value)


def _texts(value: Value | None) -> tuple[str, ...]:
    assert isinstance(value, tuple)
    return value
