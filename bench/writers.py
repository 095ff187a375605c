"""The writers of the soak, each a program of its own: `python bench/writers.py KIND HOME SEED`, until SIGTERM.

A writer acts at random and rests at random; each act is a line of JSON on stdout. Those that write by hand never work
on the file of another, and not while git checks a branch out: neither knows of the other, which loses edits without
any memgit.
"""

from __future__ import annotations

import fcntl
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from measure import GIT_ENV, MEMGIT

KINDS = ("agent", "pi", "editor", "maker", "memory", "skills", "git")
OWN = 5
"""Categories of skills that are the editor's alone; those after them are `memgit skill`'s, the last is git's."""

_ID = re.compile(r"\b[0-9a-f]{40}\b")
_SEPARATOR = "\n§\n"
_NEWEST = 80
"""Entries that an agent keeps in a file."""


class Writer:
    """What every kind has: chance, words nobody else writes, and a way to tell what it did."""

    def __init__(self, home: Path, kind: str, seed: str) -> None:
        self.home, self.kind = home, kind
        self.rng = random.Random(f"{seed} {kind}")
        self.seed = seed
        self.count = 0
        self.made: list[str] = []

    def word(self) -> str:
        """An English or a Chinese word that is in no other text."""
        self.count += 1
        if self.rng.random() < 0.5:
            return f"zq{self.kind}{self.count}x{self.rng.randrange(10**6)}"
        return "".join(chr(self.rng.randrange(0x9000, 0x9800)) for _ in range(5))

    def tell(self, act: str, path: str = "", word: str = "", **more: object) -> None:
        """path: where the word is now."""
        print(json.dumps({"kind": self.kind, "act": act, "path": path, "word": word, **more}), flush=True)

    @contextmanager
    def turn(self, alone: bool = False) -> Iterator[None]:
        """Keep git's checkouts and the writers by hand apart."""
        with open(self.home.parent / "turns", "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
            yield

    def memgit(self, *words: str, path: str = "", word: str = "", stdin: str = "") -> bool:
        """Run a command and tell of it."""
        command = [MEMGIT, "--home", str(self.home), "--json", *words]
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, env=GIT_ENV)
        ids = list(dict.fromkeys(_ID.findall(done.stdout))) if done.returncode == 0 else []
        act = " ".join(words[:2]) if words[0] in ("memory", "skill") else words[0]
        self.tell(act, path, word, code=done.returncode, error=done.stderr, ids=ids)
        return done.returncode == 0

    def git(self, *words: str) -> bool:
        done = subprocess.run(["git", *words], cwd=self.home, capture_output=True, text=True, check=False, env=GIT_ENV)
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=self.home, capture_output=True, text=True, check=True)
        self.tell(f"git {words[0]}", refused=done.returncode, error=done.stderr, ids=[head.stdout.strip()])
        return done.returncode == 0

    def skill(self, first: int, last: int) -> str:
        """The path of one of the skills of these categories."""
        category = self.home / "skills" / f"category-{self.rng.randrange(first, last + 1):02}"
        return str(self.rng.choice(sorted(category.iterdir())).relative_to(self.home))


def agent(w: Writer) -> None:
    """Hermes: the whole file anew, beside it, then put in its place."""
    path, word = "memories/USER.md", w.word()
    with w.turn():
        temp = w.home / "memories" / f".mem_{w.count}"
        temp.write_text(_with_entry(w.home / path, f"The user said {word}"), "utf-8")
        temp.replace(w.home / path)
    w.tell("save", path, word, kept=True)


def pi(w: Writer) -> None:
    """pi: the old file is moved aside and the new one linked in, unless there is one again."""
    path, word = "memories/MEMORY.md", w.word()
    target, temp, old = (w.home / "memories" / name for name in ("MEMORY.md", ".pi-new.tmp", ".pi-old.tmp"))
    with w.turn():
        temp.write_text(_with_entry(target, f"记住 {word}"), "utf-8")
        os.rename(target, old)
        try:
            os.link(temp, target)
        except FileExistsError:
            w.tell("gave up")
            return
        finally:
            temp.unlink()
            old.unlink()
    w.tell("dance", path, word, kept=True)


def editor(w: Writer) -> None:
    """An editor: the file is truncated and written, now and then in two steps; or a line is added."""
    path, word = f"{w.skill(0, OWN - 1)}/SKILL.md", w.word()
    with w.turn():
        if w.rng.random() < 0.3:
            with open(w.home / path, "a", encoding="utf-8") as file:
                file.write(f"added {word}\n")
        else:
            text = (w.home / path).read_text("utf-8") + f"written {word}\n"
            with open(w.home / path, "w", encoding="utf-8") as file:
                file.write(text[:100])
                file.flush()
                time.sleep(w.rng.choice((0, 0, 0.05)))
                file.write(text[100:])
    w.tell("write", path, word, kept=True)


