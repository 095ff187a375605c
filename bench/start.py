"""Cold start: `memgit --help` and `memgit log -n 20` on 1,000 commits, beside a bare interpreter and `git log`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from history import grow
from measure import MEMGIT, Figure, median, report, run, skills_home, timed

COMMITS = 1_000
TIMES = 25


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = skills_home(Path(folder) / "home", 100)
        run(MEMGIT, "init", str(home), "--layout", "hermes")
        grow(home, COMMITS, 100)
        floor = median(timed(lambda: run(sys.executable, "-c", ""), TIMES))
        helped = median(timed(lambda: run(MEMGIT, "--help"), TIMES))
        logged = median(timed(lambda: run(MEMGIT, "--home", str(home), "log", "-n", "20"), TIMES))
        rival = median(timed(lambda: run("git", "log", "-n", "20", cwd=home), TIMES))
    report(
        "start",
        [
            Figure("memgit --help", helped, "python -c ''", floor, "80 ms"),
            Figure(f"memgit log -n 20, {COMMITS:,} commits", logged, "git log -n 20", rival, "150 ms"),
        ],
    )


if __name__ == "__main__":
    main()
