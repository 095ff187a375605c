"""What happens in a home: files written, moved and linked by editors, agents, people, git and memgit, by chance."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memgit import layouts
from memgit.config import Settings
from memgit.errors import MemgitError
from memgit.memory.targets import Kind, Target
from memgit.model.change import Actor
from memgit.model.layout import Dialect
from memgit.ops import archive, commit, memory, restore
from memgit.repo.store import Options, Store

START = datetime(2026, 10, 2, tzinfo=UTC)
FILE_NAMES = ("SKILL.md", "notes.md", "references/a.md", "scripts/run.sh", "DESCRIPTION.md", "A.md", "sub/SKILL.md")
SKILL_NAMES = ("one", "two", "cat/three", "cat/four", "cat", "one/inner", "pr-triage", "dev/release")
WORDS = "uv pip arm64 runners 缓存索引 risk label snake_case 发布 café release --dry-run triage cents 价格".split()


class Happenings:
    """Events in one home. `happen` draws one and answers the paths that a watcher would tell of.

    `told` keeps what was done, a line each; template: a home like this one was at first. external: a folder outside it.
    """

    untold = True
    """Whether things happen that no watcher tells of: a repository inside the home comes or goes."""

    def __init__(self, home: Path, template: Path, layout: str, seed: str, external: Path) -> None:
        self.home, self.template, self.external = home, template, external
        self.layout = layouts.get(layout)
        self.chance = random.Random(seed)
        self.told: list[str] = []
        self._minutes = 0
        self._touched: set[str] = set()
        self._events: list[Callable[[], str]] = [
            *[self._write, self._write_same_size, self._append, self._truncate, self._save_atomically] * 3,
            *[self._link_dance, self._delete, self._touch, self._move_file, self._write_odd_bytes] * 2,
            *[self._new_folder, self._rename_folder, self._new_file, self._skill_comes_or_goes] * 3,
            *[self._exchange_folders, self._delete_folder, self._copy_folder, self._memory, self._commit] * 2,
            *[self._archive, self._restore, self._checkout, self._move_entry],
            *[self._link_to_file, self._link_to_folder, self._link_away, self._chmod, self._file_for_folder],
            *[self._folder_for_file, self._root_away, self._amend, self._reset, self._merge],
            *([self._repository_inside] if self.untold else []),
        ]

    def happen(self, *, again: bool = False) -> set[str]:
        """One event. again: also the rare one in which the whole home is deleted and comes back."""
        before = self.seen()
        self._touched = set()
        event = self._home_anew if again and self.chance.random() < 0.01 else self.chance.choice(self._events)
        try:
            said = event()
        except OSError as error:
            said = f"{event.__name__}: {error}"
        self.told.append(said)
        after = self.seen()
        return self._touched | {path for path in {*before, *after} if before.get(path) != after.get(path)}

    def seen(self) -> dict[str, tuple[int, ...]]:
        """Every path of the home that a watcher looks at, with what tells a change of it."""
        found = {}
        for path in self._all():
            info = os.lstat(self.home / path)
            is_folder = os.path.isdir(self.home / path) and not os.path.islink(self.home / path)
            found[path] = (info.st_ino, info.st_mode, *(() if is_folder else (info.st_size, info.st_ctime_ns)))
        return found

    def _all(self) -> Iterator[str]:
        for root in self.layout.roots:
            if root == ".memgit":
                continue
            if os.path.lexists(self.home / root):
                yield root
            for folder, folders, names in os.walk(self.home / root):
                folders[:] = [name for name in folders if name not in (".git", ".memgit")]
                for name in [*folders, *names]:
                    yield os.path.relpath(os.path.join(folder, name), self.home)

    # What there is to choose from.

    def _files(self) -> list[str]:
        return sorted(path for path in self._all() if self.layout.place(path) and (self.home / path).is_file())

    def _file(self) -> str:
        files = self._files()
        return self.chance.choice(files) if files else self._fresh()

    def _folders(self) -> list[str]:
        """Folders of skills, categories and projects, below the roots."""
        return sorted(
            path
            for path in self._all()
            if "/" in path and self._is_folder(path) and self.layout.enters(path) and path not in self._skills_roots()
        )

    def _is_folder(self, path: str) -> bool:
        return (self.home / path).is_dir() and not (self.home / path).is_symlink()

    def _skills_roots(self) -> list[str]:
        return [root.replace("*", "shop") for root in self.layout.skills_roots]

    def _fresh(self) -> str:
        """A path for a file, there or not."""
        fixed = [*self.layout.files.values(), self.layout.project_file, self.layout.project_topics, self.layout.topics]
        names = [path.replace("{name}", self.chance.choice(("shop", "lab"))) for path in fixed if path is not None]
        memories = [path if path.endswith(".md") else f"{path}/{self.chance.choice(('a', 'b'))}.md" for path in names]
        if memories and self.chance.random() < 0.3:
            return self.chance.choice(memories)
        return f"{self._fresh_folder()}/{self.chance.choice(FILE_NAMES)}"

    def _fresh_folder(self) -> str:
        root = self.chance.choice(self._skills_roots())
        archived = f"{root}/.archive" if self.chance.random() < 0.1 else root
        return f"{archived}/{self.chance.choice(SKILL_NAMES)}"

    def _text(self, path: str) -> str:
        place = self.layout.place(path)
        words = [" ".join(self.chance.choices(WORDS, k=self.chance.randint(1, 6))) for _ in range(3)]
        if path.endswith("SKILL.md") and self.chance.random() < 0.8:
            name = self.chance.choice((path.split("/")[-2], "other", ""))
            return f"---\nname: {name}\ndescription: {words[0]}\n---\n\n# {words[1]}\n\n{words[2]}\n"
        if place is not None and place.root == "" and self.layout.dialect is not Dialect.FREE:
            return "\n§\n".join(words)
        return f"# {words[0]}\n\n{words[1]}\n" + (f"\n## {words[2]}\n\n" + "line\n" * 100) * self.chance.randint(0, 2)

    def _ready(self, path: str) -> Path:
        full = self.home / path
        full.parent.mkdir(parents=True, exist_ok=True)
        self._touched.add(path)
        return full

    # Files.

    def _write(self) -> str:
        path = self._file()
        self._ready(path).write_text(self._text(path))
        return f"write {path}"

    def _new_file(self) -> str:
        path = self._fresh()
        self._ready(path).write_text(self._text(path))
        return f"new {path}"

    def _write_same_size(self) -> str:
        path = self._file()
        full = self._ready(path)
        data = bytearray(full.read_bytes() if full.exists() else b"text")
        letters = [at for at, byte in enumerate(data) if 0x61 <= byte <= 0x7A]
        if letters:
            data[self.chance.choice(letters)] = self.chance.randint(0x61, 0x7A)
        with open(full, "r+b" if full.exists() else "wb") as file:
            file.write(data)
        return f"write the same size {path}"

    def _append(self) -> str:
        path = self._file()
        with open(self._ready(path), "a") as file:
            file.write(f"\n§\n{self.chance.choice(WORDS)} {self.chance.randint(0, 99)}")
        return f"append {path}"

    def _truncate(self) -> str:
        path = self._file()
        full = self._ready(path)
        size = self.chance.choice((0, full.stat().st_size // 2)) if full.exists() else 0
        with open(full, "ab") as file:
            file.truncate(size)
        return f"truncate {path} to {size}"

    def _save_atomically(self) -> str:
        path = self._file()
        full = self._ready(path)
        temp = full.with_name(f".{full.name}.tmp-4913")
        temp.write_text(self._text(path))
        os.replace(temp, full)
        return f"save atomically {path}"

    def _link_dance(self) -> str:
        path = self._file()
        full = self._ready(path)
        temp, aside = full.with_name(f".mem_{full.name}"), full.with_name(f".{full.name}.retired-1")
        temp.write_text(self._text(path))
        if full.exists():
            os.rename(full, aside)
        os.link(temp, full)
        temp.unlink()
        aside.unlink(missing_ok=True)
        return f"link dance {path}"

    def _delete(self) -> str:
        path = self._file()
        self._ready(path).unlink(missing_ok=True)
        return f"delete {path}"

    def _touch(self) -> str:
        path = self._file()
        moment = self.chance.randint(1_700_000_000, 1_790_000_000)
        self._ready(path).touch()
        os.utime(self.home / path, (moment, moment))
        return f"touch {path} at {moment}"

    def _move_file(self) -> str:
        source, target = self._file(), self._fresh()
        self._ready(source)
        os.rename(self.home / source, self._ready(target))
        return f"move {source} to {target}"

    def _move_entry(self) -> str:
        """The text of a file becomes that of another."""
        source, target = self._file(), self._file()
        data = self._ready(source).read_bytes()
        self._ready(target).write_bytes(data)
        (self.home / source).write_text(self._text(source))
        return f"move the text of {source} to {target}"

    def _write_odd_bytes(self) -> str:
        path = self._file()
        data = self.chance.choice(
            (
                b"",
                b"\xff\xfe\x00",
                b"bin\0ary",
                "§".encode(),
                b"---\nname: open\n",
                b"\r\na\r\n\rb",
                b"\xe9t\xe9",
                b"\0" * 9,
            )
        )
        self._ready(path).write_bytes(data)
        return f"write odd bytes {path} {data!r}"

    def _chmod(self) -> str:
        path = self.chance.choice([self._file(), *self._folders()])
        if not (self.home / path).exists():
            return "chmod nothing"
        self._ready(path).chmod(self.chance.choice((0o644, 0)) if (self.home / path).is_file() else 0o755)
        return f"chmod {path}"

    def _link_to_file(self) -> str:
        path, target = self._fresh(), self._file()
        full = self._ready(path)
        full.unlink(missing_ok=True)
        full.symlink_to(os.path.relpath(self.home / target, full.parent))
        return f"link {path} to {target}"

    def _link_to_folder(self) -> str:
        target = self.chance.choice([*self._folders(), *self._skills_roots()])
        path = self.chance.choice((self._fresh(), self._fresh_folder()))
        full = self._ready(path)
        if self._is_folder(path) and target != path and not target.startswith(f"{path}/"):
            shutil.rmtree(full)
        full.unlink(missing_ok=True)
        full.symlink_to(os.path.relpath(self.home / target, full.parent))
        return f"link {path} to the folder {target}"

    def _link_away(self) -> str:
        path = self._fresh()
        full = self._ready(path)
        full.unlink(missing_ok=True)
        full.symlink_to(self.chance.choice((self.external, self.external / "file.md", Path("/nowhere/at/all"))))
        return f"link {path} out of the home"

    def _file_for_folder(self) -> str:
        folders = self._folders()
        if not folders:
            return "no folder"
        path = self.chance.choice(folders)
        shutil.rmtree(self.home / path)
        self._ready(path).write_text(self._text(path))
        return f"a file for the folder {path}"

    def _folder_for_file(self) -> str:
        path = self._file()
        self._ready(path).unlink(missing_ok=True)
        self._ready(f"{path}/inside.md").write_text(self._text(path))
        return f"a folder for the file {path}"

    # Folders.

    def _new_folder(self) -> str:
        folder = self._fresh_folder()
        for name in self.chance.sample(FILE_NAMES, k=self.chance.randint(0, 4)):
            self._ready(f"{folder}/{name}").write_text(self._text(f"{folder}/{name}"))
        return f"new folder {folder}"

    def _skill_comes_or_goes(self) -> str:
        folders = [folder for folder in self._folders() if not folder.startswith("projects")]
        path = f"{self.chance.choice(folders) if folders else self._fresh_folder()}/SKILL.md"
        full = self._ready(path)
        if full.is_file() or full.is_symlink():
            full.unlink()
            return f"{path} goes"
        full.write_text(self._text(path))
        return f"{path} comes"

    def _rename_folder(self) -> str:
        folders = self._folders()
        if not folders:
            return "no folder"
        source, target = self.chance.choice(folders), self._fresh_folder()
        self._ready(source)
        os.rename(self.home / source, self._ready(target))
        return f"rename {source} to {target}"

    def _exchange_folders(self) -> str:
        folders = self._folders()
        if len(folders) < 2:
            return "no two folders"
        one, other = self.chance.sample(folders, k=2)
        aside = self.home / "aside"
        os.rename(self._ready(one), aside)
        try:
            os.rename(self._ready(other), self.home / one)
        finally:
            os.rename(aside, self.home / (other if not (self.home / other).exists() else one))
        return f"exchange {one} and {other}"

    def _delete_folder(self) -> str:
        folders = self._folders()
        if not folders:
            return "no folder"
        path = self.chance.choice(folders)
        shutil.rmtree(self._ready(path))
        return f"delete the folder {path}"

    def _copy_folder(self) -> str:
        folders = self._folders()
        if not folders:
            return "no folder"
        source, target = self.chance.choice(folders), self._fresh_folder()
        real = [os.path.realpath(self.home / path) for path in (source, target)]
        if f"{real[1]}/".startswith(f"{real[0]}/"):
            return "a folder into itself"
        shutil.copytree(self.home / source, self._ready(target), symlinks=True, dirs_exist_ok=True)
        return f"copy {source} to {target}"

    def _repository_inside(self) -> str:
        folders = self._folders()
        if not folders:
            return "no folder"
        path = self.chance.choice([folder for folder in folders if (self.home / folder / ".git").exists()] or folders)
        inner = self._ready(path) / ".git"
        if inner.exists():
            inner.rmdir()
            return f"no repository in {path} any more"
        inner.mkdir()
        return f"a repository in {path}"

    def _root_away(self) -> str:
        root = self.chance.choice(self._skills_roots())
        full, aside = self._ready(root), self.home / "root-aside"
        if aside.exists():
            if full.is_symlink():
                full.unlink()
            if full.exists():
                shutil.rmtree(full)
            os.rename(aside, full)
            return f"{root} is back"
        os.rename(full, aside)
        if self.chance.random() < 0.5:
            full.symlink_to(aside)
        return f"{root} goes aside"

    # memgit and git.

    def _store(self) -> Store:
        self._minutes += 1
        now = START + timedelta(minutes=self._minutes)
        return Store.open(self.home, layouts.get, lambda: now, Options())

    def _commit(self) -> str:
        with suppress(MemgitError):
            commit.commit(self._store(), Actor())
        return "memgit commit"

    def _memory(self) -> str:
        text = f"{' '.join(self.chance.choices(WORDS, k=3))} {self.chance.randint(0, 999)}"
        store, target, actor, settings = self._store(), Target(Kind.MEMORY), Actor(), Settings()
        with suppress(MemgitError, RuntimeError):  # RuntimeError: a link that leads to itself, before Python 3.13
            known = memory.listing(store, target)
            what = self.chance.choice(("add", "replace", "remove")) if known else "add"
            if what == "add":
                memory.add(store, target, text, actor, settings)
            elif what == "replace":
                memory.replace(store, target, (self.chance.choice(known).text, text), actor, settings)
            else:
                memory.remove(store, target, self.chance.choice(known).text, actor, settings)
            return f"memgit memory {what}"
        return "memgit memory refused"

    def _archive(self) -> str:
        skills = [path for path in self._files() if path.endswith("/SKILL.md") and "/.archive/" not in path]
        if not skills:
            return "no skill"
        name = self.chance.choice(skills).rpartition("/")[0]
        try:
            archive.archive(self._store(), [name], Actor(), Settings())
        except MemgitError as error:
            return f"archive {name}: {error.message}"
        return f"archive {name}"

    def _restore(self) -> str:
        store = self._store()
        try:
            archived = archive.listing(store)
            if not archived:
                return "nothing archived"
            name = self.chance.choice(archived).name
            restore.restore_name(store, name, Actor())
        except MemgitError as error:
            return f"restore: {error.message}"
        return f"restore {name}"

    def _git(self, *words: str) -> bool:
        names = ("-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "advice.detachedHead=false")
        date = f"{(START + timedelta(minutes=self.chance.randint(-1000, 1000))).isoformat()}"
        env = {**os.environ, "GIT_COMMITTER_DATE": date}
        done = subprocess.run(["git", *names, *words], cwd=self.home, env=env, capture_output=True, check=False)
        return done.returncode == 0

    def _checkout(self) -> str:
        back = self.chance.random() < 0.6 and self._git("symbolic-ref", "-q", "HEAD") is False
        name = "main" if back else f"HEAD~{self.chance.randint(1, 2)}"
        return f"git checkout {name}: {self._git('checkout', '-q', '-f', name)}"

    def _amend(self) -> str:
        words = self.chance.choice((["--all"], []))
        return f"git commit --amend: {self._git('commit', '-q', '--amend', '-m', 'amended', '--allow-empty', *words)}"

    def _reset(self) -> str:
        how = self.chance.choice(("--hard", "--soft", "--mixed"))
        return f"git reset {how}: {self._git('reset', '-q', how, 'HEAD~1')}"

    def _merge(self) -> str:
        """A branch is merged that was made before the newest commit."""
        path = self._file()
        self._git("add", "-A")
        self._git("commit", "-q", "--allow-empty", "-m", "ours")
        self._git("checkout", "-q", "-b", "side", "HEAD~1")
        self._ready(path).write_text(self._text(path))
        self._git("add", "-A")
        self._git("commit", "-q", "--allow-empty", "-m", "theirs")
        self._git("checkout", "-q", "-f", "-")
        done = self._git("merge", "-q", "-X", self.chance.choice(("ours", "theirs")), "-m", "merged", "side")
        if not done:
            self._git("merge", "--abort")
            self._git("reset", "-q", "--hard")
        self._git("branch", "-q", "-D", "side")
        return f"git merge {path}: {done}"

    def _home_anew(self) -> str:
        gone, fresh = (self.home.with_name(name) for name in ("gone", "fresh"))
        shutil.copytree(self.template, fresh, symlinks=True)
        os.rename(self.home, gone)
        shutil.rmtree(gone, ignore_errors=True)
        os.rename(fresh, self.home)
        return "the home is deleted and comes back"
