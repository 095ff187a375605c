"""The shape of a layout: which paths are tracked, as data; from it the whitelist, the walk and git's exclude lines.

A pattern is a relative POSIX path. A segment is a literal, `*` (one segment), or, as the last one, `*.ext`; `**` before
the last segment stands for any number of folders. The first segment is a literal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memgit.layouts import deny
from memgit.model.layout import Place, Role

ARCHIVE = ".archive"
"""The archive of skills, inside the skills root (Hermes' own place; one level too deep for pi and Claude to see)."""

SETTINGS = "memgit.yaml"
USAGE = ".memgit/usage.json"
"""Usage records of homes whose agent keeps none: the only file of ours that is tracked."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Files of one role. Their place has as its name what the first `*` segment stands for, or a bundle's stem.

    owner: goes before that name.
    """

    pattern: str
    role: Role
    owner: str = ""


class Shape:
    """The slots and skills roots of a layout, compiled. Slots are tried in order, skills roots after them."""

    def __init__(self, slots: tuple[Slot, ...], skills: tuple[str, ...] = ()) -> None:
        self._slots = (*slots, Slot(SETTINGS, Role.SETTINGS))
        self._skills = skills
        self._own_usage = any(slot.pattern == USAGE for slot in slots)
        self._by_first: dict[str, list[tuple[re.Pattern[str], Slot | None]]] = {}
        self._folders: dict[str, re.Pattern[str]] = {}
        self._compile()

    @property
    def roots(self) -> tuple[str, ...]:
        """The first segments of every pattern, in order: outside these nothing is ever looked at."""
        return tuple(self._by_first)

    def place(self, path: str) -> Place | None:
        """The place of a relative POSIX path, None for what is never tracked. Pure string work."""
        candidates = self._by_first.get(path.partition("/")[0])
        if candidates is None or deny.unclean(path):
            return None
        if deny.denied(path) and not (self._own_usage and path == USAGE):
            return None
        for pattern, slot in candidates:
            match = pattern.fullmatch(path)
            if match is None:
                continue
            return _skills_place(match[1], match[2]) if slot is None else Place(slot.role, _name(slot, match))
        return None

    def enters(self, folder: str) -> bool:
        """Whether the folder may hold anything tracked; the home itself is `""`."""
        if not folder:
            return True
        pattern = self._folders.get(folder.partition("/")[0])
        if pattern is None or deny.unclean(folder):
            return False
        if deny.folder_denied(folder) and not (self._own_usage and folder == ".memgit"):
            return False
        return pattern.fullmatch(folder) is not None

    def exclude_lines(self) -> list[str]:
        """Lines for `.git/info/exclude` under which git sees what `place` tracks, as far as gitignore can say it."""
        slots = [slot.pattern for slot in self._slots if slot.pattern != USAGE]
        lines = ["/*"]
        seen: set[str] = set()
        for pattern in (*slots, *self._skills):
            lines += _opening(pattern, seen)
        for root in self._skills:
            lines += [f"!/{root}/", f"!/{root}/*", f"/{root}/.*", f"!/{root}/{ARCHIVE}/", f"/{root}/{ARCHIVE}/.*"]
        for pattern in slots:
            lines += _file_lines(pattern)
        lines += [deny.git_pattern(p) for p in (*deny.ANYWHERE, *deny.FILES_ONLY)]
        lines.append("*\\\\*")
        for folder in self._open_folders():
            lines += [f"!/{folder}/{deny.git_pattern(name)}/" for name in deny.FILES_ONLY]
        for root in self._skills:
            files = [f"/{root}/**/{deny.git_pattern(name)}" for name in deny.ALLOWED]
            lines += [f"!{file}" for file in files] + [f"{file}/" for file in files]
        if self._own_usage:
            lines += ["!/.memgit/", "/.memgit/*", f"!/{USAGE}"]
        return lines

    def _open_folders(self) -> list[str]:
        """Patterns of folders that may hold folders of any name."""
        patterns = [*(slot.pattern for slot in self._slots), *(f"{root}/**/" for root in self._skills)]
        found = [f"{pattern.partition('/**/')[0]}/**" for pattern in patterns if "/**/" in pattern]
        found += [pattern.partition("/*/")[0] for pattern in patterns if "/*/" in pattern]
        return list(dict.fromkeys(found))

    def _compile(self) -> None:
        folders: dict[str, list[str]] = {}
        for slot in self._slots:
            first = slot.pattern.partition("/")[0]
            self._by_first.setdefault(first, []).append((re.compile(_regex(slot.pattern), re.DOTALL), slot))
            folders.setdefault(first, []).extend(_folder_regexes(slot.pattern))
        for root in self._skills:
            first = root.partition("/")[0]
            pattern = re.compile(f"({_regex(root).replace('(', '(?:')})/(.+)", re.DOTALL)
            self._by_first.setdefault(first, []).append((pattern, None))
            below = rf"(?:/(?:[^./].*|{re.escape(ARCHIVE)}(?:/[^./].*)?))?"
            folders.setdefault(first, []).extend([*_folder_regexes(root), _regex(root) + below])
        self._folders = {first: re.compile("|".join(found), re.DOTALL) for first, found in folders.items() if found}


def _skills_place(root: str, rest: str) -> Place | None:
    """Directly below a skills root, names with a dot belong to the agent or to us, not to a skill."""
    head, _, tail = rest.partition("/")
    if head == ARCHIVE:
        return Place(Role.ARCHIVE, tail, root) if tail and not tail.startswith(".") else None
    if head.startswith("."):
        return None
    if tail == "DESCRIPTION.md":
        return Place(Role.CATEGORY, head, root)
    return Place(Role.SKILL, rest, root)


def _name(slot: Slot, match: re.Match[str]) -> str:
    if slot.role is Role.BUNDLE:
        return match.string.rpartition("/")[2].rpartition(".")[0]
    return slot.owner + match[1] if match.lastindex else ""


def _regex(pattern: str) -> str:
    """The pattern as a regex; the first `*` segment is its only group."""
    text = "/".join(_segment(part) for part in pattern.split("/")).replace("**/", "(?:.+/)?")
    return text.replace("([^/]+)", "(?:[^/]+)").replace("(?:[^/]+)", "([^/]+)", 1)


def _segment(part: str) -> str:
    if part == "**":
        return part
    return "([^/]+)" if part == "*" else re.escape(part).replace(r"\*", "[^/]+")


def _folder_regexes(pattern: str) -> list[str]:
    """A regex for each folder on the way to what the pattern matches."""
    base, deep, _ = pattern.partition("/**/")
    parts = base.split("/") if deep else base.split("/")[:-1]
    found = ["/".join(_segment(part) for part in parts[: end + 1]) for end in range(len(parts))]
    return [*found, f"{found[-1]}/.+"] if deep else found


def _opening(pattern: str, seen: set[str]) -> list[str]:
    """Lines that let git into each folder on the way and out of everything else in it."""
    base, deep, _ = pattern.partition("/**/")
    parts = base.split("/") if deep else base.split("/")[:-1]
    lines = []
    for end in range(len(parts)):
        folder = "/".join(parts[: end + 1])
        if folder not in seen:
            seen.add(folder)
            lines += [f"!/{folder}/", f"/{folder}/*"]
    return lines


def _file_lines(pattern: str) -> list[str]:
    """Lines that let git see the files of a pattern, and not a folder by the name of one."""
    if "/**/" in pattern:
        base = pattern.partition("/**/")[0]
        return [f"/{base}/**", f"!/{base}/**/", f"!/{pattern}"]
    return [f"!/{pattern}", f"/{pattern}/"]
