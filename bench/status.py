"""`memgit status` of 5,000 skills: the first after `memgit init`, the next ones, and after one edit; beside git's."""

from __future__ import annotations

import tempfile
from pathlib import Path

from measure import MEMGIT, Figure, median, report, run, skills_home, timed

SKILLS = 5_000
TIMES = 9


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = skills_home(Path(folder) / "home", SKILLS)
        run(MEMGIT, "init", str(home), "--layout", "hermes")
        status = (MEMGIT, "--home", str(home), "status")
        first = timed(lambda: run(*status), 1)[0]
        warm = median(timed(lambda: run(*status), TIMES))
        (home / "memories" / "MEMORY.md").write_text("Another fact", encoding="utf-8")
        edited = median(timed(lambda: run(*status), TIMES))
        rival = median(timed(lambda: run("git", "status", "--short", cwd=home), TIMES))
        bare = median(timed(lambda: run(MEMGIT, "version"), TIMES))
    report(
        "status",
        [
            Figure(f"status of {SKILLS:,} skills, first", first, "git status", rival, "1,000 ms"),
            Figure(f"status of {SKILLS:,} skills, again", warm, "git status", rival, "300 ms"),
            Figure(f"status of {SKILLS:,} skills, one edit", edited, "git status", rival, "300 ms"),
            Figure("version", bare, "the same", bare, "150 ms"),
        ],
    )


if __name__ == "__main__":
    main()
