"""Which skills a home has, and which of them an agent is offered: folders walked, heads read, nothing else.

The walk and the filters are Hermes Agent's, with two repairs: a head is read to its closing line, however long it is,
and folders with a dot directly below a skills root are no skills (conflict copies and work trees are kept there).
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from memgit.formats import skill, usage
from memgit.formats.skill import SkillHead
from memgit.formats.usage import Record, UsageFile
from memgit.layouts.shape import ARCHIVE
from memgit.model.layout import Layout

EXCLUDED = frozenset(
    ".git .github .hub .archive .venv venv node_modules site-packages __pycache__ .tox .nox .pytest_cache .mypy_cache"
    " .ruff_cache".split()
)
"""Folders that are never walked, at any depth; Hermes Agent's list."""

ENVIRONMENTS = frozenset({"kanban", "docker", "s6"})
"""What `environments` may ask for; any other word asks for nothing."""

OFFERED = frozenset({"active", "stale"})
"""States of the skills that an agent is offered."""

_ORG = "_org"
_HEAD = 4096
_LONGEST_HEAD = 1 << 20
_CLOSING = re.compile(rb"[\r\n]---[ \t]*[\r\n]")
_SUPPORT = frozenset(skill.SUPPORT_FOLDERS)
_MAX_DESCRIPTION = skill.MAX_DESCRIPTION


@dataclass(frozen=True, slots=True)
class SkillRef:
    """One skill as lists show it.

    name: what the frontmatter says, else the folder's name. dirname: the folder's name. category: the folders between
    the skills root and the skill, None for none. path: the folder, POSIX, relative to the home; of an external skill
    absolute. description: as written, at most 1,024 characters, else the first line of the body. shown: as Hermes
    Agent's prompt shows it. state: `active`, `stale`; not offered: `disabled`, `unsupported` (another platform),
    `elsewhere` (another environment), `shadowed` (an earlier skill has the name), `archived`. root: the skills root.
    """

    name: str
    dirname: str
    category: str | None
    path: str
    description: str
    shown: str
    state: str
    pinned: bool
    created_by: str | None
    uses: int
    last_used: str | None
    root: str
    external: bool = False

    @property
    def offered(self) -> bool:
        """Whether an agent is offered the skill."""
        return self.state in OFFERED


@dataclass(frozen=True, slots=True)
class Offer:
    """Where an agent runs and what it is denied.

    platform: as `sys.platform` names it. environments: those of ENVIRONMENTS that apply; None filters by none.
    disabled: names (of the frontmatter or the folder). external_dirs: further roots, absolute, walked after the home's.
    """

    platform: str
    environments: Collection[str] | None = None
    disabled: Collection[str] = ()
    external_dirs: tuple[Path, ...] = ()


class _Found(NamedTuple):
    """A folder with a SKILL.md. below: its path below the root."""

    root: str
    below: str
    head: SkillHead
    description: str
    external: bool


def discover(
    home: Path, layout: Layout, offer: Offer, records: Mapping[str, Record], everything: bool = False
) -> list[SkillRef]:
    """The skills an agent is offered, by category and name, those without a category first.

    everything: also those it is not offered, and the archive. records: the usage records (see `usage_records`).
    """
    found = [item for root in roots(home, layout) for item in _skills(home / root, root)]
    own = {os.path.realpath(home / root) for root in roots(home, layout)}
    for folder in offer.external_dirs:
        if os.path.realpath(folder) not in own:
            found += [item._replace(external=True) for item in _skills(folder, folder.as_posix())]
    dirnames = {item.below.rpartition("/")[2] for item in found}
    seen: set[str] = set()
    refs = []
    for item in found:
        ref = _ref(item, records, dirnames)
        state = _state(ref, item.head, offer)
        if state in OFFERED and ref.name in seen:
            state = "shadowed"
        elif state in OFFERED:
            seen.add(ref.name)
        refs.append(ref if state == ref.state else replace(ref, state=state))
    if not everything:
        return sorted((ref for ref in refs if ref.offered), key=_order)
    return sorted(refs, key=_order) + archive(home, layout, records)


def archive(home: Path, layout: Layout, records: Mapping[str, Record]) -> list[SkillRef]:
    """The skills in the archive, as far as their folders tell, by path."""
    found = [item for root in roots(home, layout) for item in _skills(home / root / ARCHIVE, f"{root}/{ARCHIVE}")]
    refs = (_ref(item, records, frozenset()) for item in found)
    return sorted((replace(ref, state="archived") for ref in refs), key=lambda ref: ref.path)


def roots(home: Path, layout: Layout) -> list[str]:
    """The skills roots that are there, relative to the home, in the layout's order; `*` stands for one folder."""
    found: list[str] = []
    for pattern in layout.skills_roots:
        before, star, behind = pattern.partition("*")
        names = _names(home / before) if star else [""]
        for name in names:
            root = f"{before}{name}{behind}"
            if root not in found and (home / root).is_dir():
                found.append(root)
    return found


def usage_records(home: Path, layout: Layout) -> dict[str, Record]:
    """The usage records as they are on disk. CorruptUsage if they cannot be read."""
    if layout.usage is None:
        return {}
    try:
        data = (home / layout.usage).read_bytes()
    except FileNotFoundError:
        return {}
    return UsageFile.parse(data).records


