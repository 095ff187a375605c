"""Bundles: a YAML file that names several skills, as Hermes Agent keeps them in `skill-bundles/`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from memgit.errors import Refused, SystemRefused
from memgit.formats import scalar

SUFFIXES = (".yaml", ".yml")
"""Hermes Agent reads all of the first before those of the second; the first of a slug wins."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Skills that are loaded together, and what is said about them."""

    name: str
    skills: tuple[str, ...]
    description: str = ""
    instruction: str = ""


def parse(data: bytes, stem: str) -> Bundle:
    """Read a bundle; without a name it is called by its file's stem.

    Lenient: one skill in place of a list, blanks and repeats dropped, unknown keys passed over. SystemRefused if it is
    not YAML, not a mapping, or names no skill.
    """
    loaded = _load(data)
    given = loaded.get("skills")
    if isinstance(given, str | int | float):
        given = [given]
    if not isinstance(given, list):
        raise _bad("it has no list of skills")
    skills = tuple(dict.fromkeys(name for name in (_text(item) for item in given) if name))
    if not skills:
        raise _bad("its list of skills is empty")
    name = _text(loaded.get("name")) or stem
    return Bundle(name, skills, _text(loaded.get("description")), _text(loaded.get("instruction")))


def compose(bundle: Bundle) -> bytes:
    """The file of a bundle: name, skills, description and instruction if it has them. Refused without a skill."""
    if not bundle.skills:
        raise Refused("a bundle names at least one skill")
    lines = [f"name: {scalar.write(bundle.name)}", "skills:"]
    lines += [f"- {scalar.write(name)}" for name in bundle.skills]
    if bundle.description:
        lines.append(f"description: {scalar.write(bundle.description)}")
    if bundle.instruction:
        lines.append(f"instruction: {_paragraph(bundle.instruction)}")
    return ("\n".join(lines) + "\n").encode()


def slug(name: str) -> str:
    """What a bundle is called as a command and a file: lower case, blanks and `_` to `-`, a-z, 0-9 and `-` only.

    Empty for a name that has none of these.
    """
    kept = re.sub(r"[^a-z0-9-]", "", re.sub(r"[ _]", "-", name.lower()))
    return re.sub(r"-+", "-", kept).strip("-")


def new(name: str, skills: Iterable[str], description: str = "", instruction: str = "") -> Bundle:
    """A bundle as a person asks for it; Refused if its name has no slug or it names no skill."""
    if not slug(name):
        raise Refused(f"the bundle name '{name}' has no letter or digit that a file can be called by")
    kept = tuple(dict.fromkeys(skill.strip() for skill in skills if skill.strip()))
    if not kept:
        raise Refused("a bundle names at least one skill")
    return Bundle(name.strip(), kept, description.strip(), instruction.strip())


def _paragraph(text: str) -> str:
    """Several lines as a literal block where one can hold them, else quoted."""
    lines = text.split("\n")
    plain = all(line.isprintable() and (not line or line.strip()) for line in lines)
    if len(lines) < 2 or not plain or not lines[-1] or lines[0][:1] in ("", " "):
        return scalar.write(text)
    return "|-\n" + "\n".join(f"  {line}" if line else "" for line in lines)


def _load(data: bytes) -> Mapping[str, Any]:
    from memgit.formats.frontmatter import parse_yaml

    try:
        loaded = parse_yaml(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise _bad("it is not UTF-8") from error
    except ValueError as error:
        raise _bad(f"it is not valid YAML: {error}") from error
    if not isinstance(loaded, Mapping):
        raise _bad("it is not a mapping of keys to values")
    return loaded


def _text(value: object) -> str:
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _bad(reason: str) -> SystemRefused:
    return SystemRefused(f"the bundle cannot be read: {reason}", "memgit help bundle new")