def maker(w: Writer) -> None:
    """Somebody who makes, renames, and deletes folders of skills."""
    word, chance = w.word(), w.rng.random()
    with w.turn():
        there = [name for name in w.made if (w.home / name / "SKILL.md").exists()]
        if chance < 0.5 or not there:
            name = f"skills/made-{w.count % 3}/made-{w.count}"
            (w.home / name / "references").mkdir(parents=True)
            (w.home / name / "references" / "more.md").write_text("More\n")
            text = f"---\nname: made-{w.count}\ndescription: Made\n---\n\n{word}\n"
            (w.home / name / "SKILL.md").write_text(text, "utf-8")
            w.made.append(name)
        elif chance < 0.8:
            old, name = w.rng.choice(there), f"skills/made-{w.count % 3}/renamed-{w.count}"
            (w.home / name).parent.mkdir(parents=True, exist_ok=True)
            os.rename(w.home / old, w.home / name)
            (w.home / name / "references" / "why.md").write_text(f"renamed {word}\n", "utf-8")
            w.made.append(name)
            w.tell("rename", f"{name}/references/why.md", word)
            return
        else:
            shutil.rmtree(w.home / w.rng.choice(there))
            w.tell("delete")
            return
    w.tell("new folder", f"{name}/SKILL.md", word)


def memory(w: Writer) -> None:
    """Somebody who keeps memory by commands."""
    word, chance = w.word(), w.rng.random()
    if chance < 0.6 or not w.made:
        target = w.rng.choice(("memory", "user"))
        path = f"memories/{target.upper()}.md"
        if w.memgit("memory", "add", "--target", target, f"noted {word} 以后", path=path, word=word):
            w.made.append(f"{target} {word}")
        return
    target, old = w.made.pop(0).split()
    if chance < 0.8:
        path = f"memories/{target.upper()}.md"
        w.memgit("memory", "replace", "--target", target, old, f"changed {word}", path=path, word=word)
    else:
        w.memgit("memory", "remove", "--target", target, old)


def skills(w: Writer) -> None:
    """A learning loop: skills by commands, some of it undone."""
    word, folder = w.word(), w.skill(OWN, 23)
    name = folder.rpartition("/")[2]
    match w.rng.randrange(8):
        case 0 | 1:
            path = f"references/note-{w.count % 3}.md"
            write = ("skill", "write-file", name, path, "--file", "-", "--origin", "agent")
            w.memgit(*write, path=f"{folder}/{path}", word=word, stdin=f"a note: {word}\n")
        case 2 | 3:
            patch = ("skill", "patch", name, "1. Step 1 of", f"{word}\n1. Step 1 of", "--origin", "agent")
            w.memgit(*patch, path=f"{folder}/SKILL.md", word=word)
        case 4:
            new = f"new-{w.seed}-{w.count}"
            text = f"---\nname: {new}\ndescription: Made by a command\n---\n\n# New\n\n{word}\n"
            made = ("skill", "new", new, "--category", "made-0", "--file", "-")
            w.memgit(*made, path=f"skills/made-0/{new}/SKILL.md", word=word, stdin=text)
        case 5:
            w.memgit("skill", "archive", name)
        case 6:
            w.memgit("restore", w.made.pop(0) if w.made else name)
        case _:
            w.memgit("undo")
    if not (w.home / folder).exists():
        w.made.append(name)


def git(w: Writer) -> None:
    """A person at a shell: commits, and goes from one branch to the other."""
    chance, word = w.rng.random(), w.word()
    with w.turn(alone=chance < 0.5):
        if chance < 0.5:
            w.memgit("commit")
            other = "main" if (w.home / ".git" / "HEAD").read_text().endswith("/other\n") else "other"
            w.git("checkout", "-q", other)
            return
        path = f"{w.skill(24, 24)}/SKILL.md"
        with open(w.home / path, "a", encoding="utf-8") as file:
            file.write(f"committed {word}\n")
        if w.git("commit", "-q", "-m", "by hand", "--", path):
            w.tell("by hand", path, word, kept=True)


def _with_entry(path: Path, text: str) -> str:
    for _ in range(200):
        try:
            entries = path.read_text("utf-8").split(_SEPARATOR)
        except FileNotFoundError:
            time.sleep(0.005)
        else:
            return _SEPARATOR.join([*entries[-_NEWEST:], text])
    raise SystemExit(f"{path} stays away")


def main() -> None:
    kind, home, seed = sys.argv[1:]
    act: Callable[[Writer], None] = globals()[kind]
    writer = Writer(Path(home), kind, seed)
    going = [True]
    signal.signal(signal.SIGTERM, lambda *_: going.clear())
    while going:
        for _ in range(writer.rng.randint(1, 6)):
            if going:
                act(writer)
                time.sleep(writer.rng.random() * 0.3)
        time.sleep(writer.rng.random() * 4 if going else 0)


if __name__ == "__main__":
    main()