def read_head(path: str) -> bytes | None:
    """The start of a SKILL.md, to the closing line of its frontmatter at least; None if it cannot be read."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        data = os.read(handle, _HEAD)
        if not data and not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        while not _is_complete(data) and len(data) < _LONGEST_HEAD:
            more = os.read(handle, _HEAD * 16)
            if not more:
                break
            data += more
    except OSError:
        return None
    finally:
        os.close(handle)
    return data


def _skills(folder: Path, root: str) -> list[_Found]:
    """The skills below a folder, by path."""
    return sorted(_walk(folder, root), key=lambda item: f"{item.below}/")


def _walk(folder: Path, root: str) -> Iterator[_Found]:
    links: set[str] = set()
    todo = [(os.fspath(folder), "", False)]
    while todo:
        path, below, is_org = todo.pop()
        try:
            entries = list(os.scandir(path))
        except OSError:
            continue
        is_skill = bool(below) and any(entry.name == skill.FILE for entry in entries)
        if is_skill:
            item = _look(path, root, below)
            if item is not None:
                yield item
        active = _active_org(path) if is_org else None
        for entry in entries:
            if not _enters(entry, below, is_skill, links) or (is_org and entry.name != active):
                continue
            todo.append(
                (entry.path, f"{below}/{entry.name}" if below else entry.name, not below and entry.name == _ORG)
            )


def _enters(entry: os.DirEntry[str], below: str, is_skill: bool, links: set[str]) -> bool:
    """Whether to walk on into an entry of a folder. A linked folder is entered once, never from inside itself."""
    name = entry.name
    if name in EXCLUDED or (is_skill and name in _SUPPORT) or (not below and name.startswith(".")):
        return False
    try:
        if entry.is_dir(follow_symlinks=False):
            return True
        if not entry.is_symlink() or not entry.is_dir():
            return False
    except OSError:
        return False
    real = os.path.realpath(entry.path)
    if real in links or f"{os.path.realpath(os.path.dirname(entry.path))}/".startswith(f"{real}/"):
        return False
    links.add(real)
    return True


def _look(path: str, root: str, below: str) -> _Found | None:
    data = read_head(f"{path}/{skill.FILE}")
    if data is None:
        return None
    closing = _CLOSING.search(data, 3)
    head = SkillHead.parse(data[: closing.end()] if closing else data)
    return _Found(root, below, head, head.description or skill.first_line(data), external=False)


def _is_complete(data: bytes) -> bool:
    return not data.startswith((b"---", b"\xef\xbb\xbf---")) or _CLOSING.search(data, 3) is not None


def _ref(item: _Found, records: Mapping[str, Record], dirnames: Collection[str]) -> SkillRef:
    """The reference, with what its records say; the agent may count under the folder's name and the frontmatter's."""
    category, _, dirname = item.below.rpartition("/")
    name = (item.head.name or dirname)[: skill.MAX_NAME]
    keys = [dirname] if name == dirname or name in dirnames else [dirname, name]
    own = [records[key] for key in keys if key in records] if not item.external else []
    used = [record for record in own if usage.moment(record.get("last_used_at")) is not None]
    last = max(used, key=lambda record: str(usage.moment(record["last_used_at"])), default=None)
    state = usage.state(own[0]) if own else "active"
    return SkillRef(
        name=name,
        dirname=dirname,
        category=category or None,
        path=f"{item.root}/{item.below}",
        description=_cut(item.description),
        shown=skill.shown(item.description),
        state="stale" if state == "stale" else "active",
        pinned=any(usage.pinned(record) for record in own),
        created_by=next((maker for maker in map(usage.created_by, own) if maker), None),
        uses=sum(usage.count(record, "use_count") for record in own),
        last_used=_stamp(last),
        root=item.root,
        external=item.external,
    )


def _state(ref: SkillRef, head: SkillHead, offer: Offer) -> str:
    if not head.runs_on(offer.platform):
        return "unsupported"
    if not _is_here(head.environments, offer.environments):
        return "elsewhere"
    if ref.name in offer.disabled or ref.dirname in offer.disabled:
        return "disabled"
    return ref.state


def _is_here(wanted: tuple[str, ...], environments: Collection[str] | None) -> bool:
    """Whether any wanted environment applies; a word that is not known always does."""
    if environments is None or not wanted:
        return True
    return any(word in environments or word not in ENVIRONMENTS for word in wanted)


def _stamp(record: Record | None) -> str | None:
    time = usage.moment(record["last_used_at"]) if record else None
    return None if time is None else usage.stamp(time)


def _cut(description: str) -> str:
    return description if len(description) <= _MAX_DESCRIPTION else description[: _MAX_DESCRIPTION - 3] + "..."


def _order(ref: SkillRef) -> tuple[str, str, str]:
    return ref.category or "", ref.name, ref.path


def _names(folder: Path) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError:
        return []


def _active_org(folder: str) -> str | None:
    """The one organisation whose mirror is in use."""
    try:
        return (Path(folder) / ".active_org").read_text("utf-8", "replace").strip()
    except OSError:
        return None
