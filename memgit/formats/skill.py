"""`SKILL.md` and the files beside it: the head that lists show, and what a writer must keep to.

Reading is as lenient as Hermes Agent's reader, writing as strict as its `skill_manage`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from memgit.formats import frontmatter
from memgit.formats.scalar import NotText

FILE = "SKILL.md"
SUPPORT_FOLDERS = ("references", "templates", "scripts", "assets")
"""Where files beside SKILL.md live; Hermes Agent's readers look for skills in none of these."""

MAX_NAME = 64
MAX_DESCRIPTION = 1024
MAX_NEW_DESCRIPTION = 60
"""On creation: the index of skills in a system prompt shows no more."""
MAX_CHARACTERS = 100_000
MAX_BYTES = 1_048_576
SHOWN = 60
"""Hermes Agent's constant; what is longer shows as 57 characters and `...`."""

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_DRIVE = re.compile(r"[A-Za-z]:")
_UNFIT = re.compile(r"[\\\x00-\x1f\x7f\ud800-\udfff]")
"""A backslash, control characters, and what stands for bytes that are no text."""
_HEADING = re.compile(r"[ \t]*#")
_PLATFORMS = {"macos": "darwin", "windows": "win32"}
_KEYS = ("name", "description", "platforms", "environments")


@dataclass(frozen=True, slots=True)
class SkillHead:
    """What the frontmatter says, leniently read; None and empty where it says nothing.

    odd: names of keys (`name`, `description`) whose value is no text: Hermes Agent leaves such a skill out of its list.
    """

    name: str | None = None
    description: str | None = None
    platforms: tuple[str, ...] = ()
    environments: tuple[str, ...] = ()
    odd: tuple[str, ...] = ()

    @classmethod
    def parse(cls, data: bytes) -> SkillHead:
        """Read a head; bytes that are not UTF-8 are replaced, as Hermes Agent's viewer does. Never fails.

        data may end after the closing line of the frontmatter (see `complete`).
        """
        text = data.decode("utf-8", "replace")
        values = frontmatter.fields(text, _KEYS)
        name, description = values["name"], values["description"]
        odd = tuple(
            key
            for key, value in (("name", name), ("description", description))
            if value is not None and (isinstance(value, NotText) or not isinstance(value, str))
        )
        return cls(_text(name), _text(description), _tuple(values["platforms"]), _tuple(values["environments"]), odd)

    def runs_on(self, platform: str) -> bool:
        """Whether the skill is for a platform, as `sys.platform` names it. No platforms: for all."""
        names = [_PLATFORMS.get(name.lower(), name.lower()) for name in self.platforms if name]
        return not names or any(platform.startswith(name) for name in names)


def complete(data: bytes) -> bool:
    """Whether the start of a file holds all of its head: a closed frontmatter, or none at all."""
    if not data.startswith((b"---", b"\xef\xbb\xbf---")):
        return len(data) > 3
    return frontmatter.split(data.decode("utf-8", "replace")).closed


def shown(description: str) -> str:
    """A description as Hermes Agent's prompt shows it: 60 characters at most, quotes around it taken off."""
    bare = description.strip().strip("'\"")
    return bare if len(bare) <= SHOWN else bare[: SHOWN - 3] + "..."


def first_line(data: bytes) -> str:
    """The first line of the body that is neither blank nor a heading: what stands in for a missing description."""
    text = data.decode("utf-8", "replace")
    for line in text[frontmatter.split(text).body :].splitlines():
        if line.strip() and not _HEADING.match(line):
            return line.strip()
    return ""


def valid_name(name: str) -> bool:
    """Whether a name may be given to a skill or a category: `[a-z0-9]`, then `[a-z0-9._-]`, 64 characters at most."""
    return len(name) <= MAX_NAME and _NAME.fullmatch(name) is not None


valid_category = valid_name


def name_problem(name: str, what: str = "skill name") -> str | None:
    """Why a name may not be given; None if it may."""
    if not name:
        return f"the {what} is empty"
    if len(name) > MAX_NAME:
        return f"the {what} has {len(name)} characters, {MAX_NAME} are allowed"
    if not valid_name(name):
        return f"the {what} '{name}' must be a-z, 0-9, '.', '_' and '-', and start with a letter or digit"
    return None


