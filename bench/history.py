"""`memgit log NAME` for one skill of 500 in 10,000 commits, first time and warm, beside `git log -- PATH`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pygit2
from measure import MEMGIT, Figure, median, report, run, skills_home, timed

COMMITS = 10_000
SKILLS = 500
TIMES = 9


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = skills_home(Path(folder) / "home", SKILLS)
        run(MEMGIT, "init", str(home), "--layout", "hermes")
        grow(home, COMMITS, SKILLS)
        name = f"skill-{SKILLS // 2:05}"
        path = f"skills/category-{SKILLS // 2 % 25:02}/{name}"
        log = (MEMGIT, "--home", str(home), "log", name)
        first = timed(lambda: run(*log), 1)[0]
        warm = median(timed(lambda: run(*log), TIMES))
        rival = median(timed(lambda: run("git", "log", "--", path, cwd=home), 3))
    report(
        "history",
        [
            Figure(f"log NAME, {COMMITS:,} commits, first time", first, "git log -- PATH", rival, "5,000 ms"),
            Figure(f"log NAME, {COMMITS:,} commits, warm", warm, "git log -- PATH", rival, "300 ms"),
        ],
    )


def grow(home: Path, commits: int, skills: int) -> None:
    """Add commits that each edit one skill, written straight into the object store; the work tree follows."""
    repo = pygit2.Repository(str(home))
    who = pygit2.Signature("memgit", "memgit@localhost", 1_790_000_000, 0)
    parent = repo.head.target
    tree = repo.head.peel(pygit2.Tree)
    for n in range(commits):
        at = n % skills
        parts = ["skills", f"category-{at % 25:02}", f"skill-{at:05}"]
        blob = repo.create_blob(f"---\nname: skill-{at:05}\ndescription: Version {n}\n---\n\nText {n}\n".encode())
        tree = repo[_put(repo, tree, parts, blob)]
        message = f"skill(skill-{at:05}): patch\n\nMemgit-Origin: review\nMemgit-Action: patch\n"
        parent = repo.create_commit(None, who, who, message, tree.id, [parent])
    repo.head.set_target(parent)
    repo.reset(parent, pygit2.enums.ResetMode.HARD)


def _put(repo: pygit2.Repository, tree: pygit2.Tree, parts: list[str], blob: pygit2.Oid) -> pygit2.Oid:
    builder = repo.TreeBuilder(tree)
    if not parts:
        builder.insert("SKILL.md", blob, pygit2.enums.FileMode.BLOB)
    else:
        builder.insert(parts[0], _put(repo, tree / parts[0], parts[1:], blob), pygit2.enums.FileMode.TREE)
    return builder.write()


if __name__ == "__main__":
    main()
