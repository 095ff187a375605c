"""Making a home a store: its git repository, the whitelist and attributes, `.memgit/`; run again, it repairs them."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pygit2
from pygit2.enums import RepositoryInitFlag

from memgit.errors import Refused, SystemRefused
from memgit.model.layout import Layout
from memgit.repo import state
from memgit.repo.state import StoreFile

BRANCH = "main"
ATTRIBUTES = ("* -text -filter -ident !working-tree-encoding",)
"""Git converts nothing, whatever other attributes and settings say: history holds the bytes that were on disk."""

_MARKS = ("# memgit: begin, rewritten by memgit init", "# memgit: end")
_LEFT_ALONE = ("# memgit: left alone, rewritten by memgit commit", "# memgit: that is left alone")
_SPECIAL = re.compile(r"[\\*?\[]| $")


@dataclass(frozen=True, slots=True)
class GitPlace:
    """Where the git repository goes. separate: a folder outside the home. adopt: use the one that is there."""

    separate: Path | None = None
    adopt: bool = False


def check(home: Path, layout: Layout, place: GitPlace) -> None:
    """`Refused` when a repository of somebody else is in the way; nothing is written."""
    if state.paths_of(home).store_file.exists():
        return
    if os.path.lexists(home / ".git") and not place.adopt and place.separate is None:
        raise Refused(
            f"'{home}' is a git work tree already",
            f"record into its repository: memgit init {home} --adopt-git",
            f"keep a second one elsewhere: memgit init {home} --separate-git-dir DIR",
        )
    git_dir = git_dir_of(home)
    if place.adopt and git_dir is not None and os.path.lexists(os.path.join(git_dir, "commondir")):
        raise Refused(
            f"'{home}' is a linked work tree: what git tracks would change in every other one too",
            f"keep a second repository elsewhere: memgit init {home} --separate-git-dir DIR",
        )
    if place.separate is not None and place.separate.exists() and any(place.separate.iterdir()):
        raise Refused(f"'{place.separate}' is not empty", "name a folder that is empty or not there yet")
    for root in layout.roots:
        if (home / root / ".git").exists():
            raise Refused(
                f"'{home / root}' is a git repository of its own, where the {layout.name} layout keeps files",
                f"move its .git away first: mv {home / root}/.git DIR",
            )


def surrounding(home: Path) -> Path | None:
    """The work tree of somebody else that the home lies in, e.g. a dotfiles repository."""
    found = pygit2.discover_repository(str(home.parent))
    if found is None:
        return None
    workdir = pygit2.Repository(found).workdir
    return None if workdir is None else Path(workdir)


def make(home: Path, file: StoreFile, place: GitPlace) -> StoreFile:
    """Create or repair the repository and `.memgit/`; answers `store.json` as it should be, not written yet."""
    paths = state.paths_of(home)
    if paths.folder.is_symlink():
        raise Refused(f"'{paths.folder}' is a link", "replace it by a folder of its own")
    git_dir = file.git_dir
    if place.separate is not None:
        git_dir = str(place.separate.resolve())
    state.mark(home, git_dir)
    if git_dir is not None and not (Path(git_dir) / "HEAD").exists():
        _init(Path(git_dir), home, pointer_taken=os.path.lexists(home / ".git"))
    elif git_dir is None and (not os.path.lexists(home / ".git") or _half_made(home / ".git")):
        _init(home / ".git", home, pointer_taken=True)
    return StoreFile(file.layout, file.withheld, git_dir)


def git_dir_of(home: Path) -> str | None:
    """Where an init that was cut short put the repository, or where the home's `.git` file says that it is.

    None when `.git` is a folder or not there.
    """
    if (marked := state.marked_git_dir(home)) is not None:
        return marked
    pointer = home / ".git"
    if not pointer.is_file():
        return None
    key, _, place = pointer.read_text(encoding="utf-8", errors="surrogateescape").strip().partition(":")
    return os.path.join(home, place.strip()) if key == "gitdir" and place.strip() else None


def repair_info(repo: pygit2.Repository, exclude: Sequence[str]) -> tuple[str, ...]:
    """Put the whitelist and attributes into `info/`, whose other lines stay; answers which files were mended."""
    mended = []
    for name, lines in (("exclude", exclude), ("attributes", ATTRIBUTES)):
        path = Path(repo.path) / "info" / name
        if not _section_is(path, lines):
            path.parent.mkdir(exist_ok=True)
            _write_section(path, lines)
            mended.append(f"info/{name}")
    return tuple(mended)


def leave_alone(repo: pygit2.Repository, paths: Iterable[str], within: Collection[str] | None = None) -> None:
    """Have plain git overlook what memgit leaves alone (cloned skills, links out, files too big), and nothing else.

    within: the files and folders that were looked at, None for the whole home; what is left alone elsewhere stays so.
    """
    path = Path(repo.path) / "info" / "exclude"
    text = _lines(path)
    there = _LEFT_ALONE[0] in text
    patterns = {_pattern(name) for name in paths if name.isprintable()}
    if there and within is not None:
        patterns.update(_elsewhere(text, within))
    lines = sorted(patterns)
    if _section(lines, _LEFT_ALONE) not in text or (there and not lines):
        path.parent.mkdir(exist_ok=True)
        _write_section(path, lines, _LEFT_ALONE)


def _elsewhere(text: str, within: Collection[str]) -> Iterator[str]:
    """The patterns of what is left alone and is not at or below any of the paths `within`."""
    start = text.index(_LEFT_ALONE[0]) + len(_LEFT_ALONE[0])
    for line in text[start : text.find(_LEFT_ALONE[1], start)].split("\n"):
        looked_at = any(line == _pattern(path) or line.startswith(_pattern(f"{path}/")) for path in within)
        if line and not looked_at:
            yield line


def _pattern(path: str) -> str:
    """What stands for one path in `info/exclude`."""
    return f"/{_SPECIAL.sub(_escaped, path)}"


def _escaped(match: re.Match[str]) -> str:
    return f"\\{match[0]}"


def info_problems(repo: pygit2.Repository, exclude: Sequence[str]) -> tuple[str, ...]:
    """The files of `info/` that do not hold what they should."""
    pairs = (("exclude", exclude), ("attributes", ATTRIBUTES))
    return tuple(f"info/{name}" for name, lines in pairs if not _section_is(Path(repo.path) / "info" / name, lines))


def loose_permissions(home: Path) -> tuple[Path, ...]:
    """What in `.memgit/` others than the owner can enter or read."""
    paths = state.paths_of(home)
    found = []
    for path in (paths.folder, paths.temps, paths.lock, paths.journal):
        with suppress(FileNotFoundError):
            if stat.S_IMODE(os.stat(path).st_mode) & 0o077:
                found.append(path)
    return tuple(found)


def tighten(home: Path) -> None:
    """Close `.memgit/` to others."""
    for path in loose_permissions(home):
        path.chmod(0o700 if path.is_dir() else 0o600)


def _half_made(folder: Path) -> bool:
    """Whether a process was killed while it made this repository: git itself takes it for none."""
    return folder.is_dir() and not os.path.lexists(folder / "HEAD")


def _init(git_dir: Path, home: Path, pointer_taken: bool) -> None:
    """Make a repository; one outside the home gets a `.git` file that leads to it, unless somebody else's is there."""
    flags = RepositoryInitFlag.MKPATH | RepositoryInitFlag.NO_REINIT | RepositoryInitFlag.NO_DOTGIT_DIR
    pointer = home / ".git"
    inside = git_dir == pointer
    try:
        workdir = str(home) if inside else None
        repo = pygit2.init_repository(str(git_dir), not inside, flags, workdir_path=workdir, initial_head=BRANCH)
    except pygit2.GitError as error:
        raise SystemRefused(f"'{git_dir}' cannot be made: {error}", "check the folder's permissions") from error
    repo.config["core.splitIndex"] = False  # libgit2 reads no split one, which the person's own settings may ask for
    if not inside:
        repo.config["core.bare"] = False
        repo.config["core.worktree"] = str(home)
        if not pointer_taken:
            pointer.write_text(f"gitdir: {git_dir}\n", encoding="utf-8")


def _section_is(path: Path, lines: Sequence[str], marks: tuple[str, str] = _MARKS) -> bool:
    return _section(lines, marks) in _lines(path)


def _write_section(path: Path, lines: Sequence[str], marks: tuple[str, str] = _MARKS) -> None:
    text = _lines(path)
    start = text.find(marks[0])
    end = text.find(marks[1], start)
    if start >= 0 and end >= 0:
        text = text[:start] + text[end + len(marks[1]) :].removeprefix("\n")
    if text and not text.endswith("\n"):
        text += "\n"
    temp = path.with_name(f"{path.name}.memgit")
    temp.write_text(text + _section(lines, marks), encoding="utf-8", errors="surrogateescape")
    os.replace(temp, path)


def _section(lines: Sequence[str], marks: tuple[str, str]) -> str:
    return "\n".join([marks[0], *lines, marks[1]]) + "\n" if lines else ""


def _lines(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        return ""