def lookup_problem(name: str) -> str | None:
    """Why a name cannot be looked up: an absolute or drive path, `..`, NUL; None if it can."""
    if not name.strip():
        return "the name is empty"
    if "\0" in name or name.startswith(("/", "\\", "~")) or _DRIVE.match(name):
        return f"'{name}' is an absolute path"
    if ".." in re.split(r"[/\\]", name):
        return f"'{name}' leaves the skills folder"
    return None


def support_problem(path: str) -> str | None:
    """Why a file may not be written at a path inside a skill; None if it may.

    Allowed are SKILL.md itself and files below references, templates, scripts and assets.
    """
    problem = lookup_problem(path)
    if problem is not None:
        return problem.replace("the skills folder", "the skill")
    if path == FILE:
        return None
    parts = path.split("/")
    if _UNFIT.search(path) or any(part in ("", ".") or part != part.strip() for part in parts):
        return f"'{path}' is not a plain path"
    if ".git" in (part.lower() for part in parts):
        return f"'{path}' is inside a git repository"
    if parts[0] not in SUPPORT_FOLDERS or len(parts) < 2:
        return f"'{path}' must be below one of {', '.join(SUPPORT_FOLDERS)}"
    return None


def support_content_problem(data: bytes) -> str | None:
    """Why a file beside SKILL.md may not hold this; None if it may. Bytes that are no text count as bytes only."""
    if len(data) > MAX_BYTES:
        return f"the file has {len(data):,} bytes, {MAX_BYTES:,} are allowed"
    characters = len(data.decode("utf-8", "replace"))
    if characters > MAX_CHARACTERS:
        return f"the file has {characters:,} characters, {MAX_CHARACTERS:,} are allowed"
    return None


def validate_for_write(data: bytes, creating: bool) -> list[str]:
    """What is wrong with a SKILL.md that is to be written, one line each; none if nothing is.

    Stricter than what is read: valid YAML, a name and a description that are text, a body. When creating, a
    description of at most 60 characters.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ["it is not UTF-8"]
    problems = []
    if len(text) > MAX_CHARACTERS:
        problems.append(f"it has {len(text):,} characters, {MAX_CHARACTERS:,} are allowed")
    problem = frontmatter.problem(text)
    if problem is not None:
        return [*problems, problem]
    head = frontmatter.load(text)
    problems += _name_problems(head) + _description_problems(head, creating)
    if not text[frontmatter.split(text).body :].strip():
        problems.append("there is nothing below the frontmatter")
    return problems


def _name_problems(head: dict[str, Any]) -> list[str]:
    name = head.get("name")
    if name is None or name == "":
        return ["the frontmatter has no name"]
    if not isinstance(name, str):
        return ["the name is not text: put it in quotes"]
    return []


def _description_problems(head: dict[str, Any], creating: bool) -> list[str]:
    description = head.get("description")
    if description is None or description == "":
        return ["the frontmatter has no description"]
    if not isinstance(description, str):
        return ["the description is not text: put it in quotes"]
    bare = description.strip().strip("'\"")
    if not bare:
        return ["the description is blank"]
    if len(description) > MAX_DESCRIPTION:
        return [f"the description has {len(description):,} characters, {MAX_DESCRIPTION:,} are allowed"]
    if creating and len(bare) > MAX_NEW_DESCRIPTION:
        return [
            f"the description has {len(bare)} characters, {MAX_NEW_DESCRIPTION} are allowed for a new skill: "
            "an agent is shown no more"
        ]
    return []


def _text(value: object) -> str | None:
    """Text, trimmed; other scalars as they would be written, lists and mappings as nothing."""
    if isinstance(value, str):
        return str(value).strip() or None
    return str(value) if isinstance(value, int | float) else None


def _tuple(value: object) -> tuple[str, ...]:
    """A list, or one value in place of a list."""
    values = value if isinstance(value, list | tuple) else [] if value is None else [value]
    return tuple(str(item).strip() for item in values if isinstance(item, str | int | float))
