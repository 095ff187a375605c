"""Settings: what there is, how values are read, and which file may say it.

Two files: `memgit.yaml` in the home, tracked and so shared, and the person's own (`memgit.paths.user_settings`), which
wins. A setting that moves a folder, runs a program, names an endpoint or loosens a gate counts only in the latter.
A value that is wrong falls back to its default on its own, with a warning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from memgit import paths
from memgit.errors import SystemRefused, UsageError

SHARED_FILE = "memgit.yaml"


class Setting(NamedTuple):
    """One setting. kind: `bool`, `int` (positive), `str`, `list` (of words). personal: not honoured in the shared file."""

    key: str
    kind: str
    default: Any
    help: str
    personal: bool = False


SETTINGS = (
    Setting("enabled", "bool", True, "false: memgit writes nothing in this home", personal=True),
    Setting("budgets.memory", "int", None, "limit of the memory store, in the layout's unit"),
    Setting("budgets.user", "int", None, "limit of the user store"),
    Setting("budgets.failures", "int", None, "limit of the failures store"),
    Setting("budgets.project", "int", None, "limit of each project store"),
    Setting("budgets.standing", "int", 2_000, "limit of the standing rules together"),
    Setting("standing.lines", "int", 20, "how many standing rules there may be"),
    Setting("skills.disabled", "list", (), "skills that are not shown to agents"),
    Setting("skills.external_dirs", "list", (), "more folders of skills, looked after by others", personal=True),
    Setting("history.max_file_size", "int", 10 * 1024 * 1024, "bytes; bigger files are left out", personal=True),
    Setting("history.author_name", "str", "memgit", "author of commits", personal=True),
    Setting("history.author_email", "str", "memgit@localhost", "address of the author of commits", personal=True),
    Setting("history.fsync", "bool", False, "make git objects durable too, about 2 ms each", personal=True),
    Setting("device", "str", None, "name of this machine in commits", personal=True),
)

KNOWN: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Settings:
    """The values that count. values: key to value; sources: key to the file that set it. warnings: lines to show."""

    values: Mapping[str, Any] = field(default_factory=dict)
    sources: Mapping[str, Path] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def value(self, key: str) -> Any:
        """A setting's value, its default when nothing sets it."""
        return self.values.get(key, KNOWN[key].default)

    @property
    def budgets(self) -> Mapping[str, int]:
        """Budget to limit, only those that are set."""
        return {key.partition(".")[2]: value for key, value in self.values.items() if key.startswith("budgets.")}

    @property
    def standing_lines(self) -> int:
        """How many standing rules fit."""
        return int(self.value("standing.lines"))


def load(home: Path | None, environ: Mapping[str, str]) -> Settings:
    """Read both files; what is wrong in them becomes warnings."""
    values: dict[str, Any] = {}
    sources: dict[str, Path] = {}
    warnings: list[str] = []
    own = paths.user_settings(environ)
    for path, personal in ((None if home is None else home / SHARED_FILE, False), (own, True)):
        if path is None or not path.exists():
            continue
        try:
            found = flatten(read_document(path))
        except SystemRefused as error:
            warnings.append(error.message)
            continue
        for key, raw in found.items():
            try:
                values[key] = check(key, raw, personal)
                sources[key] = path
            except UsageError as error:
                warnings.append(f"{path}: {error.message}; it is left out")
    return Settings(values, sources, tuple(warnings))


def check(key: str, raw: Any, personal: bool) -> Any:
    """The value of a setting as its type wants it. Raises UsageError, with the nearest key for one that is unknown."""
    setting = require_known(key)
    if setting.personal and not personal:
        raise UsageError(f"'{key}' counts only in your own settings", f"memgit config {key} VALUE")
    value = _converted(setting, raw)
    if value is None:
        raise UsageError(
            f"'{key}' wants {_WANTED[setting.kind]}, not '{raw}'", f"memgit config {key} {_EXAMPLE[setting.kind]}"
        )
    return value


def require_known(key: str) -> Setting:
    """The setting of a key."""
    if key in KNOWN:
        return KNOWN[key]
    from difflib import get_close_matches

    near = get_close_matches(key, KNOWN, n=1, cutoff=0.4)
    raise UsageError(f"there is no setting '{key}'", f"memgit config {near[0]}" if near else "memgit config")


def parse_word(setting: Setting, word: str) -> Any:
    """A value given on the command line: lists are separated by commas."""
    if setting.kind == "list":
        return [part.strip() for part in word.split(",") if part.strip()]
    if setting.kind == "bool":
        return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(
            word.lower(), word
        )
    if setting.kind == "int":
        digits = word.replace("_", "").replace(",", "")
        return int(digits) if digits.isascii() and digits.isdigit() else word
    return word


def read_document(path: Path) -> Mapping[str, Any]:
    """A settings file as a mapping. Raises SystemRefused when it cannot be read as one."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        document = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, YAMLError) as error:
        raise SystemRefused(f"{path} cannot be read: {_first_line(error)}", f"mend or remove {path}") from None
    if document is None:
        return {}
    if not isinstance(document, Mapping):
        raise SystemRefused(f"{path} is not a list of settings", f"mend or remove {path}")
    return document


def flatten(document: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """`{"a": {"b": 1}}` as `{"a.b": 1}`."""
    found: dict[str, Any] = {}
    for key, value in document.items():
        if isinstance(value, Mapping):
            found |= flatten(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found


def edited(text: str, key: str, value: Any) -> str:
    """A settings file with one value set; comments and the order of what is there stay."""
    from io import StringIO

    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    document = yaml.load(text) if text.strip() else None
    document = {} if document is None else document
    *parents, last = key.split(".")
    place = document
    for parent in parents:
        if not isinstance(place.get(parent), Mapping):
            place[parent] = {}
        place = place[parent]
    place[last] = list(value) if isinstance(value, (list, tuple)) else value
    out = StringIO()
    yaml.dump(document, out)
    return out.getvalue()


def _converted(setting: Setting, raw: Any) -> Any:
    match setting.kind:
        case "bool":
            return raw if isinstance(raw, bool) else None
        case "int":
            return raw if isinstance(raw, int) and not isinstance(raw, bool) and raw > 0 else None
        case "str":
            return raw if isinstance(raw, str) and raw.strip() else None
        case _:
            words = raw if isinstance(raw, (list, tuple)) else None
            return tuple(words) if words is not None and all(isinstance(word, str) for word in words) else None


_WANTED = {"bool": "true or false", "int": "a positive whole number", "str": "some text", "list": "a list of words"}
_EXAMPLE = {"bool": "true", "int": "1000", "str": "TEXT", "list": "one,two"}


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
