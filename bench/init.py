"""`memgit init` of a home of 5,000 skills, beside `git init && git add && git commit` of the same files."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from measure import MEMGIT, Figure, median, report, run, skills_home, timed

SKILLS = 5_000
TIMES = 5


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = skills_home(Path(folder) / "source", SKILLS)
        ours: list[float] = []
        theirs: list[float] = []
        for n in range(TIMES):
            home, rival = Path(folder) / f"memgit-{n}", Path(folder) / f"git-{n}"
            shutil.copytree(source, home)
            shutil.copytree(source, rival)
            ours += timed(lambda home=home: run(MEMGIT, "init", str(home), "--layout", "hermes"), 1)
            theirs += timed(lambda rival=rival: by_git(rival), 1)
            shutil.rmtree(home)
            shutil.rmtree(rival)
    report("init", [Figure(f"init of {SKILLS:,} skills", median(ours), "git", median(theirs), "ratio 1.5")])


def by_git(home: Path) -> None:
    run("git", "init", "-q", cwd=home)
    run("git", "add", "-A", cwd=home)
    run("git", "commit", "-q", "-m", "all", cwd=home)


if __name__ == "__main__":
    main()
